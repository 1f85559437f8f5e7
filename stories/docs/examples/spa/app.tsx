import "latchkit/auth.unlayered.css"
import { SessionProvider, SignIn, UserButton, useSession } from "latchkit/react"

export function App() {
  return (
    <SessionProvider>
      <Page />
    </SessionProvider>
  )
}

function Page() {
  const { status, data: session } = useSession()
  if (status === "loading") return <p>One moment…</p>
  if (!session) return <SignIn />
  return (
    <main>
      <UserButton />
      <p>Hello {session.user?.email}</p>
    </main>
  )
}
