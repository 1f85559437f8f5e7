import { createAsync, query, useLocation, useSubmission } from "@solidjs/router"
import { Show } from "solid-js"
import { SignIn } from "latchkit/solid"
import { enter } from "../actions.ts"
import { signInProps } from "../auth.ts"
import { requested } from "../session.ts"

const card = query(async (search: string) => {
  "use server"
  return signInProps(requested(), search)
}, "sign-in-props")

export default function SignInPage() {
  const location = useLocation()
  const props = createAsync(() => card(location.search), { deferStream: true })
  const submission = useSubmission(enter)
  return (
    <Show when={props()}>
      {(known) => (
        <div class="site-card">
          <SignIn {...known()} action={enter} result={submission.result} />
        </div>
      )}
    </Show>
  )
}
