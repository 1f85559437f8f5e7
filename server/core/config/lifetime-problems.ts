import type { ProviderConfig } from "../../providers/types.ts"
import { describeWord } from "../../providers/option-values.ts"
import type { CoreConfig } from "./types.ts"

/** Seconds. Longer lifetimes would lead to invalid dates, and nothing needs to live that long. */
const MAX_LIFETIME = 100 * 365 * 24 * 60 * 60

/** Returns whether a value is a valid lifetime in seconds. */
export function isLifetime(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value <= MAX_LIFETIME
}

const isUpdateAge = (value: unknown): boolean => value === 0 || isLifetime(value)

/** Returns the problems of a configuration's lifetimes, each with the name of its setting. */
export function lifetimeProblems(
  { session = {}, jwt = {}, adapterTimeout }: Pick<CoreConfig, "session" | "jwt" | "adapterTimeout">,
  providers: Iterable<ProviderConfig>,
): string[] {
  const { remember, maxAge, updateAge, absoluteMaxAge } = session
  const rows: [name: string, value: unknown, valid: (value: unknown) => boolean][] = [
    ["`session.maxAge`", maxAge, isLifetime],
    ["`session.updateAge`", updateAge, isUpdateAge],
    ["`session.absoluteMaxAge`", absoluteMaxAge, isLifetime],
    ["`jwt.maxAge`", jwt.maxAge, isLifetime],
    ["`session.remember.shortMaxAge`", typeof remember === "object" ? remember?.shortMaxAge : undefined, isLifetime],
  ]
  for (const provider of providers) {
    if (provider.type === "email")
      rows.push([`\`maxAge\` of the provider "${provider.id}"`, provider.maxAge, isLifetime])
  }
  const problems = rows
    .filter(([, value, valid]) => value !== undefined && value !== null && !valid(value))
    .map(([name, value, valid]) => {
      const least = valid === isUpdateAge ? "of 0 or more" : "above 0"
      return `${name} is ${describeWord(value)}. Set it to a number of seconds ${least}, at most 100 years`
    })
  return [...problems, ...accountProblems(session.maxAccounts), ...timeoutProblems(adapterTimeout)]
}

// A longer timer would fire at once
const MAX_TIMEOUT = 2 ** 31 - 1

function timeoutProblems(timeout: unknown): string[] {
  if (timeout === undefined || timeout === false) return []
  if (typeof timeout === "number" && timeout > 0 && timeout <= MAX_TIMEOUT) return []
  return [
    `\`adapterTimeout\` is ${describeWord(timeout)}. Set it to a number of milliseconds above 0, at most ${MAX_TIMEOUT}, or to \`false\``,
  ]
}

/** The most accounts of a browser. Their cookies must leave room for others in a header of 8 KB. */
const MAX_ACCOUNTS = 8

function accountProblems(max: unknown): string[] {
  if (max === undefined || (Number.isInteger(max) && Number(max) >= 1 && Number(max) <= MAX_ACCOUNTS)) return []
  return [`\`session.maxAccounts\` is ${describeWord(max)}. Set it to a whole number from 1 to ${MAX_ACCOUNTS}`]
}
