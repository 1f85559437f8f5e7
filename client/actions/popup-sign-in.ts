import { isObject } from "../http/fetch-action.ts"
import { ERROR_PAGE_ERRORS, SIGN_IN_ERRORS } from "../contract.ts"
import { navigate } from "../page/navigate.ts"
import type { Channel, Page, PopupWindow } from "../page/page.ts"
import { returnUrl } from "../page/return-url.ts"
import type { SignInOptions, SignInResult, ActionClient } from "./types.ts"
import { sessionVersion } from "../page/session-version.ts"

interface PopupStart extends Pick<SignInOptions, "redirect"> {
  provider: string
  /** The path that the form posts to. */
  path: string
  form: Record<string, string> & { callbackUrl: string }
}

/** The popup's result, or `undefined` if the user abandoned it. */
type PopupResult = { error?: string; code?: string } | undefined

/**
 * Signs in with a provider in a window that was opened in the click. Closes the window and returns `undefined` if the
 * provider doesn't need one. Also returns `undefined` if no window opened and the page may navigate instead.
 */
export async function signInByPopup(
  client: ActionClient,
  popup: PopupWindow | null | undefined,
  start: PopupStart,
): Promise<SignInResult | undefined> {
  const { page, http } = client
  try {
    const type = Object.entries(await http.providers()).find(([id]) => id === start.provider)?.[1].type
    if (type !== "oauth" && type !== "oidc") return undefined
    const { location, BroadcastChannel } = page
    // The popup can only message pages of its own origin, which is the server's
    const isSameOrigin = location && new URL(client.base, location.href).origin === location.origin
    if (popup && !popup.closed && isSameOrigin && BroadcastChannel)
      return await runPopupSignIn(client, popup, { ...start, open: (name) => new BroadcastChannel(name) })
    return start.redirect ? undefined : signInError({ error: "PopupBlocked" })
  } finally {
    popup?.close()
  }
}

/**
 * Waits for the popup to finish. The popup may report an error, but only the server says whether the user is signed in.
 */
async function runPopupSignIn(
  { page, http, store }: ActionClient,
  popup: PopupWindow,
  { path, form, redirect = false, open }: PopupStart & { open(name: string): Channel },
): Promise<SignInResult> {
  centerPopup(popup, page)
  popup.opener = null // the popup must not control this page
  const versionBefore = sessionVersion(page)
  const attemptId = createAttemptId()
  const response = await http.post(path, { ...form, popup: attemptId })
  if (response.error) return signInError(response, response.status)
  if (popup.closed) return signInError({ error: "Cancelled" })
  if (!navigate({ fetch: page.fetch, location: popup.location }, response.url, "any-origin"))
    return signInError({ error: "OAuthSignin" })
  const popupResult = await waitForPopup(popup, page, open(`latchkit,popup,${attemptId}`))
  if (popupResult?.error) return signInError(popupResult, 200)
  if (!popupResult && sessionVersion(page) === versionBefore) return signInError({ error: "Cancelled" })
  if (!(await store.refresh(versionBefore ?? ""))) return signInError({ error: popupResult ? "Callback" : "Cancelled" })
  // The server decides where a sign-in may lead. Without a target in its response, the user stays on this page
  const url = response.callbackUrl ?? returnUrl(page)
  if (redirect) navigate(page, url, "any-origin")
  return { ok: true, status: 200, url }
}

function signInError(
  { error = "Callback", code }: { error?: string; code?: string | undefined },
  status = 0,
): SignInResult {
  return { ok: false, status, url: null, error, code }
}

const WIDTH = 480

function centerPopup(popup: PopupWindow, { screenX = 0, screenY = 0, outerWidth = WIDTH }: Page): void {
  popup.moveTo?.(screenX + Math.max(0, outerWidth - WIDTH) / 2, screenY + 80)
}

// Not randomUUID: it doesn't exist on a plain http site in a local network
function createAttemptId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Milliseconds between two checks of the window. */
const CHECK_INTERVAL = 500
/** How often a window must seem closed before it counts as abandoned. Its message may still be on its way. */
const MAX_CLOSED_CHECKS = 3

/**
 * Waits for the popup's result. With `Cross-Origin-Opener-Policy`, a provider's window seems closed while the user
 * still types into it. So a window that seems closed counts as abandoned only when the user is back on this page.
 */
function waitForPopup(popup: PopupWindow, page: Page, channel: Channel): Promise<PopupResult> {
  return new Promise((resolve) => {
    const checks = { closed: 0 }
    const finish = (said: PopupResult) => {
      clearInterval(timer)
      page.removeEventListener?.("click", focusPopup)
      resolve(said)
    }
    const timer = setInterval(() => {
      const isBack = popup.closed && page.document?.hasFocus?.() !== false
      checks.closed = isBack ? checks.closed + 1 : 0
      if (checks.closed === MAX_CLOSED_CHECKS) finish(undefined)
    }, CHECK_INTERVAL)
    // If the user lost the window behind the page, the button that waits for it brings it back
    const focusPopup = ({ target }: Event) => {
      if ((target as Partial<Element>).closest?.("[aria-busy=true]")) popup.focus() // the page may be the target
    }
    page.addEventListener?.("click", focusPopup)
    // Listens even after the user abandoned the window: it closes when its message is received
    channel.onmessage = ({ data }) => {
      channel.postMessage("heard")
      channel.close()
      finish(parsePopupResult(data))
    }
  })
}

const KNOWN_ERRORS: readonly string[] = [...SIGN_IN_ERRORS, ...ERROR_PAGE_ERRORS]

/** Accepts only well-formed error codes. A message is just a hint. */
function parsePopupResult(message: unknown): NonNullable<PopupResult> {
  const { error, code } = isObject(message) ? message : {}
  if (error === undefined || error === null) return {}
  return {
    error: KNOWN_ERRORS.find((known) => known === error) ?? "Callback",
    ...(typeof code === "string" && /^[\w-]{1,64}$/.test(code) && { code }),
  }
}
