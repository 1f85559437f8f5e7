import type { SecurityEvent, SecurityEventType } from "../../core/config/security-events.ts"
import { utf8Bytes } from "../../core/crypto/bytes.ts"
import { unknownNames, unknownSentence, type Keys } from "../../providers/option-names.ts"
import { publicFetch } from "../../providers/public-fetch.ts"
import type { Fetch } from "../../providers/types.ts"
import { post, retry, type Failure } from "./request.ts"
import { decodeSecret, signMessage } from "./signature.ts"

export { createWebhookSecret } from "./signature.ts"
export { verifyWebhook, WebhookVerificationError, type ReceivedWebhook, type VerifyWebhookOptions } from "./verify.ts"

/** The options of {@link webhook}. */
export interface WebhookOptions {
  /** The endpoint, on https and on the public internet. */
  url: string
  /** A secret of this endpoint only. While you replace it, the new and the old one: the message is signed with both. */
  secret: string | readonly string[]
  /** The types of events to send. @default all */
  types?: readonly SecurityEventType[]
  /** Seconds to wait before each further try. @default [1, 10, 60] */
  retryAfter?: readonly number[]
  /**
   * Sends the request. Replace it only with a `fetch` that connects to no internal address, such as `publicFetch` with
   * options.
   *
   * @default publicFetch()
   */
  fetch?: Fetch
}

/** The body of a webhook. */
export interface WebhookBody {
  type: SecurityEventType
  /** ISO 8601. */
  timestamp: string
  data: SecurityEvent
}

const NAMES: Keys<WebhookOptions> = { url: true, secret: true, types: true, retryAfter: true, fetch: true }

/** Events that wait for their endpoint at once. More are dropped, so that an endpoint that hangs costs no memory. */
const MAX_WAITING = 1000

/**
 * Returns a handler for `events.security` that posts each event to an endpoint, signed as Standard Webhooks asks. It
 * follows no redirect, and reads no response. It rejects after the last try. If the user is deleted meanwhile, the next
 * try has neither their address nor their device. Tries make events arrive late: order them by `timestamp`.
 *
 * @throws {TypeError} if the URL, a secret or an option isn't valid. Without `fetch`, also if the runtime lacks Node's
 * modules
 */
export function webhook(options: WebhookOptions): (event: SecurityEvent) => Promise<void> {
  const [unknown] = unknownNames(options, NAMES) // a misspelled `types` would send all events
  if (unknown) throw new TypeError(`In \`webhook()\`, ${unknownSentence(unknown)}`)
  const { url, secret, types, retryAfter = [1, 10, 60], fetch = publicFetch() } = options
  const { origin, protocol, username, password } = new URL(url)
  if (protocol !== "https:") throw new TypeError(`A webhook's URL must be on https, but it is on ${origin}`)
  if (username || password)
    throw new TypeError(`A webhook's URL on ${origin} has a user or a password, which \`fetch\` rejects. Remove them`)
  const keys = [secret].flat().map(decodeSecret)
  if (keys.length === 0) throw new TypeError("A webhook needs a secret. Create one with `createWebhookSecret()`")
  const waiting = new Set<SecurityEvent>()
  const erased = new WeakSet<SecurityEvent>()
  const sendOnce = async (event: SecurityEvent): Promise<Failure | undefined> => {
    const data = erased.has(event) ? { ...event, address: null, device: null, identifierHash: null } : event
    const payload: WebhookBody = { type: event.type, timestamp: event.at, data }
    const body = utf8Bytes(JSON.stringify(payload))
    const message = { id: event.id, timestamp: String(Math.floor(Date.now() / 1000)), body }
    const signatures = await Promise.all(keys.map((key) => signMessage(key, message)))
    const headers = {
      "content-type": "application/json",
      "webhook-id": message.id,
      "webhook-timestamp": message.timestamp,
      "webhook-signature": signatures.join(" "),
    }
    return post(fetch, url, { body, headers })
  }
  return async (event) => {
    // An event that waits for another try must not outlive the data of its user
    if (event.type === "accountDeleted")
      for (const one of waiting) if (one.userId !== null && one.userId === event.userId) erased.add(one)
    if (types && !types.includes(event.type)) return
    if (waiting.size >= MAX_WAITING) throw new Error(`${origin} is too slow, so a webhook was dropped: ${event.type}`)
    waiting.add(event)
    try {
      await retry(() => sendOnce(event), { origin, retryAfter })
    } finally {
      waiting.delete(event)
    }
  }
}
