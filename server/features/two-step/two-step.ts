import { twoStepUrl } from "../../core/request/redirect-url.ts"
import type { FactorDetails, TwoStepDetails } from "../../../client/account-contract.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import type { Settings } from "../../core/config/settings.ts"
import { MAX_FACTORS, removeFactor } from "../../core/proofs/factors.ts"
import { removePasskeyFactor } from "../passkeys/passkey-factors.ts"
import { canonicalCredentialId } from "../../core/request/proofs.ts"
import { listFactors, type Factor } from "../../core/proofs/records.ts"
import { RECOVERY_CODES, recoveryCodesState } from "../../core/proofs/recovery-codes.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { emit } from "../../core/request/emit.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { Account } from "../../types.ts"
import { accountRecords, accountRecordsIn, factorContext, isRequired } from "../../core/proofs/factor-context.ts"
import { sendNotice } from "../../core/emails/notice.ts"
import { canEnroll } from "../../core/users/reclaim.ts"
import type { UserCredentials } from "../../core/methods/sign-in-methods.ts"
import { listTrustedDevices, revokeTrustedDevices } from "../../core/sessions/trusted-devices.ts"
import { noticeAddresses } from "../../core/users/undo/records.ts"
import { removeWhileSignedIn } from "../../core/sessions/while-signed-in.ts"

/** Returns the user's two-step verification, or `undefined` if it is off. */
export async function twoStepDetails(
  context: RequestContext,
  held: UserCredentials,
): Promise<TwoStepDetails | undefined> {
  const { secondFactor, adapter } = context.settings
  const { user } = held
  if (!secondFactor || !adapter?.createAccountRecord || !user) return undefined
  const [factors, devices, codes] = await Promise.all([
    listFactors(factorContext(context), user.id),
    secondFactor.trustMaxAge === undefined ? [] : listTrustedDevices(context, user),
    recoveryCodesState(accountRecords(context), user.id),
  ])
  const removable = factors.length > 1 || (factors.length > 0 && !(await isFactorRequired(context, held)))
  const addable = (await canEnroll(context.settings, user)) ? addableKinds(factors, held, removable) : []
  return {
    factors: factors.map((factor) => toDetails(factor, removable)),
    addable: addable.map((page) => ({ kind: page, url: twoStepUrl(context, page) })),
    recoveryCodes:
      factors.length === 0
        ? null
        : { left: codes?.left ?? 0, total: RECOVERY_CODES, url: twoStepUrl(context, "recovery-codes") },
    trustedDevices: devices.map(({ id, current, expires, userAgent, device }) => ({
      id,
      current,
      userAgent,
      device,
      expires: expires.toISOString(),
    })),
  }
}

function toDetails({ id, type, name, createdAt, lastUsedAt }: Factor, removable: boolean): FactorDetails {
  return {
    id,
    kind: type === "passkey" ? "security-key" : "totp",
    name: name || null,
    createdAt: createdAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    removable,
  }
}

// A second authenticator app is offered only if the first one must be replaced before it can be removed
function addableKinds(factors: readonly Factor[], held: UserCredentials, removable: boolean): FactorDetails["kind"][] {
  if (factors.length >= MAX_FACTORS) return []
  const hasApp = factors.some(({ type, readable }) => type === "totp" && readable)
  const keys = passkeysToAdd(factors, held)
  return [
    ...(!hasApp || !removable ? (["totp"] as const) : []),
    ...(keys.length > 0 ? (["security-key"] as const) : []),
  ]
}

/** Returns the user's passkeys that aren't a second factor yet. */
export function passkeysToAdd(factors: readonly Factor[], { passkeys }: Pick<UserCredentials, "passkeys">) {
  const added = new Set(factors.map(({ credentialId }) => credentialId))
  return (passkeys ?? []).filter(({ credentialID }) => !added.has(canonicalCredentialId(credentialID)))
}

/** Returns whether the app requires a second factor of this user with any of their sign-in methods. */
async function isFactorRequired(context: RequestContext, held: UserCredentials): Promise<boolean> {
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
export async function factorsChanged(
  context: ActionContext,
  user: Pick<AdapterUser, "id"> & { email?: string | null | undefined },
  notice: Parameters<typeof sendNotice>[2],
): Promise<void> {
  await revokeTrustedDevices(context, user.id)
  for (const email of await noticeAddresses(context, user)) sendNotice(context, email, notice)
}

/**
 * Removes one of the user's factors. With the last one, two-step verification is off, and the recovery codes end.
 *
 * @returns `last` if the app requires a factor, and this is the last one
 */
export async function removeUserFactor(
  context: ActionContext,
  held: UserCredentials & { user: AdapterUser },
  id: string,
): Promise<"removed" | "not found" | "last"> {
  const { user } = held
  const factors = await listFactors(factorContext(context), user.id)
  const factor = factors.find((one) => one.id === id)
  if (!factor) return "not found"
  if (factors.length === 1 && (await isFactorRequired(context, held))) return "last"
  const isRemoved = await removeWhileSignedIn(context, user.id, (adapter) =>
    removeFactor({ ...factorContext(context), store: accountRecordsIn(adapter, context) }, { userId: user.id, id }),
  )
  if (!isRemoved) return "not found"
  await afterRemoval(context, user, factor.type === "passkey" ? "passkey" : "totp")
  return "removed"
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
  const left = await listFactors(factorContext(context), user.id)
  if (left.length === 0) await accountRecords(context).deleteAccountRecords(user.id, "recovery-codes")
}
