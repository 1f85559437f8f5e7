import { action, createAsync, query, useLocation, useSubmission } from "@solidjs/router"
import { Show } from "solid-js"
import { getRequestEvent } from "solid-js/web"
import { SignIn } from "latchkit/solid"
import "latchkit/auth.css"
import { signIn, signInProps } from "../auth.ts"

const card = query(async (search: string) => {
  "use server"
  return signInProps(requested(), search)
}, "sign-in-props")

const signInWithForm = action(async (form: FormData | URLSearchParams) => {
  "use server"
  return signIn(requested(), form)
}, "sign-in")

function requested() {
  const event = getRequestEvent()
  if (!event) throw new Error("There is no request here")
  return event
}

export default function SignInPage() {
  const location = useLocation()
  const props = createAsync(() => card(location.search), { deferStream: true })
  const submission = useSubmission(signInWithForm)
  return (
    <Show when={props()}>{(known) => <SignIn {...known()} action={signInWithForm} result={submission.result} />}</Show>
  )
}
