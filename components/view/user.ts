import type { User } from "../../client/contract.ts"
import { safeImage } from "../theme/theme.ts"

/** A user as the components show them. */
export interface PersonView {
  readonly name: string
  /** Shown below the name. `undefined` if the name already is the email address. */
  readonly email: string | undefined
  readonly image: string | undefined
  /** Shown if there is no picture. */
  readonly initials: string
}

/** Returns a user's name, picture and initials. */
export function personView({ name, email, image }: User): PersonView {
  const displayName = name || email || "?"
  return {
    name: displayName,
    email: name && email ? email : undefined,
    image: safeImage(image ?? undefined),
    initials: toInitials(displayName),
  }
}

// The first letters of the first and the last word, by code point
function toInitials(name: string): string {
  const words = name.split("@", 1).join("").split(/\s+/).filter(Boolean)
  const first = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return first
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toLocaleUpperCase()
}
