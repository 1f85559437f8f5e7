import { component$ } from "@builder.io/qwik"
import { Form, useLocation, type DocumentHead } from "@builder.io/qwik-city"
import { useSignIn } from "../plugin@auth.ts"

export const head: DocumentHead = { title: "Sign in with a password · Harbour" }

export default component$(() => {
  const signIn = useSignIn()
  const { url } = useLocation()
  const redirectTo = signIn.formData?.get("redirectTo") ?? url.searchParams.get("redirectTo") ?? "/account"
  const refused = signIn.value?.failed
    ? [...Object.values(signIn.value.fieldErrors).flat(), ...signIn.value.formErrors]
    : []
  return (
    <>
      <h1>Sign in with a password</h1>
      <Form class="site-form" action={signIn}>
        <input type="hidden" name="providerId" value="credentials" />
        <input type="hidden" name="redirectTo" value={String(redirectTo)} />
        {refused.length > 0 && (
          <p class="site-alert" role="alert">
            {refused.join(" ")}
          </p>
        )}
        <label>
          Email <input name="email" type="email" autocomplete="username" required />
        </label>
        <label>
          Password <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <button class="site-button" data-primary>
          Sign in
        </button>
      </Form>
    </>
  )
})
