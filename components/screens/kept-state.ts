import type { CardState } from "./card.ts"
import type { ScreenPage } from "./screen.ts"

/** The last states of screens that were stopped, by their root. */
const states = new WeakMap<Element, object>()

/**
 * Continues with the state that a screen had when it was stopped: React's `Activity` hides a page, keeps its elements
 * and shows it again. A request that ran then has no result.
 *
 * @returns a function that keeps the state
 */
export function continueState(page: ScreenPage<unknown, CardState>): () => void {
  const { root } = page
  const before = states.get(root)
  if (before) page.set({ ...before, busy: undefined, step: undefined, revealed: false })
  return () => void states.set(root, page.state)
}
