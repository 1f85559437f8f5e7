import { createAsync } from "@solidjs/router"
import { Show } from "solid-js"
import { rename } from "../actions.ts"
import { member } from "../session.ts"

export const route = { preload: () => member("/account") }

export default function Account() {
  const current = createAsync(() => member("/account"), { deferStream: true })
  return (
    <Show when={current()}>
      {(data) => (
        <>
          <h1>{data().user?.name}</h1>
          <p>{data().user?.email}</p>
          <form class="site-form" method="post" action={rename}>
            <label>
              Your name
              <input name="name" value={data().user?.name ?? ""} autocomplete="name" maxlength={80} required />
            </label>
            <button class="site-button" data-primary="">
              Save
            </button>
          </form>
          <form class="site-form" method="post" action="/api/auth/account">
            <input type="hidden" name="csrfToken" value={data().csrfToken} />
            <input type="hidden" name="change" value="revoke-other-sessions" />
            <input type="hidden" name="callbackUrl" value="/account" />
            <button class="site-button">Sign out other browsers</button>
          </form>
        </>
      )}
    </Show>
  )
}
