/** @jsxImportSource solid-js */
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/solid-query"
import {
  SessionProvider,
  sessionQueryOptions,
  useSession,
  type Session,
} from "latchkit/solid"
import { Show } from "solid-js"

export function App(props: { session?: Session | null }) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionQueryOptions().queryKey, props.session)
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider session={props.session} queryClient={queryClient}>
        <Greeting />
        <Address />
      </SessionProvider>
    </QueryClientProvider>
  )
}

function Greeting() {
  const session = useSession()
  return (
    <Show when={session().status !== "loading"} fallback={<p>One moment…</p>}>
      <p>Hello {session().data?.user?.name ?? "stranger"}</p>
    </Show>
  )
}

function Address() {
  const session = useQuery(() => sessionQueryOptions())
  return (
    <Show when={!session.isPending} fallback={<p>One moment…</p>}>
      <p>Your email address: {session.data?.user?.email ?? "none"}</p>
    </Show>
  )
}
