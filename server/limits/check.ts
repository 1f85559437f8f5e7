import { normalEmail } from "../accounts/email.ts"
import { hmac } from "../crypto/hash.ts"
import type { EmailConfig } from "../providers/types.ts"
import type { Routed } from "../routed.ts"
import { clientAddress } from "./address.ts"
import { consume } from "./consume.ts"
import type { RouteLimit } from "./kinds.ts"
import { knownBrowser } from "./known-browser.ts"
import type { LimitKind } from "./options.ts"

/**
 * Counts a request before it does anything, so that parallel ones are all counted; answers the seconds to wait where it was
 * one too many. Nothing but time takes a count back: a success in between buys no further tries.
 */
export async function checkLimits(routed: Routed, kind: RouteLimit): Promise<number | undefined> {
  const { settings } = routed
  if (!settings.rateLimit) return undefined
  for (const [limit, key] of await counted(routed, kind)) {
    const wait = await consume(settings, limit, key)
    if (wait !== undefined) return wait
  }
  return undefined
}

type Counted = [limit: LimitKind, key: string]

/** What a request counts against. */
async function counted(routed: Routed, kind: RouteLimit): Promise<Counted[]> {
  const { settings, provider } = routed
  // Whoever reads the counters learns neither addresses nor names
  const hashed = (text: string) => hmac(settings.secrets[0] ?? "", "rate limit", text)
  const network = await clientAddress(routed)
  const address = network && (await hashed(network))
  const byAddress: Counted[] = address ? [[kind, address]] : []
  if (kind === "email" && provider?.type === "email") {
    const mailbox = mailboxIn(routed, provider)
    return mailbox === undefined ? byAddress : [...byAddress, ["emailTo", await hashed(mailbox)]]
  }
  const identifiers = kind === "credentials" ? identifiersIn(routed) : []
  if (identifiers.length === 0) return byAddress
  const browser = await knownBrowser(routed, identifiers)
  if (browser) return [...byAddress, ["credentialsFor", browser]]
  const users = await Promise.all(identifiers.map((identifier) => hashed(inOneSpelling(identifier))))
  const here = address ? users.map((user): Counted => ["credentialsFor", `${address}:${user}`]) : []
  return [...byAddress, ...here, ...users.map((user): Counted => ["credentialsAnywhere", user])]
}

// What is no address is refused later, with words of its own
function mailboxIn({ body }: Routed, { normalizeIdentifier }: EmailConfig): string | undefined {
  const given = body.fields["email"]
  if (given === undefined) return undefined
  try {
    return normalEmail(normalizeIdentifier ? normalizeIdentifier(given) : given) ?? undefined
  } catch {
    return undefined
  }
}

/** Fields that name a user, by their names or by what a browser fills them with; a company's is that of all its users. */
const NAMING = /user|e-?mail|login|phone|^tel|handle|identifier/i

/**
 * Whom a credentials form is for, as it was typed: every declared field that names a user, or else the first that is no
 * password. An app may look its user up by any of them.
 */
export function identifiersIn({ body, provider }: Routed): string[] {
  if (provider?.type !== "credentials") return []
  const given = Object.entries(provider.credentials).filter(
    ([name, { type }]) => type !== "password" && body.fields[name],
  )
  const naming = given.filter(([name, { type, autocomplete }]) => NAMING.test(`${name} ${type} ${autocomplete}`))
  return (naming.length > 0 ? naming : given.slice(0, 1)).map(([name]) => `${provider.id}|${body.fields[name]}`)
}

// An app's database may take many spellings for one user: MySQL's and MariaDB's own collations hear neither case nor accents
// nor what is invisible, and know ß as ss. Whoever varies them has no further tries
function inOneSpelling(identifier: string): string {
  const bare = identifier.normalize("NFKD").replaceAll(/[\p{M}\p{C}\p{Z}]/gu, "")
  return bare.toUpperCase().toLowerCase().slice(0, 256)
}
