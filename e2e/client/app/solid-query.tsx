/** @jsxImportSource solid-js */
import { QueryClientProvider, useQuery } from "@tanstack/solid-query"
import { Show, splitProps, type JSX } from "solid-js"

import type { AuthClientOptions } from "../../../client/core/client.ts"
import { sessionQueryOptions } from "../../../client/api/session-query-options.ts"
import { SessionProvider } from "../../../client/solid.tsx"
import { makeQueryClient, type QueryAppOptions } from "./prepare-query.ts"

function Queried() {
  const query = useQuery(() => sessionQueryOptions())
  return <p id="queried">{`${query.status}: ${query.data?.user?.name ?? "nobody"}`}</p>
}

/** One QueryClient for the session and for a `useQuery` that reads it. */
export function QuerySessionProvider(props: AuthClientOptions & QueryAppOptions & { children: JSX.Element }) {
  const queryClient = makeQueryClient(props.session)
  const [, options] = splitProps(props, ["query", "gone", "children"])
  return (
    <QueryClientProvider client={queryClient}>
      <Show when={!props.gone}>
        <SessionProvider {...options} queryClient={props.query === "apart" ? undefined : queryClient}>
          {props.children}
          <Queried />
        </SessionProvider>
      </Show>
    </QueryClientProvider>
  )
}
