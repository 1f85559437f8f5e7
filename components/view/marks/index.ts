import type { ProviderMark } from "../provider-marks.ts"
import { markByHand } from "./by-hand.ts"
import { MARKS } from "./marks.generated.ts"

/** Returns the mark of a provider in the catalog, or `undefined` if it has none. */
export function markOf(id: string): ProviderMark | undefined {
  return markByHand(id) ?? (Object.hasOwn(MARKS, id) ? MARKS[id] : undefined)
}
