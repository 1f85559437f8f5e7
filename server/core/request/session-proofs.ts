import { toAmr, type AuthenticationMethod, type Proof } from "./proofs.ts"

/** A proof that a session keeps. */
export interface SessionProof {
  /** When the user gave it, in seconds since the epoch. */
  readonly time: number
  /** The methods that it used, as `amr` of RFC 8176 names them. */
  readonly amr: readonly AuthenticationMethod[]
}

/** The most proofs that a session keeps, so that its token stays short. */
const MAX_PROOFS = 3

/** Returns the proofs of a sign-in for its session. All of them get the time of the first one. */
export function toSessionProofs(proofs: readonly Proof[], time: number): SessionProof[] {
  return addProofs([], proofs, time)
}

/** Returns a session's proofs with new ones. A newer proof of a kind replaces the older one. */
export function addProofs(before: readonly SessionProof[], proofs: readonly Proof[], time: number): SessionProof[] {
  const added = proofs.map((proof): SessionProof => ({ time, amr: toAmr([proof]) }))
  const once = added.filter((one, index) => added.findIndex((other) => proofKind(other) === proofKind(one)) === index)
  const others = before.filter((one) => !once.some((newer) => proofKind(newer) === proofKind(one)))
  return [...others, ...once].slice(-MAX_PROOFS)
}

/** The proofs that a step-up requires. */
export interface RequiredProofs {
  /** Seconds. */
  readonly maxAge: number
  /** @default 1 */
  readonly factors?: 1 | 2 | undefined
  readonly phishingResistant?: boolean | undefined
}

/**
 * Returns whether a session's recent proofs meet what is required. Older proofs count for nothing.
 *
 * @param now seconds since the epoch
 */
export function proofsMeet(
  proofs: readonly SessionProof[],
  { maxAge, factors = 1, phishingResistant = false }: RequiredProofs,
  now: number,
): boolean {
  const recent = proofs.filter(({ time, amr }) => amr.length > 0 && now - time <= maxAge)
  return countSessionFactors(recent) >= factors && (!phishingResistant || recent.some(isKey))
}

/**
 * Returns the methods with which a user can meet what is required: alone, or together with another one that isn't
 * enough alone. A method after which the user would have to repeat a recent one counts only if no other helps. Keeps
 * their order.
 *
 * @param methods what each method proves
 */
export function usefulMethods<Method extends string>(
  methods: readonly (readonly [method: Method, proof: Proof])[],
  before: readonly SessionProof[],
  { required, now }: { required: RequiredProofs; now: number },
): Method[] {
  const meets = (proofs: readonly SessionProof[]) => proofsMeet(proofs, required, now)
  const isRecent = (proof: Proof) =>
    before.some((one) => now - one.time <= required.maxAge && proofKind(one) === toAmr([proof]).join(" "))
  const find = ({ mayRepeat }: { mayRepeat: boolean }) =>
    methods.filter(([method, proof]) => {
      const after = addProofs(before, [proof], now)
      if (meets(after)) return true
      const others = methods.filter(([other, next]) => other !== method && !meets(addProofs(before, [next], now)))
      return others.some(([, next]) => (mayRepeat || !isRecent(next)) && meets(addProofs(after, [next], now)))
    })
  const methodSets = find({ mayRepeat: false })
  return (methodSets.length > 0 ? methodSets : find({ mayRepeat: true })).map(([method]) => method)
}

// The same rules as `countFactors`, but from the methods alone
function countSessionFactors(proofs: readonly SessionProof[]): number {
  const has = (...methods: readonly AuthenticationMethod[]) =>
    proofs.some(({ amr }) => methods.some((method) => amr.includes(method)))
  const isFirst = has("pwd", "fed") || proofs[0]?.amr.includes("email") === true
  const keys = proofs.some((proof) => isKey(proof) && proof.amr.includes("mfa")) ? 2 : Number(proofs.some(isKey))
  return Number(isFirst) + Number(has("otp", "recovery")) + keys
}

function isKey({ amr }: SessionProof): boolean {
  return amr.includes("hwk") || amr.includes("swk")
}

function proofKind({ amr }: SessionProof): string {
  return amr.join(" ")
}
