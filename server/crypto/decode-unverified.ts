import type { JWTPayload } from "jose"

/** What a JWT says of itself: nobody has checked it. Undefined for what is none. */
export async function decodeUnverified(token: unknown): Promise<JWTPayload | undefined> {
  if (typeof token !== "string") return undefined
  const { decodeJwt } = await import("jose")
  try {
    return decodeJwt(token)
  } catch {
    return undefined // cut off by a column, or encrypted by the app
  }
}
