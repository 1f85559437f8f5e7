// Opens the browser's account chooser for the provider buttons of the built-in sign-in page. Without a token, the form
// posts as usual. After a sign-out or a deletion, the browser must not sign the user in by itself.
import { RETURN_REDIRECT_HEADER } from "../../../client/protocol.ts"
import { thisPage } from "../../../client/page/page.ts"
import { signInWithFedcm } from "../../../client/actions/fedcm.ts"

// Latchkit serves this file at {base path}/assets/fedcm.js
const base = new URL(import.meta.url).pathname.replace(/\/assets\/[^/]*$/, "")
const early = {}
const store = { hint: () => undefined, refresh: async () => undefined }

async function enter(form, providers) {
  const { provider } = form.dataset
  const { callbackUrl = "/", remember, csrfToken } = Object.fromEntries(new FormData(form))
  const post = async (path, fields) => {
    const body = new URLSearchParams({ ...fields, csrfToken })
    const response = await fetch(`${base}/${path}`, {
      method: "POST",
      headers: { [RETURN_REDIRECT_HEADER]: "1" },
      body,
    })
    return { status: response.status, ...(await response.json()) }
  }
  const client = { base, page: thisPage, early, http: { post }, store }
  const result = (await providers)[provider]?.fedcm
    ? await signInWithFedcm(client, provider, { callbackUrl, remember }).catch(() => undefined)
    : undefined
  if (!result) return HTMLFormElement.prototype.submit.call(form)
  if (result.error) location.assign(`${base}/signin?${new URLSearchParams({ error: result.error, callbackUrl })}`)
}

document.addEventListener("submit", ({ target }) => {
  if (/\/signout$/.test(target.getAttribute("action")) || new FormData(target).get("change") === "delete-account")
    navigator.credentials?.preventSilentAccess?.().catch(() => undefined)
})

if ("IdentityCredential" in window) {
  const providers = fetch(`${base}/providers`)
    .then((response) => response.json())
    .catch(() => ({}))
  document.addEventListener("submit", (event) => {
    const { target: form } = event
    if (event.defaultPrevented || form.dataset.part !== "provider") return
    event.preventDefault()
    void enter(form, providers)
  })
}
