/** @jsxImportSource solid-js */
import "latchkit/auth.css"
import { SessionProvider, UserButton, useSession, type Session } from "latchkit/solid"
import { Show } from "solid-js"

export function App(props: { session?: Session | null }) {
  return (
    <SessionProvider session={props.session}>
      <Greeting />
      <UserButton />
    </SessionProvider>
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
