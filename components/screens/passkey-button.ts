import { passkey } from "../../client/passkey.ts"
import type { PasskeyPage } from "./passkey-card.ts"
import { unreachable } from "./start-card.ts"

/**
 * Passkeys on a card that signs in: its button asks for one, and where it has a field for them the browser's own list offers
 * them. What that takes is loaded by a card that has a passkey button, and by no other.
 */
export function startPasskeys(page: PasskeyPage): () => void {
  const ended = new AbortController()
  const { signal } = ended
  onPasskeyButton(page, signal, (provider) => void press(page, provider, signal))
  if (passkey.isSupported() && page.root.querySelector("[data-passkey]"))
    void load().then((passkeys) => passkeys?.offer(page, signal))
  return () => ended.abort()
}

const load = () => import("./passkeys.ts").catch(() => undefined)

async function press(page: PasskeyPage, provider: string, signal: AbortSignal): Promise<void> {
  if (page.state.busy !== undefined) return
  page.set({ busy: provider, sent: provider, error: undefined })
  const passkeys = await load()
  if (passkeys) await passkeys.byButton(page, { provider, signal })
  else page.set({ busy: undefined, error: unreachable() })
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
