import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useState } from "react"

import type { AuthClientOptions } from "../../../client/core/client.ts"
import { sessionQueryOptions } from "../../../client/api/session-query-options.ts"
import { SessionProvider } from "../../../client/react.tsx"
import { makeQueryClient } from "./prepare-query.ts"

function Queried() {
  const { status, data } = useQuery(sessionQueryOptions())
  return (
    <p id="queried">
      {status}: {data?.user?.name ?? "nobody"}
    </p>
  )
}

/** One QueryClient for the session and for a `useQuery` that reads it. */
export function QuerySessionProvider({ children, ...options }: AuthClientOptions & { children: ReactNode }) {
  const [queryClient] = useState(() => makeQueryClient(options.session))
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider {...options} queryClient={queryClient}>
        {children}
        <Queried />
      </SessionProvider>
    </QueryClientProvider>
  )
}
