import type { JWTHeaderParameters, JWTPayload } from "jose"
import { utf8Text } from "./bytes.ts"

/** Decodes a JWT's claims without verifying them. Returns `undefined` if it isn't a JWT. */
export const decodeUnverified = (token: unknown): JWTPayload | undefined => decodePart(token, 1)

/** Decodes a JWT's header without verifying it. Returns `undefined` if it isn't a JWT. */
export const decodeHeader = (token: string): Partial<JWTHeaderParameters> | undefined => decodePart(token, 0)

function decodePart(token: unknown, index: number): Record<string, unknown> | undefined {
  const parts = typeof token === "string" ? token.split(".") : []
  if (parts.length !== 3) return undefined // encrypted by the app
  try {
    const binary = atob((parts[index] ?? "").replaceAll("-", "+").replaceAll("_", "/"))
    const value: unknown = JSON.parse(utf8Text(Uint8Array.from(binary, (character) => character.charCodeAt(0))))
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined // each field is checked where it is used
  } catch {
    return undefined // truncated by a column
  }
}
