import { HydrationBoundary, QueryClientProvider, useQuery, type DehydratedState } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useState } from "react"

import type { AuthClientOptions } from "../../../client/core/client.ts"
import { sessionQueryOptions } from "../../../client/api/session-query-options.ts"
import { SessionProvider } from "../../../client/react.tsx"
import { makeQueryClient, type QueryAppOptions } from "./prepare-query.ts"

function Queried() {
  const { status, data } = useQuery(sessionQueryOptions())
  return (
    <p id="queried">
      {status}: {data?.user?.name ?? "nobody"}
    </p>
  )
}

interface QueryProviderProps extends AuthClientOptions, QueryAppOptions {
  children: ReactNode
  /** The queries of a page that the server rendered. */
  boundary?: DehydratedState
}

/** One QueryClient for the session and for a `useQuery` that reads it. */
export function QuerySessionProvider({ children, query, gone, boundary, ...options }: QueryProviderProps) {
  const [queryClient] = useState(() => makeQueryClient(options.session))
  return (
    <QueryClientProvider client={queryClient}>
      {!gone && (
        <SessionProvider {...options} queryClient={query === "apart" ? undefined : queryClient}>
          <HydrationBoundary state={boundary}>
            {children}
            <Queried />
          </HydrationBoundary>
        </SessionProvider>
      )}
    </QueryClientProvider>
  )
}
