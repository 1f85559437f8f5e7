import { twoStepUrl } from "../../core/request/redirect-url.ts"
import type { AccountErrorCode, FactorDetails, TwoStepDetails } from "../../../client/account-contract.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import { MAX_FACTORS, removeFactor, renameFactor } from "../../core/proofs/factors.ts"
import { canonicalCredentialId } from "../../core/request/proofs.ts"
import { accountRecords, accountRecordsIn, type Factor, factorContext, listFactors } from "../../core/proofs/records.ts"
import { RECOVERY_CODES, recoveryCodesState } from "../../core/proofs/recovery-codes.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { canEnroll } from "../../core/users/reclaim.ts"
import { afterRemoval, countingFactors, isFactorRequired } from "../../core/methods/remove-method.ts"
import type { AccountRequest } from "../../core/methods/feature.ts"
import { loadCredentials, type UserCredentials } from "../../core/methods/sign-in-methods.ts"
import { isSignedIn } from "../../core/users/users.ts"
import { listTrustedDevices, revokeTrustedDevice } from "../../core/sessions/trusted-devices.ts"
import { removeWhileSignedIn } from "../../core/sessions/while-signed-in.ts"

/** Returns the user's two-step verification, for their account details. */
export async function twoStepDetails(
  context: RequestContext,
  held: UserCredentials,
): Promise<{ twoStep?: TwoStepDetails }> {
  const { secondFactor, adapter } = context.settings
  const { user } = held
  if (!secondFactor || !adapter?.createAccountRecord || !user) return {}
  const [factors, devices, codes] = await Promise.all([
    listFactors(factorContext(context), user.id),
    secondFactor.trustMaxAge === undefined ? [] : listTrustedDevices(context, user),
    recoveryCodesState(accountRecords(context), user.id),
  ])
  const removable = factors.length > 1 || (factors.length > 0 && !(await isFactorRequired(context, held)))
  const addable = (await canEnroll(context.settings, user)) ? addableKinds(factors, held, removable) : []
  const twoStep: TwoStepDetails = {
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
  return { twoStep }
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

/**
 * Removes one of the user's factors. With the last one, two-step verification is off, and the recovery codes end.
 *
 * @returns `last` if the app requires a factor, and this is the last one
 */
async function removeUserFactor(
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

const REMOVALS = { removed: undefined, "not found": "NotFound", last: "LastFactor" } as const

/** `POST account` with `remove-factor`. */
export async function removeSecondFactor({
  context,
  userId,
  id,
}: AccountRequest): Promise<AccountErrorCode | undefined> {
  const { settings } = context
  return countingFactors(context, userId, async () => {
    const credentials = settings.adapter && (await loadCredentials(settings, settings.adapter, userId))
    return credentials?.user
      ? REMOVALS[await removeUserFactor(context, { ...credentials, user: credentials.user }, id)]
      : "NotFound"
  })
}

/** `POST account` with `rename-factor`. */
export async function renameUserFactor({ context, ...renamed }: AccountRequest): Promise<AccountErrorCode | undefined> {
  return (await renameFactor(factorContext(context), renamed)) ? undefined : "NotFound"
}

/** `POST account` with `remove-trusted-device`. */
export async function removeTrustedDevice({
  context,
  userId,
  id,
}: AccountRequest): Promise<AccountErrorCode | undefined> {
  if (!(await isSignedIn(context, userId))) return "SessionRequired" // another device may have ended the session
  return (await revokeTrustedDevice(context, { id: userId }, id)) ? undefined : "NotFound"
}
