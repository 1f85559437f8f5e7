import { component$ } from "@builder.io/qwik"
import { Form } from "@builder.io/qwik-city"
import { useSession } from "latchkit/qwik"
import { useSignOut } from "./routes/plugin@auth.ts"

export const UserMenu = component$(() => {
  const session = useSession()
  const signOut = useSignOut()
  return (
    <div class="site-user">
      {session.data ? (
        <>
          <span>{session.data.user?.name}</span>
          <Form action={signOut}>
            <input type="hidden" name="redirectTo" value="/" />
            <button class="site-button">Sign out</button>
          </Form>
        </>
      ) : (
        <a href="/login">Sign in</a>
      )}
    </div>
  )
})
