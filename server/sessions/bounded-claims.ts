import type { JWT } from "../crypto/jwt-types.ts"

/** The most characters of a name or an email address that a cookie holds. */
const MAX_TEXT = 256
const MAX_PICTURE = 2048

/** Returns the claims with long names cut and large pictures dropped, so that they fit into a cookie. */
export function boundedClaims(claims: JWT): JWT {
  const { name, email, picture } = claims
  return {
    ...claims,
    ...(typeof name === "string" && { name: name.slice(0, MAX_TEXT) }),
    ...(typeof email === "string" && email.length > MAX_TEXT && { email: null }),
    ...(typeof picture === "string" &&
      (picture.length > MAX_PICTURE || picture.startsWith("data:")) && { picture: null }),
  }
}
