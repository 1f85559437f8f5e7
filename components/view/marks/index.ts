import { google, microsoft, type ProviderMark } from "../provider-marks.ts"
import { DRAWN_MARKS } from "./drawn.ts"
import { MARKS } from "./marks.generated.ts"

const COLORED_MARKS: Readonly<Record<string, ProviderMark | undefined>> = {
  google,
  "microsoft-entra-id": microsoft,
  "azure-ad": microsoft,
  "azure-ad-b2c": microsoft,
}

/** Returns the mark of a provider in the catalog, or `undefined` if it has none. */
export function markOf(id: string): ProviderMark | undefined {
  if (Object.hasOwn(COLORED_MARKS, id)) return COLORED_MARKS[id]
  const mark = Object.hasOwn(MARKS, id) ? MARKS[id] : undefined
  if (mark) return { paths: [mark] }
  const drawn = Object.hasOwn(DRAWN_MARKS, id) ? DRAWN_MARKS[id] : undefined
  return drawn === undefined ? undefined : { paths: [[drawn, "currentColor"]] }
}
