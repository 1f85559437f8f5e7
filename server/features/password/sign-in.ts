import type { AdapterUser } from "../../adapters/contract.ts"
import { accountRecords } from "../../core/proofs/records.ts"
import type { VerifiedIdentity } from "../../core/users/types.ts"
import type { PasswordSettings } from "../../core/config/passwords.ts"
import type { TypedPassword } from "../../core/crypto/passwords/hasher.ts"
import { readPassword } from "../../core/crypto/passwords/text.ts"
import { AuthError, CredentialsSignin, asError } from "../../errors.ts"
import { loadPassword, type StoredPassword } from "../../core/users/security-state.ts"
import { rehashPassword, hashClient, inHashQueue, isKnownBreach } from "./stored-password.ts"
import { readAppState } from "../../core/request/app-state.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { returnTo, sameOriginReferer } from "../../core/request/redirect-url.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import type { ProfileUser } from "../../providers/profile-types.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { readRememberField } from "../../core/sessions/session-cookies.ts"
import { userByEmail, userStore } from "../../core/users/users.ts"
import { rememberBrowser, credentialsIdentity } from "../../core/limits/identity.ts"
import { refundAddress, callBeforeAttempt } from "../../core/limits/attempt.ts"

/** No user has this address. It replaces a malformed address, so that the lookup takes as long as any other. */
const NO_ADDRESS = "nobody@latchkit.invalid"

/** Checks an address and a password. Every address costs the same lookups and the same hash. */
export async function identifyByPassword(
  context: ActionContext,
  passwords: PasswordSettings,
): Promise<VerifiedIdentity> {
  const { fields } = context.body
  const isSignIn = context.action !== "confirm" // the user is signed in already, and only confirms
  if (isSignIn) await callBeforeAttempt(context, "sign-in")
  const typed = readPassword(fields["password"] ?? "")
  if (typeof typed === "string") throw new CredentialsSignin("The password has NUL or is too long")
  const { user, stored } = await findPassword(context, fields["email"])
  const identity = credentialsIdentity(context, passwords.provider)
  const client = await hashClient(context, identity)
  const { matches, outdated } = await inHashQueue(() => passwords.hasher.verify(typed, stored?.hash ?? null, client))
  requireReadable(passwords, stored)
  if (!matches || !user || !stored) throw new CredentialsSignin("Wrong address or password")
  await refundAddress(context)
  if (outdated) rehashLater(context, passwords, { typed, stored })
  const compromised = isSignIn && passwords.breachCheck === true && (await isKnownBreach(context, typed.text))
  return {
    identity: {
      user: user as ProfileUser, // a stored user has the fields of a profile
      account: { provider: passwords.provider.id, providerAccountId: user.id, type: "credentials" },
      emailProven: false,
    },
    owner: user,
    epoch: stored.epoch,
    callbackUrl: await returnTo(context, sameOriginReferer(context)),
    remember: readRememberField(context),
    appState: readAppState(context),
    cookies: [],
    proof: { kind: "password" },
    signedInCookies: await rememberBrowser(context, identity),
    compromised,
  }
}

/** A user and their password, as far as there are such. */
export interface FoundPassword {
  user: AdapterUser | null
  stored: StoredPassword | null
}

/** Finds the user and the password of an address, with the same lookups for every address. */
export async function findPassword(context: RequestContext, address: unknown): Promise<FoundPassword> {
  const email = normalizeEmail(address)
  const addressOwner = await userByEmail(userStore(context.settings), email ?? NO_ADDRESS)
  const user = email === null ? null : addressOwner
  const stored = await loadPassword(accountRecords(context), user ? user.id : NO_ADDRESS)
  return { user, stored: user && stored }
}

/** @throws {AuthError} `InvalidConfiguration` if the user's hash is sound, but can't be checked here */
function requireReadable({ hasher }: PasswordSettings, stored: StoredPassword | null): void {
  const format = hasher.unreadableFormat(stored?.hash ?? null)
  if (format === undefined) return
  const problem = `A password can't be checked: its hash ${format === "" ? "names no format" : `begins with \`${format}\``}`
  const remedy = format.startsWith("$argon2id")
    ? "Use Node 24.7 or later, which has argon2id. A hash that was cut off matches no password"
    : "List its format in `accepts` of `Password()`, on a runtime that has it"
  throw new AuthError("InvalidConfiguration", `${problem}. ${remedy}. \`latchkit doctor --url\` counts such hashes`)
}

/** Returns whether this is the user's password. */
export async function isPassword(
  passwords: PasswordSettings,
  { typed, stored }: { typed: TypedPassword; stored: StoredPassword },
): Promise<boolean> {
  requireReadable(passwords, stored)
  const { hasher } = passwords
  const client = { key: `user ${stored.record.userId}`, known: true }
  return (await inHashQueue(() => hasher.verify(typed, stored.hash, client))).matches
}

// After the response, so that it takes no longer than for a current hash
function rehashLater(
  context: RequestContext,
  { hasher }: PasswordSettings,
  { typed, stored }: { typed: TypedPassword; stored: StoredPassword },
): void {
  const { logger, background } = context.settings
  const client = { key: `rehash ${stored.record.id}`, known: true }
  const work = hasher
    .hash(typed, client)
    .then((hash) => rehashPassword(accountRecords(context), stored, hash))
    .catch((thrown: unknown) => logger.debug(`A password was not hashed again: ${asError(thrown).message}`))
  background.run(work)
}
