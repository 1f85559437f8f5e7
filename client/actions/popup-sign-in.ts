import { isObject } from "../http/fetch-action.ts"
import { ERROR_PAGE_ERRORS, SIGN_IN_ERRORS } from "../contract.ts"
import { navigate } from "../page/navigate.ts"
import type { Channel, Page, PopupWindow } from "../page/page.ts"
import { returnUrl } from "../page/return-url.ts"
import type { SignInOptions, SignInResult, FullClient } from "./types.ts"
import { sessionVersion } from "../page/session-version.ts"

interface PopupStart extends Pick<SignInOptions, "redirect"> {
  provider: string
  /** Where the form is posted to. */
  path: string
  form: Record<string, string> & { callbackUrl: string }
}

/** What the window said when it was over; undefined where the visitor left it. */
type PopupResult = { error?: string; code?: string } | undefined

/**
 * Signs in with a provider in a window that was opened in the click. Undefined, and no window, for a provider that needs none, and
 * where none was opened and the page may be left instead.
 */
export async function signInByPopup(
  client: FullClient,
  popup: PopupWindow | null | undefined,
  start: PopupStart,
): Promise<SignInResult | undefined> {
  const { page, http } = client
  try {
    const type = Object.entries(await http.providers()).find(([id]) => id === start.provider)?.[1].type
    if (type !== "oauth" && type !== "oidc") return undefined
    const { location, BroadcastChannel } = page
    // the window speaks to pages of its own origin, which is that of the service
    const isSameOrigin = location && new URL(client.base, location.href).origin === location.origin
    if (popup && !popup.closed && isSameOrigin && BroadcastChannel)
      return await runPopupSignIn(client, popup, { ...start, open: (name) => new BroadcastChannel(name) })
    return start.redirect ? undefined : signInError({ error: "PopupBlocked" })
  } finally {
    popup?.close()
  }
}

/** The window says that it is over, and may say why nothing came of it; who is signed in, the service alone says. */
async function runPopupSignIn(
  { page, http, store }: FullClient,
  popup: PopupWindow,
  { path, form, redirect = false, open }: PopupStart & { open(name: string): Channel },
): Promise<SignInResult> {
  centerPopup(popup, page)
  popup.opener = null // whatever the window shows has no hold on this page
  const versionBefore = sessionVersion(page)
  const attemptId = createAttemptId()
  const response = await http.post(path, { ...form, popup: attemptId })
  if (response.error) return signInError(response, response.status)
  if (popup.closed) return signInError({ error: "Cancelled" })
  if (!navigate({ fetch: page.fetch, location: popup.location }, response.url, true))
    return signInError({ error: "OAuthSignin" })
  const popupResult = await waitForPopup(popup, page, open(`latchkit,popup,${attemptId}`))
  if (popupResult?.error) return signInError(popupResult, 200)
  if (!popupResult && sessionVersion(page) === versionBefore) return signInError({ error: "Cancelled" })
  if (!(await store.refresh(versionBefore ?? ""))) return signInError({ error: popupResult ? "Callback" : "Cancelled" })
  // The server decides where a sign-in may lead. An answer without a target leads nowhere else
  const url = response.callbackUrl ?? returnUrl(page)
  if (redirect) navigate(page, url, true)
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

// Not randomUUID: a site that is developed over plain http in its own network has none
function createAttemptId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Milliseconds between two looks at the window. */
const CHECK_INTERVAL = 500
/** Looks at a window that seems closed before it counts as left: what it said may still be on its way. */
const MAX_CLOSED_CHECKS = 3

/**
 * A provider may cut its window off from every other (Cross-Origin-Opener-Policy): it then seems closed while somebody types
 * into it. So the visitor has left a window that seems closed when they are back at this page, and not before.
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
    // whoever lost the window behind the page presses the button that waits for it
    const focusPopup = ({ target }: Event) => {
      if (target instanceof Element && target.closest("[aria-busy=true]")) popup.focus()
    }
    page.addEventListener?.("click", focusPopup)
    // also after its visitor had left it: the window closes when it is heard
    channel.onmessage = ({ data }) => {
      channel.postMessage("heard")
      channel.close()
      finish(parsePopupResult(data))
    }
  })
}

const KNOWN_ERRORS: readonly string[] = [...SIGN_IN_ERRORS, ...ERROR_PAGE_ERRORS]

/** Codes of ours, and nothing else: a message is a hint. */
function parsePopupResult(message: unknown): NonNullable<PopupResult> {
  const { error, code } = isObject(message) ? message : {}
  if (error === undefined || error === null) return {}
  return {
    error: KNOWN_ERRORS.find((known) => known === error) ?? "Callback",
    ...(typeof code === "string" && /^[\w-]{1,64}$/.test(code) && { code }),
  }
}
