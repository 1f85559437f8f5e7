import "latchkit/auth.css"
import { SessionProvider, UserButton, useSession, type Session } from "latchkit/react"

export function App({ session }: { session?: Session | null }) {
  return (
    <SessionProvider session={session}>
      <Greeting />
      <UserButton />
    </SessionProvider>
  )
}

function Greeting() {
  const { status, data } = useSession()
  if (status === "loading") return <p>One moment…</p>
  return <p>Hello {data?.user?.name ?? "stranger"}</p>
}
