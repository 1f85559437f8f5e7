import type { Adapter } from "../adapters/contract.ts"
import { verifyTotpFactor } from "./factors.ts"
import type { SecondFactorFacts } from "./policy.ts"
import type { Proof } from "./proofs.ts"
import { listFactors, type Factor, type FactorContext } from "./records.ts"
import { recoveryCodesState, redeemRecoveryCode, type RecoveryCodesState } from "./recovery-codes.ts"

/** Everything that is stored about a user's second factors. */
export interface UserFactors {
  readonly factors: readonly Factor[]
  readonly recoveryCodes: RecoveryCodesState | null
  /** Ids of all of the user's passkeys, also of those that aren't enrolled as a second factor. */
  readonly passkeys: readonly string[]
}

/** Loads what is stored about a user's second factors. */
export async function loadUserFactors(
  context: FactorContext,
  { adapter, userId }: { adapter: Pick<Adapter, "listAuthenticatorsByUserId">; userId: string },
): Promise<UserFactors> {
  const [factors, recoveryCodes, passkeys = []] = await Promise.all([
    listFactors(context, userId),
    recoveryCodesState(context.store, userId),
    adapter.listAuthenticatorsByUserId?.(userId),
  ])
  return { factors, recoveryCodes, passkeys: passkeys.map(({ credentialID }) => credentialID) }
}

/** Returns the facts for {@link decideSecondFactor} that follow from what is stored. */
export function storedFactorFacts({
  factors,
  recoveryCodes,
  passkeys,
}: UserFactors): Pick<SecondFactorFacts, "enrolled" | "totp" | "recoveryCodes" | "passkeys"> {
  return {
    enrolled: factors.length > 0,
    totp: factors.some(({ type, readable }) => type === "totp" && readable),
    recoveryCodes: recoveryCodes?.left ?? 0,
    passkeys,
  }
}

/** Returns when the user last passed a second step, or `null` if they never did. A code by email doesn't count. */
export function lastFactorUse({ factors, recoveryCodes }: Omit<UserFactors, "passkeys">): Date | null {
  const times = [...factors.map(({ lastUsedAt }) => lastUsedAt), recoveryCodes?.lastUsedAt]
  return times.reduce<Date | null>((last, time) => (time && (!last || time > last) ? time : last), null)
}

/**
 * Checks the code of an authenticator app or a recovery code, and uses it up. Returns what it proves, or `undefined` if
 * it is wrong or used. Count the attempt before.
 */
export async function verifyFactorCode(
  context: FactorContext,
  { userId, method, code }: { userId: string; method: "totp" | "recovery"; code: unknown },
): Promise<Proof | undefined> {
  if (method === "totp") {
    const factor = await verifyTotpFactor(context, { userId, code })
    return factor === undefined ? undefined : { kind: "totp" }
  }
  const left = await redeemRecoveryCode(context.store, { userId, now: context.settings.now(), code })
  return left === undefined ? undefined : { kind: "recovery-code" }
}
