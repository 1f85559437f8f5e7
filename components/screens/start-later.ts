import type { Screen, ScreenPage } from "./screen.ts"

/**
 * Starts a screen whose behaviour is a script of its own, so that the first paint does not wait for it. A form that is sent before it came
 * is sent then, and its button waits meanwhile; where it does not come, the forms post by themselves, as without a script.
 */
export function startLater<Props, State>(
  page: ScreenPage<Props, State>,
  load: () => Promise<Screen<Props, State>["start"]>,
): () => void {
  const waiting = new AbortController()
  const { signal } = waiting
  let pressed: HTMLElement | undefined // the first: whoever waits has chosen

  const keep = (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>("[type=submit]") // a click is at an element
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed ??= button
    pressed.ariaBusy = "true"
  }
  async function begin() {
    const start = await load().catch(() => undefined)
    if (signal.aborted) return undefined
    waiting.abort()
    const stop = start?.(page)
    if (pressed) {
      pressed.ariaBusy = null
      pressed.click()
    }
    return stop
  }
  page.root.addEventListener("click", keep, { signal, capture: true }) // Enter in a field is a click on its form's button, too
  const begun = begin()
  return () => {
    waiting.abort()
    void begun.then((stop) => stop?.())
  }
}
