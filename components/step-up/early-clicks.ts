/** For how long a new card ignores clicks, in milliseconds. */
const DELAY = 500

/**
 * Ignores clicks and sent forms right after a card appears or its tab comes to the front. Otherwise a page could place
 * it under a double click (threat 453).
 */
export function ignoreEarlyClicks(root: HTMLElement, signal?: AbortSignal): void {
  const options = signal ? { signal } : {}
  const shown = { at: performance.now() }
  const ignore = (event: Event) => {
    if (performance.now() - shown.at >= DELAY) return
    if (event.type === "click" && !(event.target as Element).closest("button,a")) return // the target of a click is an element
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const type of ["click", "submit"]) root.addEventListener(type, ignore, { ...options, capture: true })
  root.ownerDocument.addEventListener("visibilitychange", () => (shown.at = performance.now()), options)
}
