import type { Adapter } from "../../adapters/contract.ts"
import type { AccountRecord } from "../../adapters/account-record.ts"
import { verifyTotpFactor, type TypedCode } from "./factors.ts"
import type { SecondFactorFacts } from "./policy.ts"
import type { Proof } from "../request/proofs.ts"
import { listFactorRecords, toFactors, type Factor, type FactorContext, type FactorTries } from "./records.ts"
import { recoveryCodesState, redeemRecoveryCode, type RecoveryCodesState } from "./recovery-codes.ts"

/** Everything that is stored about a user's second factors. */
export interface UserFactors {
  readonly factors: readonly Factor[]
  /** The records of the factors. */
  readonly records: readonly AccountRecord[]
  readonly recoveryCodes: RecoveryCodesState | null
  /** Ids of all of the user's passkeys, also of those that aren't enrolled as a second factor. */
  readonly passkeys: readonly string[]
}

/** Loads what is stored about a user's second factors. */
export async function loadUserFactors(
  context: FactorContext,
  { adapter, userId }: { adapter: Pick<Adapter, "listAuthenticatorsByUserId">; userId: string },
): Promise<UserFactors> {
  const [records, recoveryCodes, passkeys = []] = await Promise.all([
    listFactorRecords(context, userId),
    recoveryCodesState(context.store, userId),
    adapter.listAuthenticatorsByUserId?.(userId),
  ])
  const factors = await toFactors(context, records)
  return { factors, records, recoveryCodes, passkeys: passkeys.map(({ credentialID }) => credentialID) }
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

/** Returns how many authenticator apps a typed code is checked against. */
export function countApps({ factors }: Pick<UserFactors, "factors">): number {
  return factors.filter(({ type, readable }) => type === "totp" && readable).length
}

/** The last second step that a user passed. */
export interface FactorUse {
  readonly at: Date
  /** The counter of tries at that time. `undefined` after a recovery code or a passkey, which aren't counted there. */
  readonly tries?: FactorTries | undefined
}

/** Returns the last second step that the user passed, or `null` if they never did. A code by email doesn't count. */
export function lastFactorUse({
  factors,
  recoveryCodes,
}: Pick<UserFactors, "factors" | "recoveryCodes">): FactorUse | null {
  const uses = [
    ...factors.map(({ lastUsedAt, tries }) => ({ at: lastUsedAt, tries })),
    { at: recoveryCodes?.lastUsedAt ?? null, tries: undefined },
  ]
  return uses.reduce<FactorUse | null>(
    (last, { at, tries }) => (at && (!last || at > last.at) ? { at, tries } : last),
    null,
  )
}

/**
 * Checks the code of an authenticator app or a recovery code, and uses it up. Returns what it proves, or `undefined` if
 * it is wrong or used. Count the attempt before.
 */
export async function verifyFactorCode(
  context: FactorContext,
  { method, ...typed }: TypedCode & { method: "totp" | "recovery" },
): Promise<Proof | undefined> {
  const { userId, code } = typed
  if (method === "totp") {
    const factor = await verifyTotpFactor(context, typed)
    return factor === undefined ? undefined : { kind: "totp" }
  }
  const codesLeft = await redeemRecoveryCode(context.store, { userId, now: context.settings.now(), code })
  return codesLeft === undefined ? undefined : { kind: "recovery-code" }
}
