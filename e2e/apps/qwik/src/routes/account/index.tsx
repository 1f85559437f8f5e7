import { component$ } from "@builder.io/qwik"
import { Form, routeAction$, routeLoader$, type DocumentHead } from "@builder.io/qwik-city"
import { signInProps, updateSession } from "latchkit/qwik"
import { useSession } from "../plugin@auth.ts"

export { membersOnly as onRequest } from "../../members-only.ts"

export const head: DocumentHead = { title: "Account · Harbour" }

export const useCsrfToken = routeLoader$(async (event) => (await signInProps(event)).csrfToken)

export const useRename = routeAction$(async ({ name }, event) => {
  await updateSession(event, { user: { name: String(name ?? "") } })
  throw event.redirect(303, "/account")
})

export default component$(() => {
  const session = useSession()
  const csrfToken = useCsrfToken()
  const rename = useRename()
  return (
    <>
      <h1>{session.value?.user?.name}</h1>
      <p>{session.value?.user?.email}</p>
      <Form class="site-form" action={rename}>
        <label>
          Your name{" "}
          <input name="name" value={session.value?.user?.name ?? ""} autocomplete="name" maxLength={80} required />
        </label>
        <button class="site-button" data-primary>
          Save
        </button>
      </Form>
      <form class="site-form" method="post" action="/auth/account">
        <input type="hidden" name="csrfToken" value={csrfToken.value} />
        <input type="hidden" name="change" value="revoke-other-sessions" />
        <input type="hidden" name="callbackUrl" value="/account" />
        <button class="site-button">Sign out other browsers</button>
      </form>
    </>
  )
})
