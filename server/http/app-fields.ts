import type { Body } from "./body.ts"

/** Fields that the forms and clients of Latchkit and Auth.js add to the app's fields. */
const RESERVED_FIELDS = new Set(
  "csrfToken callbackUrl json redirect redirectTo providerId options authorizationParams carry remember asked popup".split(
    " ",
  ),
)

/** Maximum number of fields passed to a provider that declares none. */
export const MAX_FIELDS = 32

/**
 * Returns the text fields of a sign-in form that belong to the app. Used for a credentials provider that declares no
 * fields.
 */
export function appFields({ fields }: Body): [name: string, value: string][] {
  return Object.entries(fields).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !RESERVED_FIELDS.has(entry[0]) && !(entry[0] in Object.prototype),
  )
}
