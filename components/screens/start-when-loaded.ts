import type { Screen, ScreenPage } from "./screen.ts"

/**
 * Starts a screen whose behaviour is a script of its own, so that the first paint does not wait for it. A form that is sent before it came
 * is sent then, and its button waits meanwhile; where it does not come, the forms post by themselves, as without a script.
 */
export function startWhenLoaded<Props, State>(
  page: ScreenPage<Props, State>,
  load: () => Promise<Screen<Props, State>["start"]>,
): () => void {
  const loading = new AbortController()
  const { signal } = loading
  let heldButton: HTMLElement | undefined // the first: whoever waits has chosen

  const holdClick = (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>("[type=submit]") // a click is at an element
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
  page.root.addEventListener("click", holdClick, { signal, capture: true }) // Enter in a field is a click on its form's button, too
  const starting = loadAndStart()
  return () => {
    loading.abort()
    void starting.then((stop) => stop?.())
  }
}
