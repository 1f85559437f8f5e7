import type { SectionPart } from "./account-rows.ts"
import type { accountWords } from "./words.ts"

/** A part of the account card that its navigation leads to. */
export interface AreaView {
  /** The id of its heading. */
  readonly id: string
  readonly title: string
  readonly parts: readonly SectionPart[]
}

/** Returns the areas of a card with these sections, in order. */
export function accountAreas(
  shown: readonly { readonly part: SectionPart }[],
  { id, words }: { id: string; words: typeof accountWords },
): readonly AreaView[] {
  const areas = [
    { id: `${id}-profile`, title: words.profile, parts: ["profile", "email"] },
    {
      id: `${id}-security`,
      title: words.security,
      parts: ["password", "two-step", "passkeys", "methods", "sessions"],
    },
    { id: `${id}-danger`, title: words.data, parts: ["danger"] },
  ] satisfies AreaView[]
  return areas.filter(({ parts }) => shown.some(({ part }) => (parts as SectionPart[]).includes(part)))
}
