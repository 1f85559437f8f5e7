/** Variables of the environment, by name. */
export type Env = Readonly<Record<string, string | undefined>>

/** The runtime's environment; empty where there is none. */
export function processEnv(): Env {
  return (globalThis as { process?: { env?: Env } }).process?.env ?? {}
}

/** AUTH_SECRET and, for rotation, AUTH_SECRET_1 … AUTH_SECRET_3, the highest number newest; blank ones are missing. */
export function secretsFrom(env: Env): string[] {
  const names = ["AUTH_SECRET_3", "AUTH_SECRET_2", "AUTH_SECRET_1", "AUTH_SECRET"]
  const secrets = names.map((name) => env[name])
  return present(secrets.some((secret) => secret?.trim()) ? secrets : [env["LEGACYAUTH_SECRET"]])
}

/** The entries that are not blank. */
export function present(values: readonly (string | undefined)[]): string[] {
  return values.filter((value): value is string => typeof value === "string" && value.trim() !== "")
}

/** What a variable lists, with commas between. */
export function listFrom(value: string | undefined): string[] {
  return present((value ?? "").split(",").map((entry) => entry.trim()))
}

/** AUTH_URL or its alias, as written. */
export function siteUrlFrom(env: Env): string | undefined {
  return present([env["AUTH_URL"], env["LEGACYAUTH_URL"]])[0]
}

/** `"false"`, `"0"`, `"no"`, `"off"` and the empty string are false; absence is undefined. */
export function flagFrom(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined
  return !["", "false", "0", "no", "off"].includes(value.trim().toLowerCase())
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
  const [clientId] = present([env[`${prefix}_ID`]])
  const [clientSecret] = present([env[`${prefix}_SECRET`]])
  const [issuer] = present([env[`${prefix}_ISSUER`]])
  return { ...(clientId && { clientId }), ...(clientSecret && { clientSecret }), ...(issuer && { issuer }) }
}
