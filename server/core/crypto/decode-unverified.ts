import type { JWTPayload } from "jose"

/** Decodes a JWT's claims without verifying them. Returns `undefined` if it isn't a JWT. */
export async function decodeUnverified(token: unknown): Promise<JWTPayload | undefined> {
  if (typeof token !== "string") return undefined
  const { decodeJwt } = await import("./jose.ts")
  try {
    return decodeJwt(token)
  } catch {
    return undefined // truncated by a column, or encrypted by the app
  }
}
