import { isObject } from "./ask.ts"
import { ERROR_PAGE_ERRORS, SIGN_IN_ERRORS } from "./contract.ts"
import { navigate } from "./navigate.ts"
import type { Channel, Page, PopupWindow } from "./page.ts"
import { returnUrl } from "./return-url.ts"
import type { SignInOptions, SignInResult } from "./types.ts"
import { sessionVersion } from "./version.ts"
import type { WholeClient } from "./types.ts"

interface PopupStart extends Pick<SignInOptions, "redirect"> {
  provider: string
  /** Where the form is posted to. */
  path: string
  form: Record<string, string> & { callbackUrl: string }
}

/** What the window said when it was over; undefined where the visitor left it. */
type Said = { error?: string; code?: string } | undefined

/**
 * Signs in with a provider in a window that was opened in the click. Undefined, and no window, for a provider that needs none, and
 * where none was opened and the page may be left instead.
 */
export async function signInByPopup(
  client: WholeClient,
  popup: PopupWindow | null | undefined,
  start: PopupStart,
): Promise<SignInResult | undefined> {
  const { page, http } = client
  try {
    const type = Object.entries(await http.providers()).find(([id]) => id === start.provider)?.[1].type
    if (type !== "oauth" && type !== "oidc") return undefined
    const { location, BroadcastChannel } = page
    // the window speaks to pages of its own origin, which is that of the service
    const isHere = location && new URL(client.base, location.href).origin === location.origin
    if (popup && !popup.closed && isHere && BroadcastChannel)
      return await signInBeside(client, popup, { ...start, open: (name) => new BroadcastChannel(name) })
    return start.redirect ? undefined : refused({ error: "PopupBlocked" })
  } finally {
    popup?.close()
  }
}

/** The window says that it is over, and may say why nothing came of it; who is signed in, the service alone says. */
async function signInBeside(
  { page, http, store }: WholeClient,
  popup: PopupWindow,
  { path, form, redirect = false, open }: PopupStart & { open(name: string): Channel },
): Promise<SignInResult> {
  centre(popup, page)
  popup.opener = null // whatever the window shows has no hold on this page
  const before = sessionVersion(page)
  const attempt = newName()
  const answer = await http.post(path, { ...form, popup: attempt })
  if (answer.error) return refused(answer, answer.status)
  if (popup.closed) return refused({ error: "Cancelled" })
  if (!navigate({ fetch: page.fetch, location: popup.location }, answer.url, true))
    return refused({ error: "OAuthSignin" })
  const said = await overIn(popup, page, open(`latchkit,popup,${attempt}`))
  if (said?.error) return refused(said, 200)
  if (!said && sessionVersion(page) === before) return refused({ error: "Cancelled" })
  if (!(await store.refresh(before ?? ""))) return refused({ error: said ? "Callback" : "Cancelled" })
  // The server decides where a sign-in may lead. An answer without a target leads nowhere else
  const url = answer.callbackUrl ?? returnUrl(page)
  if (redirect) navigate(page, url, true)
  return { ok: true, status: 200, url }
}

function refused(
  { error = "Callback", code }: { error?: string; code?: string | undefined },
  status = 0,
): SignInResult {
  return { ok: false, status, url: null, error, code }
}

const WIDTH = 480

function centre(popup: PopupWindow, { screenX = 0, screenY = 0, outerWidth = WIDTH }: Page): void {
  popup.moveTo?.(screenX + Math.max(0, outerWidth - WIDTH) / 2, screenY + 80)
}

// Not randomUUID: a site that is developed over plain http in its own network has none
function newName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Milliseconds between two looks at the window. */
const LOOK = 500
/** Looks at a window that seems closed before it counts as left: what it said may still be on its way. */
const LOOKS = 3

/**
 * A provider may cut its window off from every other (Cross-Origin-Opener-Policy): it then seems closed while somebody types
 * into it. So the visitor has left a window that seems closed when they are back at this page, and not before.
 */
function overIn(popup: PopupWindow, page: Page, channel: Channel): Promise<Said> {
  return new Promise((settle) => {
    const seen = { closed: 0 }
    const end = (said: Said) => {
      clearInterval(timer)
      page.removeEventListener?.("click", toFront)
      settle(said)
    }
    const timer = setInterval(() => {
      const isBack = popup.closed && page.document?.hasFocus?.() !== false
      seen.closed = isBack ? seen.closed + 1 : 0
      if (seen.closed === LOOKS) end(undefined)
    }, LOOK)
    // whoever lost the window behind the page presses the button that waits for it
    const toFront = ({ target }: Event) => {
      if (target instanceof Element && target.closest("[aria-busy=true]")) popup.focus()
    }
    page.addEventListener?.("click", toFront)
    // also after its visitor had left it: the window closes when it is heard
    channel.onmessage = ({ data }) => {
      channel.postMessage("heard")
      channel.close()
      end(readSaid(data))
    }
  })
}

const KNOWN: readonly string[] = [...SIGN_IN_ERRORS, ...ERROR_PAGE_ERRORS]

/** Codes of ours, and nothing else: a message is a hint. */
function readSaid(message: unknown): NonNullable<Said> {
  const { error, code } = isObject(message) ? message : {}
  if (error === undefined || error === null) return {}
  return {
    error: KNOWN.find((known) => known === error) ?? "Callback",
    ...(typeof code === "string" && /^[\w-]{1,64}$/.test(code) && { code }),
  }
}
