import type { AdapterUser } from "../../adapters/contract.ts"
import type { Account } from "../../types.ts"
import type { Settings } from "../config/settings.ts"
import { sendNotice } from "../emails/notice.ts"
import { accountRecords, factorContext, isRequired, listFactors } from "../proofs/records.ts"
import { removePasskeyFactor } from "../proofs/own-passkey.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { emit } from "../request/emit.ts"
import { canonicalCredentialId } from "../request/proofs.ts"
import { revokeTrustedDevices } from "../sessions/trusted-devices.ts"
import { withAddressLock } from "../users/atomically.ts"
import { noticeAddresses } from "../users/undo/records.ts"
import type { UserCredentials } from "./sign-in-methods.ts"

/** Runs a removal alone. Two at once would each count the other's factor. */
export function countingFactors<T>({ settings }: ActionContext, userId: string, run: () => Promise<T>): Promise<T> {
  return settings.secondFactor ? withAddressLock(settings, userId, run) : run()
}

/** Returns whether the app requires a second factor of this user with any of their sign-in methods. */
export async function isFactorRequired(context: RequestContext, held: UserCredentials): Promise<boolean> {
  const { settings } = context
  const { user } = held
  const { secondFactor } = settings
  if (!secondFactor || !user) return false
  const accounts = signInAccounts(settings, { ...held, user })
  const required = await Promise.all(
    accounts.map((account) => isRequired(context, "required", { user, account, isNewUser: false }, secondFactor)),
  )
  return required.includes(true)
}

// A session doesn't keep the account that opened it, and the rule may depend on it
function signInAccounts(
  { providers }: Settings,
  { user, accounts }: UserCredentials & { user: AdapterUser },
): readonly Account[] {
  const others = [...providers.values()].flatMap(({ id, type }): Account[] => {
    if (type === "oauth" || type === "oidc") return []
    if (type === "email" && !user.email) return []
    return [{ provider: id, type, providerAccountId: type === "email" ? user.email : user.id, userId: user.id }]
  })
  return [...(accounts ?? []), ...others]
}

/** Ends the trust in all devices after a change of the factors, and emails the user. */
async function factorsChanged(
  context: ActionContext,
  user: Pick<AdapterUser, "id"> & { email?: string | null | undefined },
  notice: Parameters<typeof sendNotice>[2],
): Promise<void> {
  await revokeTrustedDevices(context, user.id)
  for (const email of await noticeAddresses(context, user)) sendNotice(context, email, notice)
}

/** Returns whether a passkey is the last second factor of a user who must have one. */
export async function isLastFactor(context: ActionContext, held: UserCredentials, passkeyId: string): Promise<boolean> {
  const { user } = held
  if (!user || !context.settings.secondFactor || !context.settings.adapter?.createAccountRecord) return false
  const [factor, ...others] = await listFactors(factorContext(context), user.id)
  if (others.length > 0 || factor?.credentialId !== canonicalCredentialId(passkeyId)) return false
  return isFactorRequired(context, held)
}

/** Removes the factor of a passkey that was just removed. Otherwise sign-ins would still ask for it. */
export async function forgetPasskeyFactor(context: ActionContext, user: AdapterUser, passkeyId: string): Promise<void> {
  if (!context.settings.adapter?.createAccountRecord) return
  const store = accountRecords(context)
  if (await removePasskeyFactor({ store }, { userId: user.id, credentialId: passkeyId }))
    await endFactor(context, user, "passkey") // the email about the passkey is enough
}

/** Ends what belongs to a factor that was just removed, and emails the user. */
export async function afterRemoval(context: ActionContext, user: AdapterUser, factor: RemovedFactor): Promise<void> {
  await endFactor(context, user, factor)
  await factorsChanged(context, user, { kind: "factor-removed", factor })
}

type RemovedFactor = "totp" | "passkey"

async function endFactor(context: ActionContext, user: AdapterUser, factor: RemovedFactor): Promise<void> {
  await emit(context, { type: "factorRemoved", userId: user.id, method: factor })
  const otherFactors = await listFactors(factorContext(context), user.id)
  if (otherFactors.length === 0) await accountRecords(context).deleteAccountRecords(user.id, "recovery-codes")
}
