import { requireOperation } from "../../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { hex, randomBytes, sha256 } from "../crypto/bytes.ts"
import { asError, AuthError } from "../../errors.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { addressMarks, canDeleteUsers } from "../users/deleted-address.ts"
import { FIRST_EPOCH, securityEpoch } from "../users/security-state.ts"
import { warnOfMove } from "../config/warn-once.ts"
import type { EmailConfig } from "../../providers/types.ts"
import { userByEmail, userStore } from "../users/users.ts"
import { sweepExpired } from "../config/background.ts"

/** Seconds that an email's code can be used. Its link works longer. */
export const CODE_MAX_AGE = 10 * 60
/** Number of emails to one address whose links and codes work at the same time: the newest ones. */
export const LIVE_EMAILS = 3
/** The random bits in 21 characters of base64url, or 32 of hex. */
const MIN_BITS = 126

/**
 * Generates the token of a link.
 *
 * @throws {AuthError} `EmailSignin` if the provider's own generator returns a token that can be guessed
 */
export async function generateToken(provider: EmailConfig): Promise<string> {
  const generated: unknown = (await provider.generateVerificationToken?.()) ?? hex(randomBytes(32))
  if (
    typeof generated === "string" &&
    generated.trim() !== "" &&
    generated.length <= 512 &&
    entropyBits(generated) >= MIN_BITS
  )
    return generated
  throw new AuthError(
    "EmailSignin",
    "Weak token: `generateVerificationToken` must return a text of at least 128 random bits, such as 32 hex digits. " +
      "Leave it out for 32 random bytes. For a code of six digits set `sendsCode`.",
  )
}

const ALPHABETS: readonly [RegExp, size: number][] = [
  [/^\d*$/, 10],
  [/^(?:[\da-f]*|[\dA-F]*)$/, 16],
  [/^(?:[\da-z]*|[\dA-Z]*)$/, 36],
]

/**
 * Estimates the most random bits that a token can contain, from its length and its characters. The dashes of a UUID
 * don't count.
 */
function entropyBits(token: string): number {
  const plain = token.replaceAll("-", "")
  const [, size] = ALPHABETS.find(([alphabet]) => alphabet.test(plain)) ?? []
  const bits = size === undefined ? token.length * 6 : plain.length * Math.log2(size)
  return new Set(token).size < 8 ? 0 : bits
}

/** Returns six random digits, uniformly distributed. */
export function generateCode(): string {
  for (;;) {
    const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
    // Values beyond the last whole million would make the first numbers more likely
    if (drawn < 4_294_000_000) return String(drawn % 1_000_000).padStart(6, "0")
  }
}

/** A row of the adapter: an address, and the keyed hash of a link's token. */
export interface StoredMagicLink {
  identifier: string
  hash: string
}

interface NewMagicLink extends StoredMagicLink {
  expires: Date
  /** {@link bindingHash} of what the hash contains beside the token. */
  binding: string
}

/** The user and the epoch that a link to an address is bound to. */
export interface AddressState {
  /** The security epoch of the user who has the address. Without a user it is the first one. */
  epoch: string
  /** The user who has the address. */
  userId: string | undefined
  /** The texts that the hash of a link may contain beside its token. New links contain the first one. */
  bindings: readonly [string, ...string[]]
}

/** Takes the place of a binding. No link contains it. */
const NO_BINDING = "\nnone"

/**
 * Returns what a link to an address is bound to: its user, and their security epoch. So a reset of the password and the
 * deletion of the user void the links before it, with any adapter. Each address has as many bindings, so that a wrong
 * link takes as long.
 */
export async function addressState(settings: Settings, identifier: string): Promise<AddressState> {
  if (!settings.keepsEpoch) return { epoch: FIRST_EPOCH, userId: undefined, bindings: [""] }
  const user = await userByEmail(userStore(settings), identifier)
  const userId = user?.id
  const epoch = await securityEpoch(settings, userId ?? identifier)
  const ofEpoch = epoch === FIRST_EPOCH ? "" : `\nepoch ${epoch}`
  if (!canDeleteUsers(settings)) return { epoch, userId, bindings: [ofEpoch] }
  const ofMark = (mark: string) => (mark === "" ? "" : `\ndeleted ${mark}`)
  const [first = "", second = NO_BINDING] = (await addressMarks(settings, identifier)).map(ofMark)
  if (userId === undefined) return { epoch, userId, bindings: [first, second, NO_BINDING] }
  // Another sign-in may have created the user after this link was sent
  const older = epoch === FIRST_EPOCH ? [first, second] : [NO_BINDING, NO_BINDING]
  return { epoch, userId, bindings: [`\nuser ${userId}${ofEpoch}`, ...older] }
}

/**
 * Returns a hash of a user and an epoch. It always has the same length: a browser sees how long its cookies are, and
 * must not learn whether an address has a user.
 */
export async function bindingHash(binding: string): Promise<string> {
  return (await sha256(binding)).slice(0, 32)
}

/** Returns the row to store for a link, with the keyed hash of its token. */
export async function createMagicLink(
  { settings, site }: RequestContext,
  { identifier, token, maxAge }: { identifier: string; token: string; maxAge: number },
): Promise<NewMagicLink> {
  const [binding] = (await addressState(settings, identifier)).bindings
  const [hash = ""] = await settings.hashVerificationToken(token + binding, settings.secrets, site.url)
  const expires = new Date(settings.now() + maxAge * 1000)
  return { identifier, hash, binding: await bindingHash(binding), expires }
}

/** Stores a link, and voids the older links to the address so that at most `LIVE_EMAILS` work. */
export async function storeMagicLink(
  context: RequestContext,
  { identifier, hash, expires }: NewMagicLink,
): Promise<void> {
  const { settings } = context
  sweepExpired(settings)
  await voidMagicLinks(context, identifier, LIVE_EMAILS - 1)
  await requireOperation(userStore(settings), "createVerificationToken")({ identifier, token: hash, expires })
  if (!settings.adapter?.deleteVerificationTokens) rememberMagicLink(context, identifier, hash)
}

/** Voids all links and codes that were sent to an address, except those of the `keep` newest emails. */
export async function voidMagicLinks(context: RequestContext, identifier: string, keep = 0): Promise<void> {
  const { settings } = context
  const adapter = userStore(settings)
  if (adapter.deleteVerificationTokens) return adapter.deleteVerificationTokens(identifier, keep)
  // Auth.js adapters can only delete a row by its token, so this process deletes those that it stored
  const name = memoryKey(context, identifier)
  const stored = settings.links.get(name) ?? []
  const old = keep === 0 ? stored : stored.slice(0, -keep)
  settings.links.set(name, keep === 0 ? [] : stored.slice(-keep))
  for (const hash of old) await discardMagicLink(settings, { identifier, hash })
}

/** Deletes the row of a link, if it still exists. */
export async function discardMagicLink(settings: Settings, { identifier, hash }: StoredMagicLink): Promise<void> {
  try {
    await requireOperation(userStore(settings), "useVerificationToken")({ identifier, token: hash })
  } catch (thrown) {
    const err = asError(thrown)
    settings.logger.error(
      new AuthError("AdapterError", `An emailed link could not be deleted: ${err.message}`, { err }),
    )
  }
}

function rememberMagicLink(context: RequestContext, identifier: string, hash: string): void {
  const { links } = context.settings
  const name = memoryKey(context, identifier)
  links.set(name, [...(links.get(name) ?? []), hash])
}

const memoryKey = ({ site }: RequestContext, identifier: string) => `${site.url}\n${identifier}`

/** Returns whether a link is stored for exactly this address and hasn't expired. It works once. */
export async function redeemToken(settings: Settings, { identifier, hash }: StoredMagicLink): Promise<boolean> {
  const row = await requireOperation(userStore(settings), "useVerificationToken")({ identifier, token: hash })
  // If a database confuses two addresses or tokens, it redeems nothing
  if (row?.identifier !== identifier || row.token !== hash) return false
  return isFirstUse(settings, hash, new Date(row.expires).getTime())
}

/** Appended to the token of a link whose user doesn't stay signed in. No incoming token can contain it. */
const SHORT_SESSION_SUFFIX = "\nnot remembered"

/**
 * Returns the text that is hashed for a link. It includes the user's choice, so the link opens that session in any
 * browser.
 */
export function toLinkToken(token: string, { remember }: { remember?: boolean | undefined }): string {
  return remember === false ? token + SHORT_SESSION_SUFFIX : token
}

/**
 * Uses a link. Returns the choice made when it was requested, the user who has the address, and their security epoch.
 * Returns `null` if the link is invalid.
 */
export async function redeemMagicLink(
  { settings, site }: RequestContext,
  { identifier, token }: { identifier: string; token: string },
): Promise<(Pick<AddressState, "epoch" | "userId"> & { remember: boolean | undefined; hash: string }) | null> {
  if (token.includes("\n")) return null
  const { epoch, userId, bindings } = await addressState(settings, identifier)
  const redeem = async (text: string) => {
    for (const binding of bindings)
      for (const hash of await settings.hashVerificationToken(text + binding, settings.secrets, site.url))
        if (await redeemToken(settings, { identifier, hash })) return hash
    return undefined
  }
  const usual = await redeem(token)
  if (usual !== undefined) return { remember: settings.session.remember && true, epoch, userId, hash: usual }
  // Tried even if the configuration no longer offers the choice, because the email may be older
  const short = await redeem(toLinkToken(token, { remember: false }))
  if (short !== undefined) return { remember: false, epoch, userId, hash: short }
  warnOfMove(settings, "authjs-links")
  return null
}

// Some other adapters read first and delete later. This check accepts only one of two parallel uses in this process
async function isFirstUse(
  { replayStore: once, now, adapter }: Settings,
  hash: string,
  expires: number,
): Promise<boolean> {
  if (!(expires > now())) return false
  return Boolean(adapter?.claimOnce) || (await once.markUsed(`mail:${hash}`, expires))
}
