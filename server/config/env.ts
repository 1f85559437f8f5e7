/** Variables of the environment, by name. */
export type Env = Readonly<Record<string, string | undefined>>

/** The runtime's environment; empty where there is none. */
export function processEnv(): Env {
  return (globalThis as { process?: { env?: Env } }).process?.env ?? {}
}

/** The library whose older names of variables count too, and its major version. */
interface CompatOptions {
  compat?: "authjs" | undefined
  compatVersion?: 4 | 5 | undefined
}

const SECRETS = ["AUTH_SECRET_3", "AUTH_SECRET_2", "AUTH_SECRET_1", "AUTH_SECRET"]

/**
 * The environment with `AUTH_SECRET`, `AUTH_URL` and `AUTH_TRUST_HOST` filled in from their older names: `LEGACYAUTH_…`, and under
 * the Auth.js preset `NEXTAUTH_…`. The newer name wins, except under the preset for next-auth 4, which preferred its own.
 */
export function withCompatEnv(env: Env, { compat, compatVersion }: CompatOptions = {}): Env {
  const read = (name: string) => {
    const theirs = compat === "authjs" ? env[`NEXTAUTH_${name}`] : undefined
    const ours = [env[`AUTH_${name}`], env[`LEGACYAUTH_${name}`]]
    return nonEmptyValues(compatVersion === 4 ? [theirs, ...ours] : [...ours, theirs])[0]
  }
  const rotates = nonEmptyValues(SECRETS.map((name) => env[name])).length > 0
  const [secret, url, trustHost] = [read("SECRET"), read("URL"), env["AUTH_TRUST_HOST"] ?? read("TRUST_HOST")]
  const filled = {
    ...((!rotates || compatVersion === 4) && secret && { AUTH_SECRET: secret }),
    ...(url && { AUTH_URL: compat && !url.includes("://") ? `https://${url}` : url }),
    ...(trustHost !== undefined && { AUTH_TRUST_HOST: trustHost }),
  }
  const isNew = Object.entries(filled).some(([name, value]) => env[name] !== value)
  return isNew ? { ...env, ...filled } : env
}

/** AUTH_SECRET and, for rotation, AUTH_SECRET_1 … AUTH_SECRET_3, the highest number newest; blank ones are missing. */
export function secretsFrom(env: Env): string[] {
  return nonEmptyValues(SECRETS.map((name) => env[name]))
}

/** The entries that are not blank. */
export function nonEmptyValues(values: readonly (string | undefined)[]): string[] {
  return values.filter((value): value is string => typeof value === "string" && value.trim() !== "")
}

/** What a variable lists, with commas between. */
export function listFrom(value: string | undefined): string[] {
  return nonEmptyValues((value ?? "").split(",").map((entry) => entry.trim()))
}

/** AUTH_URL as written; blank is missing. */
export function siteUrlFrom(env: Env): string | undefined {
  return nonEmptyValues([env["AUTH_URL"]])[0]
}

/** `"false"`, `"0"`, `"no"`, `"off"` and the empty string are false; absence is undefined. */
export function flagFrom(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined
  return !["", "false", "0", "no", "off"].includes(value.trim().toLowerCase())
}

/** Whether the host that a request names can be trusted: AUTH_TRUST_HOST, or a platform or development says so. */
export function trustsHost(env: Env): boolean {
  return flagFrom(env["AUTH_TRUST_HOST"]) ?? (Boolean(env["VERCEL"] ?? env["CF_PAGES"]) || isDevelopment(env))
}

/** Only what says so is development: an unset NODE_ENV is not. */
export function isDevelopment(env: Env): boolean {
  return env["NODE_ENV"] === "development" || env["NODE_ENV"] === "test"
}

/** `AUTH_{PROVIDER}_ID` and `AUTH_{PROVIDER}_SECRET` of a provider, its id in upper snake case. */
export function clientFrom(
  env: Env,
  providerId: string,
): { clientId?: string; clientSecret?: string; issuer?: string } {
  const prefix = `AUTH_${providerId.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`
  const [clientId] = nonEmptyValues([env[`${prefix}_ID`]])
  const [clientSecret] = nonEmptyValues([env[`${prefix}_SECRET`]])
  const [issuer] = nonEmptyValues([env[`${prefix}_ISSUER`]])
  return { ...(clientId && { clientId }), ...(clientSecret && { clientSecret }), ...(issuer && { issuer }) }
}
