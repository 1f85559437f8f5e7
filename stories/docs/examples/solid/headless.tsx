/** @jsxImportSource solid-js */
import { signIn, signOut, useSession } from "latchkit/solid"
import { Show } from "solid-js"

export function AccountButton() {
  const session = useSession()
  return (
    <Show
      when={session().data}
      fallback={<button onClick={() => signIn("github")}>Continue with GitHub</button>}
    >
      {(data) => <button onClick={() => signOut()}>Sign out {data().user?.name}</button>}
    </Show>
  )
}
