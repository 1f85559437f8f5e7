import { withTimeout } from "../crypto/with-timeout.ts"
import { asError, AuthError } from "../../errors.ts"
import type { PasswordFormat } from "../crypto/passwords/hasher.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import type { LoggerInstance } from "../../logger.ts"
import type { InstanceMemory } from "./instance-memory.ts"

/** A function of the app that decides something, and what its results mean. */
interface Decision {
  /** The function, as an app finds it in the configuration. */
  readonly option: string
  /** The results that it may return. */
  readonly returns: string
  /** Returns whether a result is one of these. */
  isValid(result: unknown): boolean
  /** Counts instead of any other result, of an error, and of no result in time. */
  readonly otherwise: boolean
  /** The seconds that it may take. `0` if it may not be asynchronous. */
  readonly seconds: number
}

const YES = {
  returns: "`true` or `false`",
  isValid: (result: unknown) => typeof result === "boolean",
  otherwise: false,
  seconds: 30,
}
const YES_NOW = { ...YES, seconds: 0 }
/** A rule that fails must not weaken a sign-in. */
const NEEDED = { ...YES, otherwise: true }

const isText = (result: unknown) => typeof result === "string"

/**
 * Every function of an app that decides something. Only `true` is a yes. A new one is a row here, and `decide` or
 * `decideNow` calls it.
 */
export const DECISIONS = {
  signIn: {
    ...YES,
    option: "callbacks.signIn",
    returns: "`true`, `false` or the URL to redirect to",
    isValid: (result) => YES.isValid(result) || isText(result),
  },
  redirect: {
    ...YES,
    option: "callbacks.redirect",
    returns: "a path or an http(s) URL",
    isValid: (result) => isText(result) || result instanceof URL,
  },
  beforeAttempt: { ...YES, option: "callbacks.beforeAttempt" },
  beforeDelete: { ...YES, option: "callbacks.beforeDelete" },
  impersonate: { ...YES, option: "callbacks.impersonate" },
  // With both users swapped: a user who could act as the administrator is one, too
  impersonateBack: {
    ...NEEDED,
    option: "callbacks.impersonate",
    isValid: (result) => result === undefined || result === null || YES.isValid(result),
  },
  authorized: {
    ...YES,
    option: "callbacks.authorized",
    returns: "`true`, `false` or a `Response`",
    isValid: (result) => result === undefined || YES.isValid(result) || result instanceof Response,
  },
  authjsAuthorized: {
    ...YES,
    option: "callbacks.authorized",
    returns: "with the preset `authjs()`, any truthy value allows access, as in Auth.js",
    isValid: Array.isArray,
  },
  needed: { ...NEEDED, option: "steps[].needed" },
  required: { ...NEEDED, option: "secondFactor.required" },
  phishingResistant: { ...NEEDED, option: "secondFactor.phishingResistant" },
  matches: { ...YES_NOW, option: "Password({ accepts })[].matches" },
  // A process hashes few passwords at a time, and one that waits keeps its place
  verify: { ...YES, option: "Password({ accepts })[].verify", seconds: 10 },
  acceptsIssuer: { ...YES_NOW, option: "acceptsIssuer" },
  isPublicSuffix: { ...NEEDED, option: "isPublicSuffix", seconds: 0 },
  claimOnce: { ...YES, option: "adapter.claimOnce", seconds: 15 }, // the default of `adapterTimeout`
} as const satisfies Record<string, Decision>

/** The name of a row of {@link DECISIONS}. */
export type DecisionName = keyof typeof DECISIONS

/** Where a decision is logged. */
export type DecisionLog = Pick<InstanceMemory, "warned"> & { readonly logger: LoggerInstance }

/**
 * Calls a deciding function of the app, and returns its result if the row allows it. Logs an error, and the first
 * result that isn't allowed. Both, and no result in time, count as the row's `otherwise`.
 */
export async function decide(log: DecisionLog, name: DecisionName, call: () => unknown): Promise<unknown> {
  const { option, otherwise, seconds } = DECISIONS[name]
  try {
    return checkedResult(log, name, await withTimeout(`\`${option}\``, call(), seconds))
  } catch (thrown) {
    return fail(log, option, { thrown, otherwise })
  }
}

/** Like `decide`, for a function that may not be asynchronous. A promise isn't allowed. */
export function decideNow(log: DecisionLog, name: DecisionName, call: () => unknown): unknown {
  const { option, otherwise } = DECISIONS[name]
  try {
    const result = call()
    if (result instanceof Promise) result.catch(() => undefined) // its error must not end the process
    return checkedResult(log, name, result)
  } catch (thrown) {
    return fail(log, option, { thrown, otherwise })
  }
}

function fail({ logger }: DecisionLog, option: string, { thrown, otherwise }: { thrown: unknown; otherwise: boolean }) {
  const err = asError(thrown)
  logger.error(new AuthError("CallbackRouteError", `\`${option}\` failed: ${err.message}`, { err }))
  return otherwise
}

/** Returns the result if the row allows it. Otherwise logs the first one, and returns the row's `otherwise`. */
export function checkedResult({ logger, warned }: DecisionLog, name: DecisionName, result: unknown): unknown {
  const { option, returns, isValid, otherwise }: Decision = DECISIONS[name]
  if (isValid(result)) return result
  const code = `decision-${name}`
  if (warned.has(code)) return otherwise
  warned.add(code)
  const message = `\`${option}\` returned ${describe(result)}, which counts as \`${otherwise}\`. Return ${returns}`
  logger.error(new AuthError("CallbackRouteError", message))
  return otherwise
}

function describe(result: unknown): string {
  if (result instanceof Promise) return "a promise"
  if (typeof result === "object" && result !== null) return Array.isArray(result) ? "a list" : "an object"
  return typeof result === "string" ? JSON.stringify(result.slice(0, 100)) : String(result)
}

/** Returns the provider with an `acceptsIssuer` that returns only `true` or `false`. */
export function withCheckedIssuer(provider: ProviderConfig, log: DecisionLog): ProviderConfig {
  if (!("acceptsIssuer" in provider) || provider.acceptsIssuer === undefined) return provider
  const acceptsIssuer: typeof provider.acceptsIssuer = (...input) =>
    decideNow(log, "acceptsIssuer", () => provider.acceptsIssuer?.(...input)) === true
  return Object.freeze({ ...provider, acceptsIssuer })
}

/** Returns the format with functions that return only `true` or `false`. */
export const withCheckedVerifier = (format: PasswordFormat, log: DecisionLog): PasswordFormat => ({
  name: format.name,
  matches: (stored) => decideNow(log, "matches", () => format.matches(stored)) === true,
  verify: async (...input) => (await decide(log, "verify", () => format.verify(...input))) === true,
})
