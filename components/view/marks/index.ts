import { google, microsoft, type ProviderMark } from "../provider-marks.ts"
import { MARKS } from "./marks.generated.ts"

const COLORED_MARKS: Readonly<Record<string, ProviderMark | undefined>> = {
  google,
  "microsoft-entra-id": microsoft,
  "azure-ad": microsoft,
  "azure-ad-b2c": microsoft,
}

/** The mark of a provider of the catalogue; undefined for one that has none here. */
export function markOf(id: string): ProviderMark | undefined {
  if (Object.hasOwn(COLORED_MARKS, id)) return COLORED_MARKS[id]
  const mark = Object.hasOwn(MARKS, id) ? MARKS[id] : undefined
  return mark && { paths: [mark] }
}
