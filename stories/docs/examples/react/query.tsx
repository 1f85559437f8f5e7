import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query"
import {
  SessionProvider,
  sessionQueryOptions,
  useSession,
  type Session,
} from "latchkit/react"
import { useState } from "react"

export function App({ session }: { session?: Session | null }) {
  const [queryClient] = useState(() => {
    const client = new QueryClient()
    client.setQueryData(sessionQueryOptions().queryKey, session)
    return client
  })
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider session={session} queryClient={queryClient}>
        <Greeting />
        <Address />
      </SessionProvider>
    </QueryClientProvider>
  )
}

function Greeting() {
  const { status, data } = useSession()
  if (status === "loading") return <p>One moment…</p>
  return <p>Hello {data?.user?.name ?? "stranger"}</p>
}

function Address() {
  const session = useQuery(sessionQueryOptions())
  if (session.isPending) return <p>One moment…</p>
  return <p>Your email address: {session.data?.user?.email ?? "none"}</p>
}
