import { consumeLimit, type LimitCount } from "../request/consume.ts"
import type { ActionContext } from "../request/action-context.ts"
import { requireCredentialForms } from "../limits/credential-forms.ts"
import type { RouteLimit } from "../config/limit-kinds.ts"
import { countForAddress, storeAddressCount, type Requirements } from "../limits/attempt.ts"
import { requireStoredUsers } from "./stored-users.ts"

/**
 * Counts a request before it does anything, so that parallel requests are all counted. Returns the seconds to wait if
 * there were too many. A success takes back its own count for the client address, and no other.
 */
export async function checkLimits(context: ActionContext, kind: RouteLimit): Promise<number | undefined> {
  if (!context.settings.rateLimit) return undefined
  for (const alternatives of await requirementsFor(context, kind)) {
    const waits: number[] = []
    for (const counts of alternatives) {
      const wait = await longestWait(context, counts)
      if (wait === undefined) {
        storeAddressCount(context, counts)
        break
      }
      waits.push(wait)
    }
    if (waits.length === alternatives.length) return Math.min(...waits)
  }
  return undefined
}

async function longestWait(context: ActionContext, counts: readonly LimitCount[]): Promise<number | undefined> {
  for (const count of counts) {
    const wait = await consumeLimit(context, count)
    if (wait !== undefined) return wait
  }
  return undefined
}

async function requirementsFor(context: ActionContext, kind: RouteLimit): Promise<Requirements> {
  const { provider } = context
  if (kind === "credentials" && provider?.type === "credentials")
    return requireCredentialForms(context.settings).counts(context, provider)
  if ((kind === "email" || kind === "code") && provider?.type === "email")
    return requireStoredUsers(context.settings).emailCounts(context, kind, provider)
  return [[[await countForAddress(context, kind)]]]
}
