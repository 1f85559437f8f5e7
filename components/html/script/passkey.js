// The passkey script of the built-in sign-in page. Pages without a passkey button don't load it.
import { createFetchAction } from "../../../client/http/fetch-action.ts"
import { createHttp } from "../../../client/http/http.ts"
import { thisPage } from "../../../client/page/page.ts"
import { signInWithPasskey } from "../../../client/actions/passkey-ceremony.ts"

/** Milliseconds after which the browser's list gets a new challenge. A challenge is valid for 15 minutes. */
const REFRESH = 10 * 60 * 1000

const button = document.querySelector("[data-passkey]")
// Latchkit serves this file at {base path}/assets/passkey.js
const base = new URL(import.meta.url).pathname.replace(/\/assets\/[^/]*$/, "")
const redirectTo =
  document.querySelector("input[name=callbackUrl]")?.value ??
  new URLSearchParams(location.search).get("callbackUrl") ??
  "/"
const early = { base, page: thisPage, waiting: new Map() }
const client = {
  page: thisPage,
  http: createHttp({ early, fetchAction: createFetchAction(early) }),
  store: { hint: () => undefined, refresh: async () => undefined },
}
const remember = () => document.querySelector("[data-remember]")?.checked
const ask = (more) => signInWithPasskey(client, { provider: button.dataset.passkey, redirectTo, remember, ...more })

const setBusy = (busy) => {
  for (const name of ["aria-busy", "aria-disabled"]) {
    if (busy) button.setAttribute(name, "true")
    else button.removeAttribute(name)
  }
}

/** Navigates to the sign-in page again, which shows the error in the page's language. */
function tell({ error }) {
  if (error === "Cancelled" || error === "Unsupported") return
  const code = error === "Unknown" ? { code: "unknown" } : {}
  location.replace(
    `${base}/signin?${new URLSearchParams({ error: "WebAuthnVerificationError", ...code, callbackUrl: redirectTo })}`,
  )
}

async function offer() {
  if (!document.querySelector("input[autocomplete$=webauthn]")) return
  for (;;) {
    const late = AbortSignal.timeout(REFRESH)
    const result = await ask({ autofill: true, signal: late })
    if (result.ok) return setBusy(true)
    // The user didn't request this list, so without support for it the page shows nothing and doesn't reload
    if (result.error === "Rejected" || result.error === "Unknown") return tell(result)
    if (!late.aborted) return
  }
}

if (button && typeof PublicKeyCredential === "function") {
  button.hidden = false
  button.addEventListener("click", async () => {
    if (document.querySelector(".auth-button[aria-busy]")) return
    setBusy(true)
    const result = await ask()
    if (result.ok) return
    setBusy(false)
    tell(result)
    void offer()
  })
  addEventListener("pageshow", (event) => event.persisted && void offer())
  void offer()
} else button?.removeAttribute("data-later")
