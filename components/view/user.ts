import type { User } from "../../client/contract.ts"
import { safeImage } from "./theme.ts"

/** Somebody as the kit shows them. */
export interface PersonView {
  readonly name: string
  /** Below the name; undefined where the name is the address already. */
  readonly email: string | undefined
  readonly image: string | undefined
  /** Stand where there is no picture. */
  readonly initials: string
}

/** A user's name, picture and what stands for it. */
export function personView({ name, email, image }: User): PersonView {
  const displayName = name || email || "?"
  return {
    name: displayName,
    email: name && email ? email : undefined,
    image: safeImage(image ?? undefined),
    initials: toInitials(displayName),
  }
}

// the first letters of the first and the last word, as a reader counts letters
function toInitials(name: string): string {
  const words = name.split("@", 1).join("").split(/\s+/).filter(Boolean)
  const first = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return first.map((word) => [...(word ?? "")][0] ?? "").join("").toLocaleUpperCase() // prettier-ignore
}
