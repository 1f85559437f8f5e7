import { passkey } from "../../client/api/passkey.ts"
import type { PasskeyPage } from "./passkey-card.ts"
import { connectionError } from "../screens/native-forms.ts"

/**
 * Adds passkeys to a sign-in card: its button requests one, and its autofill field offers them in the browser's list.
 * Only a card with a passkey button loads the code for this.
 */
export function startPasskeys(page: PasskeyPage): () => void {
  const ended = new AbortController()
  const { signal } = ended
  onPasskeyClick(page, signal, (provider) => void signInOnClick(page, provider, signal))
  if (passkey.isSupported() && page.root.querySelector("[data-passkey]"))
    void loadPasskeys().then((passkeys) => passkeys?.offerAutofill(page, signal))
  return () => ended.abort()
}

const loadPasskeys = () => import("./passkeys.ts").catch(() => undefined)

async function signInOnClick(page: PasskeyPage, provider: string, signal: AbortSignal): Promise<void> {
  if (page.state.busy !== undefined) return
  page.set({ busy: provider, sent: provider, error: undefined })
  const passkeys = await loadPasskeys()
  if (passkeys) await passkeys.signInByButton(page, { provider, signal })
  else page.set({ busy: undefined, error: connectionError() })
}

/** Calls `press` with the provider of each passkey button that is clicked in the card. */
export function onPasskeyClick(
  { root }: { readonly root: HTMLElement },
  signal: AbortSignal,
  onClick: (provider: string) => void,
): void {
  root.addEventListener(
    "click",
    ({ target }) => {
      const button = (target as Element).closest("[data-passkey]") // the target of a click is an element
      if (button) onClick(button.getAttribute("data-passkey") ?? "")
    },
    { signal },
  )
}
