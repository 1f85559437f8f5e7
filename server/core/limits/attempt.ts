import * as v from "valibot"
import { UNKNOWN_ADDRESS_FACTORS, type AddressLimit } from "../config/rate-limits.ts"
import { limitKey, refundLimit, type LimitCount } from "../request/consume.ts"
import { clientAddress } from "../request/client-address.ts"
import { warnOnce } from "../config/warn-once.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { AttemptAction } from "../config/callbacks.ts"
import { decide } from "../config/decisions.ts"
import { AuthError } from "../../errors.ts"

const ADDRESS_LIMITS = Object.keys(UNKNOWN_ADDRESS_FACTORS) as AddressLimit[] // the keys of that type

/** How a request was counted for its client address. */
export const addressCount = v.object({
  kind: v.picklist(ADDRESS_LIMITS),
  key: v.string(),
  factor: v.optional(v.number(), 1),
  /** Milliseconds since the epoch. */
  at: v.number(),
})
export type AddressCount = v.InferOutput<typeof addressCount>

const requestCount = ({ once }: ActionContext) => once(requestCount, (): { current?: AddressCount } => ({}))

/** Remembers how a request was counted for its client address, if it was. */
export function storeAddressCount(context: ActionContext, counts: readonly LimitCount[]): void {
  for (const count of counts) {
    const { success, output } = v.safeParse(addressCount, { ...count, at: context.settings.now() })
    if (success) requestCount(context).current = output
  }
}

/** Returns how a request was counted for its client address, or `undefined` if it wasn't. */
export const findAddressCount = (context: ActionContext): AddressCount | undefined => requestCount(context).current

/** Takes back the count of a request that succeeded. It still counts for its user. */
export async function refundAddress(context: ActionContext): Promise<void> {
  const count = findAddressCount(context)
  delete requestCount(context).current
  if (count) await refundLimit(context, count, count.at)
}

/** Every entry needs room in one of its alternatives, and an alternative has room if all of its counts have. */
export type Requirements = readonly (readonly (readonly LimitCount[])[])[]

/** Hashes the key of a counter. It names the site, because tenants and deployments may share a secret and a store. */
export async function countForAddress(context: ActionContext, kind: AddressLimit): Promise<LimitCount> {
  const address = await clientAddress(context)
  if (address !== undefined) return { kind, key: await limitKey(context, address) }
  const { rateLimit } = context.settings
  const isConfigured = rateLimit && (rateLimit.address !== undefined || rateLimit.proxiesFrom !== undefined)
  warnOnce(context.settings, isConfigured ? "unknown-address" : "client-address")
  return { kind, key: await limitKey(context, "unknown"), factor: UNKNOWN_ADDRESS_FACTORS[kind] }
}

/** Fields that the app's callback doesn't get. */
const SECRET = /pass(?!port|enger)|^code$|^token$|^csrfToken$/i

/**
 * Calls `callbacks.beforeAttempt`, before anything is looked up or hashed.
 *
 * @throws {AuthError} `AttemptRejected` unless it returns `true`
 */
export async function callBeforeAttempt({ settings, body, request }: ActionContext, action: AttemptAction) {
  const { beforeAttempt } = settings.callbacks
  if (!beforeAttempt) return
  const shown = Object.entries(body.fields).filter((field): field is [string, string] => !SECRET.test(field[0]))
  const { method, url, headers } = request
  const withoutBody = new Request(url, { method: method === "HEAD" ? "GET" : method, headers })
  const input = { action, fields: Object.fromEntries(shown), request: withoutBody }
  if ((await decide(settings, "beforeAttempt", () => beforeAttempt(input))) === true) return
  throw new AuthError("AttemptRejected", `\`beforeAttempt\` rejected the attempt ${action}`)
}
