import type { Body } from "./body.ts"

/** What Latchkit's own forms and clients, and those of Auth.js, send beside an app's fields. */
const RESERVED_FIELDS = new Set(
  "csrfToken callbackUrl json redirect redirectTo providerId options authorizationParams carry remember asked popup".split(
    " ",
  ),
)

/** Fields that a provider without declared ones may get. */
export const MAX_FIELDS = 32

/** The text fields of a sign-in form that belong to the app, for a credentials provider that declares none. */
export function appFields({ fields }: Body): [name: string, value: string][] {
  return Object.entries(fields).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !RESERVED_FIELDS.has(entry[0]) && !(entry[0] in Object.prototype),
  )
}
