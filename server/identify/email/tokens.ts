import type { Adapter } from "../../adapters/contract.ts"
import { required } from "../../adapters/required.ts"
import type { Settings } from "../../config/settings.ts"
import { hex } from "../../crypto/bytes.ts"
import { hmac, randomBytes } from "../../crypto/hash.ts"
import { AuthError } from "../../errors.ts"
import type { EmailConfig } from "../../providers/types.ts"

/** Seconds that the code in a mail is good; the link beside it lives longer. */
export const CODE_MAX_AGE = 10 * 60

/** The raw token for a link. */
export async function newToken(provider: EmailConfig): Promise<string> {
  const made: unknown = (await provider.generateVerificationToken?.()) ?? hex(randomBytes(32))
  if (typeof made === "string" && made.trim() !== "" && made.length <= 512) return made
  throw new AuthError("EmailSignin", "generateVerificationToken answered what is no token")
}

/** Six digits, each as likely as the other. */
export function newCode(): string {
  for (;;) {
    const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
    // Beyond the last whole million the first numbers would come up once more often
    if (drawn < 4_294_000_000) return String(drawn % 1_000_000).padStart(6, "0")
  }
}

/** Under what a code is stored: no address has a `#` behind its domain. */
export function codeIdentifier({ identifier, id }: { identifier: string; id: string }): string {
  return `${identifier}#${id}`
}

/** Stores the keyed hash of a link's token or a mail's code. */
export async function store(
  settings: Settings,
  { identifier, token, maxAge }: { identifier: string; token: string; maxAge: number },
): Promise<Date> {
  const expires = new Date(settings.now() + maxAge * 1000)
  const [hash = ""] = await hashes(settings, identifier, token)
  await required(adapterOf(settings), "createVerificationToken")({ identifier, token: hash, expires })
  return expires
}

/** Whether a token was stored for exactly this identifier, under any listed secret, and is good; it works once. */
export async function redeem(
  settings: Settings,
  { identifier, token }: { identifier: string; token: string },
): Promise<boolean> {
  const use = required(adapterOf(settings), "useVerificationToken")
  for (const hash of await hashes(settings, identifier, token)) {
    const row = await use({ identifier, token: hash })
    // A database that takes one address or token for another redeems nothing
    if (row?.identifier === identifier && row.token === hash)
      return passes(settings, hash, new Date(row.expires).getTime())
  }
  return false
}

/** Behind the token of a link whose visitor does not stay signed in; no token that comes in holds it. */
const SHORT = "\nnot remembered"

/** What is stored of a link's token: the choice is a part of it, so that the link opens in any browser what was asked for in one. */
export function linkToken(token: string, remember: boolean | undefined): string {
  return remember === false ? token + SHORT : token
}

/** Whether a link's token is good, and what was chosen where it was asked for; null for one that is not. */
export async function redeemLink(
  settings: Settings,
  { identifier, token }: { identifier: string; token: string },
): Promise<{ remember: boolean | undefined } | null> {
  if (token.includes("\n")) return null
  if (await redeem(settings, { identifier, token })) return { remember: settings.session.remember && true }
  // Looked for also where nobody is asked any more: the mail may have been sent before that
  return (await redeem(settings, { identifier, token: linkToken(token, false) })) ? { remember: false } : null
}

// Some adapters of others read first and delete later: what two parallel uses get there passes once in this process
async function passes({ once, now, adapter }: Settings, hash: string, expires: number): Promise<boolean> {
  if (!(expires > now())) return false
  return Boolean(adapter?.claimOnce) || (await once.claim(`mail:${hash}`, expires))
}

async function hashes(
  { secrets, hashVerificationToken }: Settings,
  identifier: string,
  token: string,
): Promise<readonly string[]> {
  const isCode = identifier.includes("#", identifier.lastIndexOf("@") + 1)
  if (!isCode) return hashVerificationToken(token, secrets)
  // Few values are a code: with the request's id in the hash no table of them helps
  return Promise.all(secrets.map((secret) => hmac(secret, "email code", `${identifier}\n${token}`)))
}

/** The adapter, which email sign-in cannot do without. */
export function adapterOf({ adapter }: Settings): Adapter {
  if (adapter) return adapter
  throw new AuthError("MissingAdapter", "Email sign-in needs an `adapter`")
}
