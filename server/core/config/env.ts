import { variablePrefix } from "../../providers/variables.ts"

/** Environment variables by name. */
export type Env = Readonly<Record<string, string | undefined>>

/** Returns the runtime's environment, or an empty object if it has none. */
export function processEnv(): Env {
  return (globalThis as { process?: { env?: Env } }).process?.env ?? {}
}

const SECRETS = ["AUTH_SECRET_3", "AUTH_SECRET_2", "AUTH_SECRET_1", "AUTH_SECRET"]

/**
 * Returns the environment with `AUTH_SECRET`, `AUTH_URL` and `AUTH_TRUST_HOST` filled in from their older names:
 * `LEGACYAUTH_…`, and with a `version` of Auth.js `NEXTAUTH_…`. The newer name wins, except with version 4, which
 * preferred its own.
 */
export function withOlderNames(env: Env, version?: 4 | 5): Env {
  const read = (name: string) => {
    const theirs = version ? env[`NEXTAUTH_${name}`] : undefined
    const ours = [env[`AUTH_${name}`], env[`LEGACYAUTH_${name}`]]
    return nonEmptyValues(version === 4 ? [theirs, ...ours] : [...ours, theirs])[0]
  }
  const rotates = nonEmptyValues(SECRETS.map((name) => env[name])).length > 0
  const [secret, url, trustHost] = [read("SECRET"), read("URL"), env["AUTH_TRUST_HOST"] ?? read("TRUST_HOST")]
  const filled = {
    ...((!rotates || version === 4) && secret && { AUTH_SECRET: secret }),
    ...(url && { AUTH_URL: version && !url.includes("://") ? `https://${url}` : url }),
    ...(trustHost !== undefined && { AUTH_TRUST_HOST: trustHost }),
  }
  const isNew = Object.entries(filled).some(([name, value]) => env[name] !== value)
  return isNew ? Object.assign(Object.create(env) as object, filled) : env // some environments can't list their names
}

/**
 * Returns AUTH_SECRET and, for rotation, AUTH_SECRET_1 … AUTH_SECRET_3, where the highest number is the newest.
 * Ignores blank ones.
 */
export function secretsFrom(env: Env): string[] {
  return nonEmptyValues(SECRETS.map((name) => env[name]))
}

/** Returns the entries that aren't blank. */
export function nonEmptyValues(values: readonly (string | undefined)[]): string[] {
  return values.filter((value): value is string => typeof value === "string" && value.trim() !== "")
}

/** Returns the comma-separated entries of a variable. */
export function listFrom(value: string | undefined): string[] {
  return nonEmptyValues((value ?? "").split(",").map((entry) => entry.trim()))
}

/** Returns AUTH_URL as written, or `undefined` if it is blank. */
export function siteUrlFrom(env: Env): string | undefined {
  return nonEmptyValues([env["AUTH_URL"]])[0]
}

/**
 * Parses a flag. `"false"`, `"0"`, `"no"`, `"off"` and the empty string are false. Returns `undefined` if the variable
 * isn't set.
 */
export function flagFrom(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined
  return !["", "false", "0", "no", "off"].includes(value.trim().toLowerCase())
}

/**
 * Returns whether version 4 reads the site from `x-forwarded-host` although NEXTAUTH_URL is set: on Vercel, which
 * overwrites the header. Elsewhere a client may forge it, so next-auth 4.24.15 ignores it.
 */
export const prefersForwardedHost = (env: Env): boolean =>
  flagFrom(env["VERCEL"]) === true && flagFrom(env["AUTH_TRUST_HOST"]) !== false

/** Returns whether to trust the request's host: if AUTH_TRUST_HOST is set, on known platforms and in development. */
export function trustsHost(env: Env, option?: unknown): boolean {
  if (option !== undefined && option !== null) return (typeof option === "string" ? flagFrom(option) : option) === true
  return flagFrom(env["AUTH_TRUST_HOST"]) ?? (Boolean(env["VERCEL"] ?? env["CF_PAGES"]) || isDevelopment(env))
}

/**
 * Returns what to trust of a request's host. Cloudflare Pages passes on the `X-Forwarded-Host` that a client sent, so
 * there only AUTH_TRUST_HOST says that a proxy in front of it overwrites the header.
 */
export function hostTrust(env: Env, option?: unknown): { trustHost: boolean; trustForwardedHost: boolean } {
  const trustHost = trustsHost(env, option)
  return { trustHost, trustForwardedHost: trustHost && (!env["CF_PAGES"] || flagFrom(env["AUTH_TRUST_HOST"]) === true) }
}

/** Returns whether NODE_ENV says development. An unset NODE_ENV doesn't. */
export function isDevelopment(env: Env): boolean {
  return env["NODE_ENV"] === "development" || env["NODE_ENV"] === "test"
}

/** Returns `AUTH_{PROVIDER}_ID` and `AUTH_{PROVIDER}_SECRET`. The provider's id is in upper snake case. */
export function clientFrom(
  env: Env,
  providerId: string,
): { clientId?: string; clientSecret?: string; issuer?: string } {
  const prefix = variablePrefix(providerId)
  const [clientId] = nonEmptyValues([env[`${prefix}_ID`]])
  const [clientSecret] = nonEmptyValues([env[`${prefix}_SECRET`]])
  const [issuer] = nonEmptyValues([env[`${prefix}_ISSUER`]])
  return { ...(clientId && { clientId }), ...(clientSecret && { clientSecret }), ...(issuer && { issuer }) }
}
