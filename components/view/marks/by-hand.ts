import { ownValue } from "../messages/fill.ts"
import { google, microsoft, type ProviderMark } from "../provider-marks.ts"
import { DRAWN_MARKS } from "./drawn.ts"

const COLORED_MARKS: Readonly<Record<string, ProviderMark | undefined>> = {
  google,
  "microsoft-entra-id": microsoft,
  "azure-ad": microsoft,
  "azure-ad-b2c": microsoft,
}

/** Returns the mark of a provider with several colors. */
export const coloredMark = (id: string): ProviderMark | undefined => ownValue(COLORED_MARKS, id)

/** Returns the mark of a provider that simple-icons lacks, or `undefined` if it has none. */
export const markByHand = (id: string): ProviderMark | undefined => coloredMark(id) ?? ownValue(DRAWN_MARKS, id)
