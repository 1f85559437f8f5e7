import { component$ } from "@builder.io/qwik"
import { Form } from "@builder.io/qwik-city"
import type { Session } from "@auth/qwik"
import { useSession, useSignOut } from "./plugin@auth"

export default component$(() => {
  const session = useSession() as { value: (Session & { role?: unknown }) | null }
  const signOut = useSignOut()
  return (
    <>
      <h1>{session.value?.user?.name ?? "Nobody"}</h1>
      {session.value && (
        <>
          <p>Role {String(session.value.role)}</p>
          <Form action={signOut}>
            <input type="hidden" name="redirectTo" value="/" />
            <button>Sign out</button>
          </Form>
        </>
      )}
    </>
  )
})
