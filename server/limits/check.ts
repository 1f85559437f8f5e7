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
  const identifier = kind === "credentials" ? identifierIn(routed) : undefined
  if (identifier === undefined) return byAddress
  const browser = await knownBrowser(routed, identifier)
  if (browser) return [...byAddress, ["credentialsFor", browser]]
  const user = await hashed(inOneSpelling(identifier))
  const here: Counted[] = address ? [["credentialsFor", `${address}:${user}`]] : []
  return [...byAddress, ...here, ["credentialsAnywhere", user]]
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

/** Whom a credentials form is for: its first declared field that is no password, as it was typed. */
export function identifierIn({ body, provider }: Routed): string | undefined {
  if (provider?.type !== "credentials") return undefined
  const names = Object.entries(provider.credentials).filter(([, { type }]) => type !== "password")
  const [given] = names.flatMap(([name]) => body.fields[name] ?? [])
  return given === undefined ? undefined : `${provider.id}|${given}`
}

// An app's database may take many spellings for one user: MySQL's and MariaDB's own collations hear neither case nor accents
// nor what is invisible, and know ß as ss. Whoever varies them has no further tries
function inOneSpelling(identifier: string): string {
  const bare = identifier.normalize("NFKD").replaceAll(/[\p{M}\p{C}\p{Z}]/gu, "")
  return bare.toUpperCase().toLowerCase().slice(0, 256)
}
