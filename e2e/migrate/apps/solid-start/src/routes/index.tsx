import { signOut } from "@auth/solid-start/client"
import { createAsync } from "@solidjs/router"
import { Show } from "solid-js"
import { getUser } from "~/session"

export default function Home() {
  const session = createAsync(() => getUser(false), { deferStream: true })
  return (
    <>
      <h1>{session()?.user?.name ?? "Nobody"}</h1>
      <Show when={session()}>
        <p>Role {String(session()?.role)}</p>
        <button onClick={() => signOut()}>Sign out</button>
      </Show>
    </>
  )
}
