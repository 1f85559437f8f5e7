import { clientOf } from "../../client/client.ts"
import { navigate } from "../../client/page.ts"
import { passkey, type PasskeyResult } from "../../client/passkey.ts"
import { unreachable, type CardState } from "./card.ts"
import type { ScreenPage } from "./screen.ts"

/** What passkeys need of a card's props. */
interface PasskeyProps {
  basePath?: string | undefined
  callbackUrl?: string | undefined
  /** Called after a sign-in, instead of going to its URL. */
  onSignIn?: ((url: string) => void) | undefined
}

type Page = ScreenPage<PasskeyProps, CardState>

/** Milliseconds after which a waiting list gets a new challenge: the old one is good for 15 minutes. */
const REFRESH = 10 * 60 * 1000

/**
 * Passkeys on a card that signs in: its button asks for one, and where it has a field for them the browser's own list offers
 * them. One request at a time; what the visitor cancels says nothing and leaves the focus where it is.
 */
export function startPasskeys(page: Page): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const offer = () => void autofill(page, signal)
  onPasskeyButton(page, signal, (provider) => void byButton(page, { provider, signal }).then(offer))
  offer()
  return () => ended.abort()
}

/** Calls `press` with the provider of each passkey button that is pressed in the card. */
export function onPasskeyButton(
  { root }: { readonly root: HTMLElement },
  signal: AbortSignal,
  press: (provider: string) => void,
): void {
  root.addEventListener(
    "click",
    ({ target }) => {
      const button = target instanceof Element && target.closest("[data-passkey]")
      if (button) press(button.getAttribute("data-passkey") ?? "")
    },
    { signal },
  )
}

/** What a card shows of a request that came to nothing. */
export function shownError({ error }: PasskeyResult): string | undefined {
  if (error === "RequestFailed") return unreachable()
  return error === "Cancelled" ? undefined : error
}

async function byButton(page: Page, { provider, signal }: { provider: string; signal: AbortSignal }): Promise<void> {
  if (page.state.busy !== undefined) return
  page.set({ busy: provider, error: undefined })
  const { basePath, callbackUrl } = page.props
  const given = provider === "" ? undefined : provider
  const result = await passkey.signIn({ provider: given, basePath, redirectTo: callbackUrl, redirect: false, signal })
  if (!signal.aborted && !entered(page, result)) page.set({ busy: undefined, error: shownError(result) })
}

async function autofill(page: Page, signal: AbortSignal): Promise<void> {
  const button = page.root.querySelector("[data-passkey]")
  if (!button || !page.root.querySelector("input[autocomplete$=webauthn]") || !passkey.isSupported()) return
  const provider = button.getAttribute("data-passkey") || undefined
  while (!signal.aborted) {
    const late = AbortSignal.timeout(REFRESH)
    const { basePath, callbackUrl } = page.props
    const where = { provider, basePath, redirectTo: callbackUrl, redirect: false }
    const result = await passkey.signIn({ ...where, autofill: true, signal: AbortSignal.any([signal, late]) })
    if (signal.aborted || entered(page, result)) return
    if (result.error === "Unknown" || result.error === "Refused") page.set({ error: result.error })
    else if (!late.aborted) return // another request took its place, or there is no such list
  }
}

/** Goes on to where a sign-in leads; the card stays busy until the next page. */
function entered({ props, set }: Page, { ok, url }: PasskeyResult): boolean {
  if (!ok) return false
  set({ busy: "" })
  const { onSignIn, basePath } = props
  if (onSignIn) {
    set({ busy: undefined })
    onSignIn(url)
  } else navigate(clientOf({ basePath }).page, url)
  return true
}
