import type { Adapter } from "../adapters/contract.ts"
import type { Account } from "../types.ts"
import { required } from "../adapters/required.ts"
import { AuthError } from "../errors.ts"
import { emit } from "../http/events.ts"
import type { Identity } from "../providers/identity.ts"
import type { Routed } from "../sessions/action-context.ts"
import { mayOpen } from "../sessions/reclaimed.ts"
import type { Settled } from "./types.ts"
import { isId, sameId } from "../sessions/users.ts"

/**
 * Takes a link back whose user was signed out while the provider answered: somebody may have proven the mailbox meanwhile, and
 * put out whoever was inside (see `reclaim.ts`).
 *
 * @throws {AuthError} `AccountNotLinked`
 */
export async function mustStillBeSignedIn(
  routed: Routed,
  adapter: Adapter,
  { linkTo, settled: { account, happened } }: { linkTo: string | undefined; settled: Settled },
): Promise<void> {
  if (linkTo === undefined || (await isSignedIn(routed, linkTo))) return
  const { provider, providerAccountId } = account
  if (happened.some(({ name }) => name === "linkAccount"))
    await required(adapter, "unlinkAccount")({ provider, providerAccountId })
  for (const { name, message } of happened) if (name !== "linkAccount") await emit(routed.settings, name, message)
  throw signedOut()
}

/** Whether the request's session is that user's now, whatever it was when the request came. */
export async function isSignedIn(routed: Routed, userId: string): Promise<boolean> {
  const reading = await routed.sessions.read(routed)
  return reading.kind === "live" && sameId(reading.userId, userId)
}

/**
 * Ends a session that an account opened which no longer is its user's: whoever proved the mailbox between the two did not see
 * the session. A user whose mailbox is proven loses no account that way.
 *
 * @throws {AuthError} `AccountNotLinked`
 */
export async function mustStillOpen(
  { settings: { adapter, session } }: Routed,
  { user, account, key, identity }: Pick<Settled, "user" | "account"> & { key: string; identity: Identity },
): Promise<void> {
  const claimable = isId(user.id) && Boolean(user.email) && !Reflect.get(user, "emailVerified")
  if (!adapter || !claimable || !LINKED.has(account.type)) return
  const { provider, providerAccountId } = account
  const owner = await required(adapter, "getUserByAccount")({ provider, providerAccountId })
  if (owner && sameId(owner.id, user.id) && (await mayOpen(adapter, owner, identity))) return
  if (session.strategy === "database") await required(adapter, "deleteSession")(key)
  throw signedOut()
}

/** Types whose accounts are taken from a user; an address proves itself, and the app's own list is not kept by the adapter. */
const LINKED: ReadonlySet<Account["type"]> = new Set(["oauth", "oidc", "webauthn"])

function signedOut(): AuthError {
  return new AuthError("AccountNotLinked", "The user was signed out everywhere while this sign-in was under way")
}
