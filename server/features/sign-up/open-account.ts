import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import { atomically } from "../../core/users/atomically.ts"
import { createWithPasskey, usedError, createWithPassword, newPasswordUser } from "./create-with-password.ts"
import {
  planUser,
  requireOpenSignUp,
  addressHolder,
  type NewUser,
  type NewUserContext,
} from "../../core/users/create-user.ts"
import { takenFields } from "./taken-fields.ts"
import { endCredentialsAndLinks } from "../../core/methods/end-credentials.ts"
import { accountRecords, accountRecordsIn } from "../../core/proofs/records.ts"
import { requirePlanned, toPlan } from "../../core/users/decide.ts"
import type { ResolvedAccount, SignUp, VerifiedIdentity } from "../../core/users/types.ts"
import { securityEpoch } from "../../core/users/security-state.ts"
import { writePassword } from "../password/stored-password.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { Account } from "../../types.ts"
import { userStore } from "../../core/users/users.ts"
import { findInvitation, isOpenFor, reopenInvitation, useInvitation, type Invitation } from "./invitations.ts"
import { proveMailbox } from "../../core/mailbox/prove-mailbox.ts"

type By<Kind extends SignUp["kind"]> = Extract<SignUp, { kind: Kind }>

/**
 * Creates the user of a sign-up, or plans it.
 *
 * @throws {AuthError} `Verification` if the link, code or invitation was used meanwhile, or the address has a user
 * @throws {TakenFields} if another user has the value of a field
 */
export async function openAccount(
  context: ActionContext,
  signUp: SignUp,
  verified: VerifiedIdentity,
): Promise<ResolvedAccount> {
  try {
    return await createAccount(context, signUp, verified)
  } catch (error) {
    throw ("fields" in signUp && takenFields(context, signUp.fields, error)) || error
  }
}

async function createAccount(
  context: ActionContext,
  signUp: SignUp,
  verified: VerifiedIdentity,
): Promise<ResolvedAccount> {
  const { email } = signUp
  if (signUp.kind === "password") requireOpenSignUp(context.settings)
  if (signUp.kind === "invitation") return acceptInvitation(context, signUp, verified)
  if (verified.plan === "only") return planSignUp(context, signUp, verified)
  if ((await accountRecords(context).takeAccountRecord("pending-change", signUp.pending)) === null) throw usedError()
  if (signUp.kind === "passkey") return createWithPasskey(context, signUp, verified)
  const { hash, fields } = signUp
  const user = await atomically(userStore(context.settings), email, async (adapter): Promise<AdapterUser> => {
    await requireFree(adapter, email)
    return createWithPassword(context, adapter, { email, hash, fields, verified })
  })
  return {
    user,
    account: { ...signUp.account, providerAccountId: user.id },
    isNewUser: true,
    events: [{ name: "createUser", message: { user, fields } }],
  }
}

async function requireFree(adapter: Adapter, email: string): Promise<void> {
  if ((await addressHolder(adapter, email)) !== null) throw usedError()
}

async function planSignUp(
  { settings }: Pick<ActionContext, "settings">,
  signUp: SignUp,
  verified: VerifiedIdentity,
): Promise<ResolvedAccount> {
  const adapter = userStore(settings)
  await requireFree(adapter, signUp.email)
  const user = await planUser({ settings, adapter }, toNewUser({ settings, adapter }, signUp, verified))
  return toPlan("create", user, toAccount(signUp, user))
}

function toNewUser(context: NewUserContext, signUp: SignUp, verified: VerifiedIdentity): NewUser {
  if (signUp.kind !== "passkey") return newPasswordUser(context, { ...signUp, verified })
  return { id: signUp.newPasskey.userId, email: signUp.email, emailVerified: new Date(context.settings.now()) }
}

const toAccount = ({ kind, account }: SignUp, { id }: AdapterUser): Account =>
  kind === "passkey" ? { ...account, userId: id } : { ...account, providerAccountId: id }

async function acceptInvitation(
  context: ActionContext,
  signUp: By<"invitation">,
  verified: VerifiedIdentity,
): Promise<ResolvedAccount> {
  const invitation = await findInvitation(context, signUp.token)
  if (!invitation) throw usedError()
  const existing = await addressHolder(userStore(context.settings), signUp.email)
  if (!(await isOpenFor(context, invitation, existing))) throw usedError()
  requirePlanned(verified, existing ? { kind: "use" } : { kind: "create" })
  if (!existing && verified.plan === "only") return planSignUp(context, signUp, verified)
  const user = existing
    ? await takeOver(context, existing, { invitation, hash: signUp.hash })
    : await createInvited(context, { invitation, signUp, verified })
  const { data } = invitation
  const isNewUser = !existing
  return {
    user,
    account: toAccount(signUp, user),
    isNewUser,
    events: [
      ...(isNewUser ? [{ name: "createUser", message: { user, fields: signUp.fields } } as const] : []),
      { name: "acceptInvitation", message: { user, data, isNewUser } },
    ],
  }
}

interface InvitedUser {
  invitation: Invitation
  signUp: By<"invitation">
  verified: VerifiedIdentity
}

async function createInvited(
  context: ActionContext,
  { invitation, signUp, verified }: InvitedUser,
): Promise<AdapterUser> {
  const { email } = invitation
  let open = invitation
  return atomically(userStore(context.settings), email, async (adapter) => {
    const store = accountRecordsIn(adapter, context)
    if (!(await useInvitation(store, open)) || (await addressHolder(adapter, email))) throw usedError()
    try {
      return await createWithPassword(context, adapter, { ...signUp, verified })
    } catch (error) {
      // Without a transaction, nothing else opens the invitation again
      if (!adapter.transaction) open = await reopenInvitation(store, open)
      throw error
    }
  })
}

// The invitation proves the mailbox. So a user without a proof is handed to its owner, as with a reset
async function takeOver(
  context: ActionContext,
  existing: AdapterUser,
  { invitation, hash }: { invitation: Invitation; hash: string },
): Promise<AdapterUser> {
  const { settings } = context
  const userId = existing.id
  const store = accountRecords(context)
  if (!(await useInvitation(store, invitation))) throw usedError()
  const { user } = await proveMailbox(context, existing).catch(async (error: unknown) => {
    await reopenInvitation(store, invitation)
    throw error
  })
  const epoch = await securityEpoch(settings, userId)
  const password = { userId, hash, byEmail: true, epoch, now: settings.now() }
  if ((await writePassword(store, password)) === undefined) throw usedError()
  await endCredentialsAndLinks(context, { id: userId, email: invitation.email })
  return user
}
