import type { Adapter } from "../../adapters/contract.ts"
import type { Account } from "../../types.ts"
import { requireOperation } from "../../adapters/required.ts"
import { AuthError } from "../../errors.ts"
import { keepsEpoch } from "./security-epoch.ts"
import { emitEvent } from "../request/app-callbacks.ts"
import type { Identity } from "../../providers/identity.ts"
import type { ActionContext } from "../request/action-context.ts"
import { mayUseAccount } from "./reclaimed.ts"
import type { ResolvedAccount } from "./types.ts"
import { isId, isSameId } from "./users.ts"

/**
 * Undoes a link if the user was signed out while the provider responded. The mailbox's owner may have proven it
 * meanwhile, which evicts an attacker (see `reclaim.ts`).
 *
 * @throws {AuthError} `AccountNotLinked`
 */
export async function requireSameUser(
  context: ActionContext,
  adapter: Adapter,
  { linkTo, settled: { account, events } }: { linkTo: string | undefined; settled: ResolvedAccount },
): Promise<void> {
  if (linkTo === undefined || (await isSignedIn(context, linkTo))) return
  const { provider, providerAccountId } = account
  if (events.some(({ name }) => name === "linkAccount"))
    await requireOperation(adapter, "unlinkAccount")({ provider, providerAccountId })
  for (const { name, message } of events) if (name !== "linkAccount") await emitEvent(context, name, message)
  throw signedOutError()
}

/** Returns whether the request's session belongs to that user now. Reads the session again. */
export async function isSignedIn(context: ActionContext, userId: string): Promise<boolean> {
  const session = await context.sessions.lookup(context)
  return session.kind === "live" && isSameId(session.userId, userId)
}

/**
 * Ends the new session if its account no longer belongs to the user. Before this session existed, the mailbox's owner
 * may have proven it, or the user may have removed the account. A sealed session ends because its cookie isn't sent. A
 * user with a proven mailbox can't lose an account to its owner.
 *
 * @throws {AuthError} `AccountNotLinked`
 */
export async function requireAccountUnchanged(
  { settings: { adapter, session } }: ActionContext,
  { user, account, key, identity }: Pick<ResolvedAccount, "user" | "account"> & { key: string; identity: Identity },
): Promise<void> {
  if (!adapter || !isId(user.id) || !LINKABLE_TYPES.has(account.type)) return
  const isClaimable = Boolean(user.email) && !Reflect.get(user, "emailVerified")
  const { provider, providerAccountId } = account
  const owner = await requireOperation(adapter, "getUserByAccount")({ provider, providerAccountId })
  const isOwn =
    owner && isSameId(owner.id, user.id) && (!isClaimable || (await mayUseAccount(adapter, owner, identity)))
  if (isOwn) return
  if (session.strategy === "database") await requireOperation(adapter, "deleteSession")(key)
  throw signedOutError()
}

/**
 * Requires that the account still belongs to the user. Call it after the user's epoch was read: what removes an account
 * starts a new epoch afterwards. So no session of a removed account stays open.
 *
 * @throws {AuthError} `AccountNotLinked`
 */
export async function requireStillLinked(
  { settings }: ActionContext,
  { user, account }: Pick<ResolvedAccount, "user" | "account">,
): Promise<void> {
  const { adapter } = settings
  if (!adapter?.getUserByAccount || !keepsEpoch(settings) || !LINKABLE_TYPES.has(account.type)) return
  const { provider, providerAccountId } = account
  const owner = await adapter.getUserByAccount({ provider, providerAccountId })
  if (!owner || !isSameId(owner.id, user.id)) throw signedOutError()
}

/**
 * Account types that proof of the mailbox can remove. An email account is its own proof, and the adapter doesn't store
 * credentials.
 */
const LINKABLE_TYPES: ReadonlySet<Account["type"]> = new Set(["oauth", "oidc", "webauthn"])

function signedOutError(): AuthError {
  return new AuthError("AccountNotLinked", "The user was signed out everywhere during this sign-in")
}
