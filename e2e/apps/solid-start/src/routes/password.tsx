import { useSearchParams, useSubmission } from "@solidjs/router"
import { Show } from "solid-js"
import { enter } from "../actions.ts"

export default function Password() {
  const [query] = useSearchParams()
  const submission = useSubmission(enter)
  const problems = () => {
    const result = submission.result
    if (!result || !("failed" in result)) return undefined
    return [...Object.values(result.fieldErrors).flat(), ...result.formErrors].join(" ")
  }
  return (
    <>
      <h1>Sign in with a password</h1>
      <form class="site-form" method="post" action={enter}>
        <input type="hidden" name="providerId" value="credentials" />
        <input type="hidden" name="redirectTo" value={String(query["redirectTo"] ?? "/account")} />
        <Show when={problems()}>
          {(text) => (
            <p class="site-alert" role="alert">
              {text()}
            </p>
          )}
        </Show>
        <label>
          Email
          <input name="email" type="email" autocomplete="username" required />
        </label>
        <label>
          Password
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <button class="site-button" data-primary="">
          Sign in
        </button>
      </form>
    </>
  )
}
