import { getSession } from "../../../client/core/client-for.ts"
import { clientFor } from "../../../client/core/client.ts"
import { passkey } from "../../../client/api/passkey.ts"
import { signIn } from "../../../client/api/sign-in.ts"
import { signOut } from "../../../client/api/sign-out.ts"

/** A test reaches the actions as `window.latchkit`, and changes the options of the page's app with `window.setOptions`. */
export function expose() {
  const update = (data?: unknown) => clientFor().store.update(data)
  const setOptions = (changed: object) => window.dispatchEvent(new CustomEvent("options", { detail: changed }))
  Object.assign(window, { latchkit: { getSession, passkey, signIn, signOut, update }, setOptions })
}

/** Calls `follow` with the options that a test changes. Qwik removes exports whose name starts with `on`. */
export function watchOptions(follow: (changed: object) => void) {
  window.addEventListener("options", (event) => follow((event as CustomEvent<object>).detail))
}

/** The place and the options of a page's app. */
export function prepare() {
  expose()
  const root = document.querySelector("#root")
  if (!root) throw new Error("The page has no #root")
  return { root, options: JSON.parse(document.documentElement.dataset["options"] ?? "{}") }
}
