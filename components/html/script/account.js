// The passkey script of the built-in account page: adds a passkey, and leads to the confirmation if one is needed.
import { createFetchAction } from "../../../client/http/fetch-action.ts"
import { createHttp } from "../../../client/http/http.ts"
import { thisPage } from "../../../client/page/page.ts"
import { registerPasskey } from "../../../client/actions/passkey-ceremony.ts"

const button = document.querySelector("[data-passkey]")
// Latchkit serves this file at {base path}/assets/account.js
const base = new URL(import.meta.url).pathname.replace(/\/assets\/[^/]*$/, "")
const early = { base, page: thisPage, waiting: new Map() }
const client = { page: thisPage, http: createHttp({ early, fetchAction: createFetchAction(early) }) }

const setBusy = (busy) => {
  for (const name of ["aria-busy", "aria-disabled"]) {
    if (busy) button.setAttribute(name, "true")
    else button.removeAttribute(name)
  }
}

async function add() {
  if (document.querySelector(".auth-button[aria-busy]")) return
  setBusy(true)
  const { ok, error, cause } = await registerPasskey(client, {})
  if (ok) return location.assign(`${base}/account?change=add-passkey`)
  if (error === "StepUpRequired") {
    const confirm = new URL(cause.url, location.origin)
    confirm.searchParams.set("callbackUrl", `${location.origin}${base}/account`)
    return location.assign(confirm)
  }
  setBusy(false)
  if (error !== "Cancelled") location.assign(`${base}/account?${new URLSearchParams({ change: "add-passkey", error })}`)
}

if (button && typeof PublicKeyCredential === "function") {
  button.hidden = false
  button.addEventListener("click", () => void add())
  addEventListener("pageshow", (event) => event.persisted && setBusy(false))
}
