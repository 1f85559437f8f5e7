import type { CardState } from "./card.ts"
import type { Screen, ScreenPage } from "./screen.ts"

/**
 * Starts a screen whose behavior is a separate script, so that the first paint doesn't wait for it. With `urgent`, a
 * selector, the script is loaded only when such an element is there, or the user points at the screen or focuses it.
 *
 * A form that is submitted before the script has loaded is sent afterwards, with a busy button meanwhile. If the script
 * fails to load, the forms post by themselves.
 */
export function startWhenLoaded<Props, State extends CardState>(
  page: ScreenPage<Props, State>,
  load: () => Promise<Screen<Props, State>["start"] | undefined>,
  urgent?: string,
): () => void {
  const { root } = page
  const waiting = new AbortController()
  const { signal } = waiting
  let starting: Promise<(() => void) | undefined> | undefined
  let heldButton: HTMLElement | undefined // keeps the first click

  const setScripted = (scripted: boolean) => page.set({ scripted } as Partial<State>) // State has all of a CardState
  const holdClick = (event: Event) => {
    // The target of a click is an element
    const button = (event.target as Element).closest<HTMLElement>("[type=submit],[data-reveal]")
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    heldButton ??= button
    heldButton.ariaBusy = "true"
    start()
  }
  const begin = (startScreen?: Screen<Props, State>["start"]) => {
    if (signal.aborted) return undefined
    waiting.abort()
    setScripted(!!startScreen)
    const stop = startScreen?.(page)
    if (heldButton) {
      heldButton.ariaBusy = null
      heldButton.click()
    }
    return stop
  }
  const start = () => {
    starting ??= load()
      .catch(() => undefined)
      .then(begin)
  }
  root.addEventListener("click", holdClick, { signal, capture: true }) // Enter in a field also clicks its form's button
  if (urgent) {
    const startIfUrgent = () => {
      if (root.querySelector(urgent)) start()
    }
    new MutationObserver(startIfUrgent).observe(root, { childList: true, subtree: true }) // ends with the root
    root.addEventListener("pointerover", start, { signal })
    root.addEventListener("focusin", start, { signal })
    setScripted(true)
    startIfUrgent()
  } else start()
  return () => {
    waiting.abort()
    void starting?.then((stop) => stop?.())
  }
}
