import { createAsync, query, useLocation } from "@solidjs/router"
import { Show } from "solid-js"
import { SignIn } from "latchkit/solid"
import { signInProps } from "../auth.ts"
import { requested } from "../session.ts"

const card = query(async (search: string) => {
  "use server"
  return signInProps(requested(), search)
}, "card")

export default function Login() {
  const location = useLocation()
  const props = createAsync(() => card(location.search), { deferStream: true })
  return (
    <Show when={props()}>
      {(known) => (
        <div class="site-card">
          <SignIn {...known()} />
        </div>
      )}
    </Show>
  )
}
