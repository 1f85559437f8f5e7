import type { JWT } from "../crypto/jwt-types.ts"

/** Characters of a name or an address that a cookie is worth. */
const MAX_TEXT = 256
const MAX_PICTURE = 2048

/** The claims with names cut and pictures dropped where an identity provider sends more than a cookie can carry. */
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
