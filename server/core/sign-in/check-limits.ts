import { normalizeIdentifier, readEmailRequest, isRequestedByBrowser, type EmailRequest } from "../mailbox/request.ts"
import type { EmailConfig } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { emailedParams } from "../request/redirect-url.ts"
import { warnOnce } from "../config/warn-once.ts"
import { clientAddress } from "../request/client-address.ts"
import { canonicalIdentifier, consumeLimit, limitKey, userKey, type LimitCount } from "../request/consume.ts"
import { knownBrowser, credentialsIdentity } from "../limits/identity.ts"
import type { RouteLimit } from "../config/limit-kinds.ts"
import { storeAddressCount } from "../limits/attempt.ts"
import { isOwnersBrowser, mailboxCounts } from "../limits/mailbox.ts"
import { LIMITS, UNKNOWN_ADDRESS_FACTORS, type AddressLimit } from "../config/rate-limits.ts"

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

/** Every entry needs room in one of its alternatives, and an alternative has room if all of its counts have. */
type Requirements = readonly (readonly (readonly LimitCount[])[])[]

async function requirementsFor(context: ActionContext, kind: RouteLimit): Promise<Requirements> {
  const { provider } = context
  if (kind === "credentials" && provider?.type === "credentials") return passwordCounts(context)
  if (kind === "email" && provider?.type === "email") return emailCounts(context, provider)
  if (kind === "code" && provider?.type === "email") return redemptionCounts(context, provider)
  return [[[await addressCount(context, kind)]]]
}

/** Hashes the key of a counter. It names the site, because tenants and deployments may share a secret and a store. */
async function addressCount(context: ActionContext, kind: AddressLimit): Promise<LimitCount> {
  const address = await clientAddress(context)
  if (address !== undefined) return { kind, key: await limitKey(context, address) }
  warnOnce(context.settings, "client-address")
  return { kind, key: await limitKey(context, "unknown"), factor: UNKNOWN_ADDRESS_FACTORS[kind] }
}

async function passwordCounts(context: ActionContext): Promise<Requirements> {
  const { provider } = context
  const client = await addressCount(context, "credentials")
  if (provider?.type !== "credentials") return [[[client]]]
  const identity = credentialsIdentity(context, provider)
  // The app knows its own users, who may be others at each tenant
  const keyFor = provider.storedPasswords ? userKey : limitKey
  const users = await Promise.all(identity.identifiers.map((name) => keyFor(context, canonicalIdentifier(name))))
  if (users.length === 0) return [[[client]]]
  const browser = await knownBrowser(context, identity)
  // Other clients of the same address can't lock out a browser that the user signed in with before
  if (browser !== undefined) {
    const perKnownUser = users.map((key): LimitCount => ({ kind: "credentialsKnown", key }))
    return [[[{ kind: "credentialsFor", key: await limitKey(context, browser) }, ...perKnownUser]]]
  }
  const perAddress = client.factor
    ? []
    : users.map((key): LimitCount => ({ kind: "credentialsFor", key: `${client.key}:${key}` }))
  return [[[client, ...perAddress, ...users.map((key): LimitCount => ({ kind: "credentialsAnywhere", key }))]]]
}

async function emailCounts(context: ActionContext, provider: EmailConfig): Promise<Requirements> {
  const identifier = readIdentifier(context, provider)
  if (identifier === null) return [[[await addressCount(context, "email")]]] // rejected later, with its own error
  const { everyone, owner } = await mailboxCounts(context, identifier)
  if (owner) return [[[everyone], [owner]]]
  const lastRequest = await readEmailRequest(context, provider.id)
  const repeatCounts =
    lastRequest?.identifier === identifier && isRecent(context, lastRequest)
      ? [await requestCount(context, lastRequest)]
      : []
  return [[[await addressCount(context, "email")]], [[everyone], ...repeatCounts.map((count) => [count])]]
}

function readIdentifier({ body }: ActionContext, provider: EmailConfig): string | null {
  try {
    return normalizeIdentifier(provider, body.fields["email"])
  } catch {
    return null // the provider's own `normalizeIdentifier` rejected it
  }
}

/**
 * Returns whether the browser requested its email a short time ago. Such a browser may request more, but can't save
 * requests for later.
 */
function isRecent({ settings }: ActionContext, { since }: EmailRequest): boolean {
  if (!settings.rateLimit) return false
  const { seconds } = settings.rateLimit.limits?.emailAgain ?? LIMITS.emailAgain
  return since !== undefined && settings.now() - since < seconds * 1000
}

const requestCount = async (context: ActionContext, { browser = "" }: EmailRequest): Promise<LimitCount> => ({
  kind: "emailAgain",
  key: await limitKey(context, `request ${browser}`),
})

/** A code has more limits of its own. A link counts if this request uses it up. */
async function redemptionCounts(context: ActionContext, provider: EmailConfig): Promise<Requirements> {
  const { body, method } = context
  const request = await readEmailRequest(context, provider.id)
  const email = method === "POST" ? body.fields["email"] : (emailedParams(context).get("email") ?? undefined)
  const isCode = method === "POST" && body.fields["code"] !== undefined
  const identifier = isCode ? request?.identifier : email
  const isKnown = identifier !== undefined && (await isOwnersBrowser(context, identifier))
  if (isCode) return isKnown ? [] : [[[await addressCount(context, "code")]]]
  if (method === "GET" && email !== undefined && !(await isRequestedByBrowser(context, provider, email))) return [] // only shows a page
  const client = isKnown ? [] : [await addressCount(context, "link")]
  if (request !== null && (email === undefined || request.identifier === email))
    return [[[...client, { kind: "linkFor", key: await limitKey(context, `request ${request.id}`) }]]]
  const mailbox = email === undefined ? undefined : await limitKey(context, canonicalIdentifier(email))
  return [[[...client, ...(mailbox === undefined ? [] : [{ kind: "linkTo" as const, key: mailbox }])]]]
}
