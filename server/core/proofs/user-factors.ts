import type { Adapter } from "../../adapters/contract.ts"
import type { AccountRecord } from "../../adapters/account-record.ts"
import { verifyTotpFactor, type TypedCode } from "./factors.ts"
import {
  canonicalCredentialId,
  countFactors,
  isPhishingResistant,
  usedCredentials,
  type Proof,
} from "../request/proofs.ts"
import { listFactorRecords, toFactors, type Factor, type FactorContext, type FactorTries } from "./records.ts"
import { recoveryCodesState, redeemRecoveryCode, type RecoveryCodesState } from "./recovery-codes.ts"

/** Everything that is stored about a user's second factors. */
export interface UserFactors {
  readonly factors: readonly Factor[]
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

/** A method of the second step, as the page offers it. */
export type FactorMethod = "passkey" | "totp" | "recovery" | "email"

/** Facts that decide whether a code by email may be a second factor. */
export interface EmailCodeFacts {
  /** Whether the app turned it on. It is off by default. */
  readonly enabled: boolean
  /** The user's address, if it is verified. */
  readonly address: string | undefined
  /** Whether a proof of the mailbox set the password, and no other factor was used together with it since. */
  readonly passwordOfMailbox?: boolean | undefined
}

/** Facts about a sign-in that reaches its second step. */
export interface SecondFactorFacts {
  readonly proofs: readonly Proof[]
  /** Whether two-step verification is on: the user has a factor, even if it can't be read. */
  readonly enrolled: boolean
  /** Whether the user has an authenticator app whose secret can be read. */
  readonly totp: boolean
  /** Recovery codes that are left. */
  readonly recoveryCodes: number
  /** Ids of the user's passkeys and security keys. */
  readonly passkeys: readonly string[]
  readonly emailCode: EmailCodeFacts
  /** Whether the app requires a second factor of this user. */
  readonly required: boolean
  /** Whether the app requires a phishing-resistant one. */
  readonly phishingResistant?: boolean | undefined
  /** Whether this sign-in created the account. */
  readonly newAccount: boolean
}

/** The next part of a sign-in. */
export type SecondFactorDecision =
  | { readonly kind: "continue" }
  /** `methods` is empty if no factor can be used. The sign-in can't go on then. */
  | { readonly kind: "verify"; readonly methods: readonly FactorMethod[] }
  /** `proveMailbox` if the user must first prove that they own the account's mailbox. */
  | { readonly kind: "enroll"; readonly proveMailbox: boolean }

/**
 * Decides on the second step of a sign-in. A factor that can't be read still requires a second step, so a lost secret
 * never turns it off.
 */
export function decideSecondFactor(facts: SecondFactorFacts): SecondFactorDecision {
  const { proofs, enrolled, required, phishingResistant = false } = facts
  if (!enrolled && !required) return { kind: "continue" }
  const isDone = countFactors(proofs) >= 2 || hasEmailFactor(facts)
  if (isDone && (!phishingResistant || isPhishingResistant(proofs))) return { kind: "continue" }
  const methods = factorMethods(facts)
  if (enrolled || methods.length > 0) return { kind: "verify", methods }
  // A leaked password of a forgotten account must not be enough to enroll
  return { kind: "enroll", proveMailbox: !facts.newAccount && !proofs.some(({ kind }) => kind === "email") }
}

/**
 * Returns the methods that are accepted as the second factor, the strongest first. The page offers them, and the server
 * accepts no other one, whatever a form posts.
 */
export function factorMethods(facts: SecondFactorFacts): FactorMethod[] {
  const accepted: Readonly<Record<FactorMethod, boolean>> = {
    passkey: otherPasskeys(facts).length > 0,
    totp: facts.totp && !facts.phishingResistant,
    recovery: facts.enrolled && facts.recoveryCodes > 0 && !facts.phishingResistant,
    email: isEmailCodeAccepted(facts),
  }
  return (Object.keys(accepted) as FactorMethod[]).filter((method) => accepted[method]) // the record's own keys
}

/** Returns the passkeys that are accepted as the second factor: those that weren't used already. */
export function otherPasskeys({ proofs, passkeys }: Pick<SecondFactorFacts, "proofs" | "passkeys">): string[] {
  const usedIds = usedCredentials(proofs)
  return passkeys.filter((id) => !usedIds.includes(canonicalCredentialId(id)))
}

// The proof of a mailbox before an enrollment isn't a second factor, so the same rules decide again
function hasEmailFactor(facts: SecondFactorFacts): boolean {
  return facts.proofs.some(
    ({ kind }, index) =>
      kind === "email" && index > 0 && isEmailCodeAccepted({ ...facts, proofs: facts.proofs.slice(0, index) }),
  )
}

/**
 * Returns whether a code by email is a second factor here. One mailbox is one factor. So it isn't if the first proof
 * came from the same mailbox, or if a proof of the mailbox set the password. The user must use another factor with that
 * password first. After another sign-in method it proves nothing: a thief may have set the password.
 */
function isEmailCodeAccepted({ proofs, emailCode, phishingResistant }: SecondFactorFacts): boolean {
  const { enabled, address, passwordOfMailbox } = emailCode
  if (!enabled || !address || phishingResistant) return false
  const isSameMailbox = (proof: Proof) =>
    proof.kind === "email" || (proof.kind === "provider" && isSameAddress(proof.email, address))
  return !passwordOfMailbox && !proofs.some(isSameMailbox)
}

// Without an address of the provider's, its account may belong to the same mailbox
function isSameAddress(one: string | undefined, other: string): boolean {
  return !one || one.normalize("NFKC").toLowerCase() === other.normalize("NFKC").toLowerCase()
}
