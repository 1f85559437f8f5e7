import "latchkit/auth.css"
import { passkey } from "latchkit"
import { SessionProvider, SignIn, signOut, useSession } from "latchkit/react"

export function App({ api = "https://api.example.com" }) {
  return (
    <SessionProvider baseUrl={api}>
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
      <p>Hello {session.user?.name}</p>
      <button onClick={() => passkey.register()}>Add a passkey</button>
      <button onClick={() => signOut()}>Sign out</button>
    </main>
  )
}
