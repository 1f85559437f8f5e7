import { google, microsoft, type ProviderMark } from "../provider-marks.ts"
import { DRAWN_MARKS } from "./drawn.ts"

const COLORED_MARKS: Readonly<Record<string, ProviderMark | undefined>> = {
  google,
  "microsoft-entra-id": microsoft,
  "azure-ad": microsoft,
  "azure-ad-b2c": microsoft,
}

/** Returns the mark of a provider that simple-icons lacks, or `undefined` if it has none. */
export function markByHand(id: string): ProviderMark | undefined {
  if (Object.hasOwn(COLORED_MARKS, id)) return COLORED_MARKS[id]
  const drawn = Object.hasOwn(DRAWN_MARKS, id) ? DRAWN_MARKS[id] : undefined
  return drawn === undefined ? undefined : { paths: [[drawn, "currentColor"]] }
}
