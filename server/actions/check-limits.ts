import { identifierFrom } from "../sign-in/email/identifier.ts"
import { rememberedRequest, requestedHere, type MailRequest } from "../sign-in/email/request.ts"
import { hmac } from "../crypto/hash.ts"
import type { EmailConfig } from "../providers/types.ts"
import type { Routed } from "../sessions/action-context.ts"
import { warnOnce } from "../config/warn-once.ts"
import { clientAddress } from "../sign-in/limits/address.ts"
import { consume, type Count } from "../sign-in/limits/consume.ts"
import { credentialsIdentity, emailIdentity, inOneSpelling } from "../sign-in/limits/identity.ts"
import type { RouteLimit } from "../sign-in/limits/kinds.ts"
import { knownBrowser } from "../sign-in/limits/known-browser.ts"
import { LIMITS, UNKNOWN_ADDRESS, type AddressLimit } from "../config/rate-limit-options.ts"

/**
 * Counts a request before it does anything, so that parallel requests are all counted. Returns the seconds to wait if there
 * were too many. Only time takes a count back: a success in between gives no further tries.
 */
export async function checkLimits(routed: Routed, kind: RouteLimit): Promise<number | undefined> {
  if (!routed.settings.rateLimit) return undefined
  for (const alternatives of await required(routed, kind)) {
    const waits: number[] = []
    for (const counts of alternatives) {
      const wait = await longestWait(routed, counts)
      if (wait === undefined) break
      waits.push(wait)
    }
    if (waits.length === alternatives.length) return Math.min(...waits)
  }
  return undefined
}

async function longestWait(routed: Routed, counts: readonly Count[]): Promise<number | undefined> {
  for (const count of counts) {
    const wait = await consume(routed, count)
    if (wait !== undefined) return wait
  }
  return undefined
}

/** What must have room: each entry, by one of its alternatives, with all the counts of that alternative. */
type Requirements = readonly (readonly (readonly Count[])[])[]

async function required(routed: Routed, kind: RouteLimit): Promise<Requirements> {
  const { provider } = routed
  if (kind === "credentials" && provider?.type === "credentials") return passwordCounts(routed)
  if (kind === "email" && provider?.type === "email") return emailCounts(routed, provider)
  if (kind === "code" && provider?.type === "email") return redemptionCounts(routed, provider)
  return [[[await byAddress(routed, kind)]]]
}

/** Hashes the key of a counter. It names the site, because tenants and deployments may share a secret and a store. */
const keyed = ({ settings, site }: Routed, text: string) =>
  hmac(settings.secrets[0] ?? "", "rate limit", `${site.url}\n${text}`)

async function byAddress(routed: Routed, kind: AddressLimit): Promise<Count> {
  const address = await clientAddress(routed)
  if (address !== undefined) return { kind, key: await keyed(routed, address) }
  warnOnce(routed.settings, "client-address-unknown")
  return { kind, key: await keyed(routed, "unknown"), factor: UNKNOWN_ADDRESS[kind] }
}

async function passwordCounts(routed: Routed): Promise<Requirements> {
  const { provider } = routed
  const client = await byAddress(routed, "credentials")
  if (provider?.type !== "credentials") return [[[client]]]
  const identity = credentialsIdentity(routed, provider)
  const users = await Promise.all(identity.identifiers.map((name) => keyed(routed, inOneSpelling(name))))
  if (users.length === 0) return [[[client]]]
  const browser = await knownBrowser(routed, identity)
  // Other clients of the same address don't lock out a browser that the user signed in with before
  if (browser !== undefined) {
    const together = users.map((key): Count => ({ kind: "credentialsKnown", key }))
    return [[[{ kind: "credentialsFor", key: await keyed(routed, browser) }, ...together]]]
  }
  const perAddress = client.factor
    ? []
    : users.map((key): Count => ({ kind: "credentialsFor", key: `${client.key}:${key}` }))
  return [[[client, ...perAddress, ...users.map((key): Count => ({ kind: "credentialsAnywhere", key }))]]]
}

async function emailCounts(routed: Routed, provider: EmailConfig): Promise<Requirements> {
  const identifier = identifierIn(routed, provider)
  if (identifier === null) return [[[await byAddress(routed, "email")]]] // rejected later, with an error of its own
  const mailbox = await keyed(routed, inOneSpelling(identifier))
  const anyone: Count = { kind: "emailTo", key: mailbox }
  if ((await knownBrowser(routed, emailIdentity(provider, identifier))) !== undefined)
    return [[[anyone], [{ kind: "emailKnown", key: mailbox }]]]
  const last = await rememberedRequest(routed, provider.id)
  const again = last?.identifier === identifier && isRecent(routed, last) ? [await byRequest(routed, last)] : []
  return [[[await byAddress(routed, "email")]], [[anyone], ...again.map((count) => [count])]]
}

function identifierIn({ body }: Routed, provider: EmailConfig): string | null {
  try {
    return identifierFrom(provider, body.fields["email"])
  } catch {
    return null // the provider's own `normalizeIdentifier` rejected it
  }
}

/** A browser that requested an email gets further ones while the first is new. It can't save them for later. */
function isRecent({ settings }: Routed, { since }: MailRequest): boolean {
  if (!settings.rateLimit) return false
  const { seconds } = settings.rateLimit.limits?.emailAgain ?? LIMITS.emailAgain
  return since !== undefined && settings.now() - since < seconds * 1000
}

const byRequest = async (routed: Routed, { browser = "" }: MailRequest): Promise<Count> => ({
  kind: "emailAgain",
  key: await keyed(routed, `request ${browser}`),
})

/** A code has its own limits besides; a link counts if this request uses it up. */
async function redemptionCounts(routed: Routed, provider: EmailConfig): Promise<Requirements> {
  const { body, query, method } = routed
  const request = await rememberedRequest(routed, provider.id)
  const email = method === "POST" ? body.fields["email"] : (query.get("email") ?? undefined)
  const isCode = method === "POST" && body.fields["code"] !== undefined
  const identifier = isCode ? request?.identifier : email
  const isKnown =
    identifier !== undefined && (await knownBrowser(routed, emailIdentity(provider, identifier))) !== undefined
  if (isCode) return isKnown ? [] : [[[await byAddress(routed, "code")]]]
  if (method === "GET" && email !== undefined && !(await requestedHere(routed, provider, email))) return [] // shows a page
  const client = isKnown ? [] : [await byAddress(routed, "link")]
  if (request !== null && (email === undefined || request.identifier === email))
    return [[[...client, { kind: "linkFor", key: await keyed(routed, `request ${request.id}`) }]]]
  const mailbox = email === undefined ? undefined : await keyed(routed, inOneSpelling(email))
  return [[[...client, ...(mailbox === undefined ? [] : [{ kind: "linkTo" as const, key: mailbox }])]]]
}
