import { requireOperation } from "../../adapters/required.ts"
import { AuthError } from "../../errors.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import type { Account } from "../../types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { usableProviders } from "../request/public-provider.ts"
import { securityState, type SecurityState } from "../users/security-state.ts"
import { mayUseAccount } from "../users/reclaimed.ts"
import { isId, isSameId, isSignedIn, userById, findOwner } from "../users/users.ts"
import type { AccountPlan, ResolvedAccount, VerifiedIdentity } from "../users/types.ts"

/** The facts that allowed a sign-in. Another request may change them before it ends. */
export interface AllowedSignIn extends Pick<ResolvedAccount, "user" | "account"> {
  /** The decision about an account that isn't stored yet. */
  plan?: AccountPlan | undefined
  identity: Pick<VerifiedIdentity["identity"], "user" | "account" | "emailProven">
  /** The user's security epoch when the sign-in began. */
  epoch: string
  /** Whether the sign-in linked an account to the signed-in user. That proves nothing about this user. */
  isLink: boolean
  /** Whether the adapter stores the user. Only a paused sign-in says so. */
  isStored?: boolean
}

/** When a sign-in is checked again: after its last step, before its session, or with the key of its new session. */
export type Moment = "resumed" | "opening" | { opened: string }

/** Why a sign-in that was allowed opens no session. */
type Reason =
  | "provider-removed"
  | "signed-out"
  | "user-deleted"
  | "email-changed"
  | "account-unlinked"
  | "account-lost"
  | "security-changed"

const MESSAGES: Record<Reason, string> = {
  "provider-removed": "The provider is no longer configured",
  "signed-out": "The user signed out meanwhile",
  "user-deleted": "The user was deleted",
  "email-changed": "The user's email changed",
  "account-unlinked": "The account was unlinked",
  "account-lost": "The user was signed out everywhere during this sign-in",
  "security-changed": "The address or the password was changed, or the user deleted, during this sign-in",
}

/** The user and their security state as they are now, as far as they were read. */
export interface CurrentUser {
  user: ResolvedAccount["user"]
  security?: SecurityState
}

/**
 * Checks everything again that allowed a sign-in and that another request may have changed. Only this function does so.
 * Ends the new session if there is one. A sealed session ends because its cookie isn't sent.
 *
 * @throws {AuthError} `AttemptExpired` or `AccountNotLinked`
 */
export async function revalidate(context: ActionContext, signIn: AllowedSignIn, at: Moment): Promise<CurrentUser> {
  const checked = await (at === "resumed" ? checkResumed : at === "opening" ? checkSecurity : checkOpened)(
    context,
    signIn,
  )
  if (typeof checked === "object") return checked
  const { adapter, session } = context.settings
  if (typeof at === "object" && adapter && session.strategy === "database")
    await requireOperation(adapter, "deleteSession")(at.opened)
  const message = `${MESSAGES[checked]}. The sign-in was by ${signIn.account.provider}`
  throw checked === "account-lost"
    ? new AuthError("AccountNotLinked", message)
    : new AuthError("AttemptExpired", message)
}

/** A paused sign-in reads the user again. */
async function checkResumed(context: ActionContext, signIn: AllowedSignIn): Promise<CurrentUser | Reason> {
  const { settings } = context
  const { adapter } = settings
  const { user: pausedUser, account, isStored, isLink, plan } = signIn
  if (!usableProviders(settings).some(({ id }) => id === account.provider)) return "provider-removed"
  // A link proves nothing about the user. Their session does, until they sign out
  if (isLink && !(await isSignedIn(context, String(pausedUser.id)))) return "signed-out"
  if (!isStored) return { user: pausedUser }
  const user = adapter && (await userById(adapter, String(pausedUser.id)))
  if (!user) return "user-deleted"
  if (!isSameEmail(user.email, pausedUser.email)) return "email-changed"
  if (plan?.kind !== "link" && account.type !== "credentials" && account.type !== "email") {
    const owner = await findOwner(adapter, account)
    if (!isSameId(owner?.id, user.id)) return "account-unlinked"
  }
  return { user }
}

// Mostly both are the same text, and normalizing takes longer than the other checks
function isSameEmail(one: string | null | undefined, other: string | null | undefined): boolean {
  return one === other || normalizeEmail(one) === normalizeEmail(other)
}

async function checkSecurity(
  { settings }: ActionContext,
  { user, epoch }: AllowedSignIn,
): Promise<CurrentUser | Reason> {
  const security = await securityState(settings, String(user.id))
  return !settings.keepsEpoch || (!security.isGone && security.epoch === epoch)
    ? { user, security }
    : "security-changed"
}

// A parallel change may have ended the user's sessions before this one existed. A sealed session names its epoch
async function checkOpened(context: ActionContext, signIn: AllowedSignIn): Promise<CurrentUser | Reason> {
  if (!(await hasAccount(context, signIn))) return "account-lost"
  return context.settings.session.strategy === "database" ? checkSecurity(context, signIn) : { user: signIn.user }
}

/**
 * Account types that a proof of the mailbox, and the user, can remove. An email account is its own proof, and the
 * adapter doesn't store credentials.
 */
const REMOVABLE_TYPES: ReadonlySet<Account["type"]> = new Set(["oauth", "oidc", "webauthn"])

/**
 * Returns whether the account still belongs to the user. The mailbox's owner may have proven it meanwhile, or the user
 * may have removed the account. A removal starts a new epoch afterwards, so that no session of the account stays open.
 * A user with a proven mailbox can't lose an account to its owner.
 */
async function hasAccount({ settings }: ActionContext, { user, account, identity }: AllowedSignIn): Promise<boolean> {
  const { adapter } = settings
  if (!adapter || !isId(user.id) || !REMOVABLE_TYPES.has(account.type)) return true
  const isClaimable = Boolean(user.email) && !Reflect.get(user, "emailVerified")
  const { provider, providerAccountId } = account
  const owner = await requireOperation(adapter, "getUserByAccount")({ provider, providerAccountId })
  if (!owner || !isSameId(owner.id, user.id)) return false
  return !isClaimable || mayUseAccount(adapter, owner, identity)
}
