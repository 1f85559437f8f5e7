import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/** How many zero bits a solution's hash starts with. 14 take a phone about a second, and each bit more doubles the work. */
const BITS = 14
/** How long a challenge can be solved, in milliseconds. */
const MAX_AGE = 10 * 60_000

const secret = randomBytes(32) // several processes need the same
const sign = (text: string) => createHmac("sha256", secret).update(text).digest("base64url")

/** Returns a puzzle for one attempt. */
export function createChallenge(): string {
  const puzzle = [BITS, Date.now() + MAX_AGE, randomBytes(16).toString("base64url")].join(
    ".",
  )
  return `${puzzle}.${sign(puzzle)}`
}

/** When each used challenge expires. Several processes need a shared store. */
const used = new Map<string, number>()

/** Returns whether a form's field solves a challenge of ours that is still open, and uses it up. */
export function isSolved(field = ""): boolean {
  const [challenge = "", solution = ""] = field.split("~")
  const [bits, expires, salt, signature = ""] = challenge.split(".")
  const expected = sign([bits, expires, salt].join("."))
  if (signature.length !== expected.length) return false
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return false
  const now = Date.now()
  for (const [one, end] of used) if (end < now) used.delete(one)
  if (Number(expires) < now || used.has(challenge)) return false
  const hash = createHash("sha256").update(`${challenge}~${solution}`).digest()
  if (Math.clz32(hash.readUInt32BE()) < Number(bits)) return false
  used.set(challenge, Number(expires))
  return true
}
