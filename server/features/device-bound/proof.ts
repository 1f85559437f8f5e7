import { compactVerify, decodeProtectedHeader, importJWK } from "jose"
import * as v from "valibot"
import { fromBase64url } from "../../core/crypto/bytes.ts"
import { parseJson } from "../../core/proofs/change-record.ts"

const coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** The key types of the specification. Only their public fields are kept. */
const publicKey = v.variant("kty", [
  v.object({ kty: v.literal("EC"), crv: v.literal("P-256"), x: coordinate, y: coordinate }),
  v.object({
    kty: v.literal("RSA"),
    n: v.pipe(v.string(), v.regex(/^[\w-]{342,1024}$/)),
    e: v.pipe(v.string(), v.regex(/^[\w-]{2,8}$/)),
  }),
])

/** A browser's public key. */
export type PublicKey = v.InferOutput<typeof publicKey>

const ALGORITHMS = { EC: "ES256", RSA: "RS256" } as const

const header = v.object({ typ: v.literal("dbsc+jwt"), alg: v.picklist(["ES256", "RS256"]), jwk: v.optional(publicKey) })

const claims = v.object({ jti: v.string(), aud: v.optional(v.string()), sub: v.optional(v.string()) })

/** A proof whose signature isn't verified yet. */
export interface Proof {
  readonly text: string
  readonly challenge: string
  /** The key in a registration. */
  readonly key: PublicKey | undefined
  readonly audience: string | undefined
  readonly subject: string | undefined
}

const MAX_LENGTH = 6000

/**
 * Reads a string from a header. Browsers may quote it (RFC 9651, section 3.3.3). Returns `undefined` for anything else.
 */
export function readHeaderString(value: string | null): string | undefined {
  if (value === null || value.length > MAX_LENGTH) return undefined
  return /^(?:"([\w.-]+)"|([\w.-]+))$/
    .exec(value.trim())
    ?.slice(1)
    .find((text) => text !== undefined)
}

/**
 * Parses a proof. Returns `undefined` if it isn't one.
 *
 * @see [Device Bound Session Credentials, DBSC Proof JWT Syntax](https://w3c.github.io/webappsec-dbsc/#format-jwt)
 */
export function parseProof(text: string | undefined): Proof | undefined {
  const [, payload, ...rest] = text?.split(".") ?? []
  if (text === undefined || payload === undefined || rest.length !== 1) return undefined
  const sentHeader = v.safeParse(header, readProtectedHeader(text))
  const sentClaims = parseJson(claims, new TextDecoder().decode(fromBase64url(payload) ?? new Uint8Array()))
  if (!sentHeader.success || !sentClaims) return undefined
  const { jti, aud, sub } = sentClaims
  return { text, challenge: jti, key: sentHeader.output.jwk, audience: aud, subject: sub }
}

/** Returns whether the browser's key signed a proof. The key decides on the algorithm. */
export async function isSignedBy({ text }: Proof, stored: Readonly<Record<string, string>>): Promise<boolean> {
  const { success, output: key } = v.safeParse(publicKey, stored)
  if (!success) return false
  const alg = ALGORITHMS[key.kty]
  try {
    await compactVerify(text, await importJWK(key, alg), { algorithms: [alg] })
    return true
  } catch {
    return false // `jose` throws for each way in which a signature can be wrong
  }
}

function readProtectedHeader(text: string): unknown {
  try {
    return decodeProtectedHeader(text)
  } catch {
    return undefined
  }
}
