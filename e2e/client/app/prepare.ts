import { clientFor, getSession } from "../../../client/core/client.ts"
import { passkey } from "../../../client/api/passkey.ts"
import { signIn } from "../../../client/api/sign-in.ts"
import { signOut } from "../../../client/api/sign-out.ts"

/** A test reaches the actions as `window.latchkit`. */
export function expose() {
  const update = (data?: unknown) => clientFor().store.update(data)
  Object.assign(window, { latchkit: { getSession, passkey, signIn, signOut, update } })
}

/** The place and the options of a page's app. */
export function prepare() {
  expose()
  const root = document.querySelector("#root")
  if (!root) throw new Error("The page has no #root")
  return { root, options: JSON.parse(document.documentElement.dataset["options"] ?? "{}") }
}
