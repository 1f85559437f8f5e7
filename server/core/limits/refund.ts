import * as v from "valibot"
import { UNKNOWN_ADDRESS_FACTORS, type AddressLimit } from "../config/rate-limits.ts"
import { refundLimit, type LimitCount } from "../request/consume.ts"
import type { ActionContext } from "../request/action-context.ts"

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
