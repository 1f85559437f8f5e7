import type { Screen, ScreenPage } from "./screen.ts"

/**
 * Starts a screen whose behavior is a separate script, so that the first paint doesn't wait for it.
 *
 * A form that is submitted before the script has loaded is sent afterwards, with a busy button meanwhile. If the script
 * fails to load, the forms post by themselves.
 */
export function startWhenLoaded<Props, State>(
  page: ScreenPage<Props, State>,
  load: () => Promise<Screen<Props, State>["start"]>,
): () => void {
  const loading = new AbortController()
  const { signal } = loading
  let heldButton: HTMLElement | undefined // keeps the first click

  const holdClick = (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>("[type=submit]") // the target of a click is an element
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    heldButton ??= button
    heldButton.ariaBusy = "true"
  }
  async function loadAndStart() {
    const start = await load().catch(() => undefined)
    if (signal.aborted) return undefined
    loading.abort()
    const stop = start?.(page)
    if (heldButton) {
      heldButton.ariaBusy = null
      heldButton.click()
    }
    return stop
  }
  page.root.addEventListener("click", holdClick, { signal, capture: true }) // Enter in a field also clicks its form's button
  const starting = loadAndStart()
  return () => {
    loading.abort()
    void starting.then((stop) => stop?.())
  }
}
