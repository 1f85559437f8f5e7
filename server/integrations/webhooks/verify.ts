import { isEqualConstantTime, utf8Bytes, utf8Text, type Bytes } from "../../core/crypto/bytes.ts"
import { decodeSecret, signMessage } from "./signature.ts"

/** A webhook as your server received it. */
export interface ReceivedWebhook {
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>
  /** The raw body. A body that was parsed and serialized again has another signature. */
  body: Uint8Array | string
}

/** The options of {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /** The endpoint's secret. While you replace it, the old and the new one. */
  secret: string | readonly string[]
  /** Seconds that the message may be old or ahead. @default 300 */
  tolerance?: number
  /** Returns the time in milliseconds since the epoch. @default Date.now */
  now?: () => number
}

/** A webhook isn't signed with the secret, is too old, or is malformed. Respond with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError"
}

/**
 * Verifies a webhook of Standard Webhooks, and returns its id and its body. The sender repeats a message under the same
 * id, so store the ids of the last minutes and skip those that you know.
 *
 * @throws {WebhookVerificationError} if the message isn't authentic or recent
 * @example
 * const body = new Uint8Array(await request.arrayBuffer())
 * const { id, payload } = await verifyWebhook({ headers: request.headers, body }, { secret })
 */
export async function verifyWebhook(
  { headers, body }: ReceivedWebhook,
  { secret, tolerance = 300, now = Date.now }: VerifyWebhookOptions,
): Promise<{ id: string; payload: unknown }> {
  const header = (name: string) => readHeader(headers, name) ?? reject(`The header ${name} is missing`)
  const [id, timestamp, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(header)
  if (id === undefined || timestamp === undefined || given === undefined) return reject("A header is missing")
  const age = now() / 1000 - Number(/^\d{1,12}$/.test(timestamp) ? timestamp : Number.NaN)
  if (!(Math.abs(age) <= tolerance)) return reject(`The timestamp is more than ${tolerance} seconds away`)
  const bytes: Bytes = typeof body === "string" ? utf8Bytes(body) : new Uint8Array(body)
  const signatures = given.split(" ").slice(0, MAX_SIGNATURES)
  for (const key of [secret].flat().map(decodeSecret)) {
    const expected = await signMessage(key, { id, timestamp, body: bytes })
    if (signatures.some((signature) => isEqualConstantTime(signature, expected))) return { id, payload: parse(bytes) }
  }
  return reject("No signature matches")
}

/** A sender that replaces its secret signs with two of them. */
const MAX_SIGNATURES = 10

function readHeader(headers: ReceivedWebhook["headers"], name: string): string | undefined {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

function parse(body: Bytes): unknown {
  try {
    return JSON.parse(utf8Text(body))
  } catch {
    return reject("The body isn't JSON")
  }
}

function reject(message: string): never {
  throw new WebhookVerificationError(message)
}
