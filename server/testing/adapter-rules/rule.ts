import assert from "node:assert/strict"
import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../../adapters/contract.ts"

type TokenKey = Pick<VerificationToken, "identifier" | "token">

/** The operations that are functions. */
export type Operation = Exclude<keyof Adapter, "wantsTokenHashes" | "keepsSessionDetails" | "keepsSessionEpoch">

/** An adapter in which the operations `Names` are there. */
export type AdapterWith<Names extends Operation> = Adapter & Required<Pick<Adapter, Names>>

/** One sentence of the contract, and how to see whether it holds. */
export interface Rule {
  readonly name: string
  /** The operations that the rule calls. An adapter without one of them skips the rule. */
  readonly needs: readonly Operation[]
  /** @throws {AssertionError} if the adapter breaks the rule */
  check(adapter: Adapter): Promise<void>
}

/** A rule over the operations that it names. */
export function rule<Names extends Operation>(
  name: string,
  needs: readonly Names[],
  check: (adapter: AdapterWith<Names>) => Promise<void>,
): Rule {
  // The suite runs a rule only where each operation it needs is a function
  return { name, needs, check: (adapter) => check(adapter as AdapterWith<Names>) }
}

/** The operations of `names` that `adapter` lacks. */
export function missingOperations(adapter: Adapter, names: readonly Operation[]): readonly Operation[] {
  return names.filter((name) => typeof adapter[name] !== "function")
}

/** Text that no other rule has used. */
export function unique(prefix = "x"): string {
  return `${prefix}-${crypto.randomUUID()}`
}

/** A user to be created. */
export function newUser(fields: Partial<AdapterUser> = {}): AdapterUser {
  return { id: crypto.randomUUID(), email: `${unique("ada")}@app.test`, emailVerified: null, name: "Ada", ...fields }
}

/** An account to be linked. */
export function newAccount(userId: string, fields: Partial<AdapterAccount> = {}): AdapterAccount {
  return { userId, provider: "acme", providerAccountId: unique("sub"), type: "oauth", ...fields }
}

/** A session to be created, an hour long. */
export function newSession(userId: string, fields: Partial<AdapterSession> = {}): AdapterSession {
  return { userId, sessionToken: unique("token"), expires: hoursFromNow(1), ...fields }
}

/** A moment `count` hours from now, to the millisecond. */
export function hoursFromNow(count: number): Date {
  return new Date(Date.now() + count * 3_600_000)
}

/** The same moment without its milliseconds, for a rule that is not about them. */
export function toWholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000)
}

/** Returns only the key of an account, because an adapter may reject a key with more fields. */
export function accountKey({ provider, providerAccountId }: AccountKey): AccountKey {
  return { provider, providerAccountId }
}

/** Returns only the key of a verification token, because an adapter may reject a key with more fields. */
export function tokenKey({ identifier, token }: TokenKey): TokenKey {
  return { identifier, token }
}

/** Returns how many of the promises resolved. */
export async function countSuccesses(attempts: readonly Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(attempts)
  return results.filter(({ status }) => status === "fulfilled").length
}

/** Starts `count` promises, all before the first is awaited. */
export function startTogether<T>(count: number, start: (index: number) => T | PromiseLike<T>): Promise<T>[] {
  return Array.from({ length: count }, async (_, index) => start(index))
}

/** Returns the result, or null if the adapter threw. A lookup may reject hostile input instead of finding nothing. */
export async function nullIfThrown<T>(look: () => T | PromiseLike<T>): Promise<T | null> {
  try {
    return await look()
  } catch {
    return null
  }
}

/** @throws unless both are the same moment to the millisecond, and dates */
export function assertSameTime(actual: unknown, expected: Date): void {
  assert.ok(actual instanceof Date, `wanted a Date, found ${typeof actual}`)
  assert.equal(actual.getTime(), expected.getTime())
}

/** Moments that drivers get wrong: milliseconds, a night the clocks change, the end of 32-bit seconds, a far year. */
export const SAMPLE_TIMES = [
  "2031-03-30T01:30:00.123Z",
  "2031-03-09T07:30:00.999Z",
  "2031-10-26T00:59:59.001Z",
  "2038-01-19T03:14:08.001Z",
  "2099-12-31T23:59:59.999Z",
].map((text) => new Date(text))

/** Text that means something to some query language. */
export const HOSTILE_TEXTS = [
  "' OR 1=1--",
  '{"$gt":""}',
  "a*",
  "{",
  "%",
  "_",
  "?",
  "$1",
  ":x",
  "a:b",
  "a\nb",
  "\\",
  "\\'",
  '"',
  "`",
  "[a-z]",
  "../a",
  "a b",
  "🗝",
]

/** Values that aren't strings. A lookup by them must find nothing. */
export const NOT_TEXT: readonly unknown[] = [{ $gt: "" }, { $ne: null }, ["a"], [], {}, 0, 1, true, null, undefined]

/** Spellings that some collation, normalisation or padding rule takes for `word` or for each other. */
export function similarTexts(word: string): readonly string[] {
  const cased = word.toUpperCase() === word ? word.toLowerCase() : word.toUpperCase()
  return [
    word,
    cased,
    `${word} `,
    ` ${word}`,
    `${word}\u200b`,
    `${word}\u0301`,
    word.replace("a", "á"),
    word.replace("a", "ａ"),
  ]
}

/** Calls a lookup with a value that its type forbids, as an app without types would. */
export function asType<T>(value: unknown): T {
  return value as T
}
