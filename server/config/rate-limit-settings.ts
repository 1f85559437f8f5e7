import { isDevelopment, nonEmptyValues, type Env } from "./env.ts"
import type { RateLimitOptions } from "./rate-limit-options.ts"

/** The `rateLimit` option with its defaults filled in. */
export interface RateLimitSettings extends RateLimitOptions {
  readonly trustedProxies: number
  /** The option or variable that decided `trustedProxies`; `undefined` if none did. */
  readonly proxiesFrom: TrustedProxiesSource | undefined
  /** Whether the framework's integration passes on the address of the connection. */
  readonly hasConnection: boolean
}

type TrustedProxiesSource = "rateLimit.trustedProxies" | "AUTH_TRUSTED_PROXIES" | "VERCEL" | "CF_PAGES"

/** Fills in what the option leaves out. Returns `false` if rate limiting is off. */
export function rateLimitSettings(
  rateLimit: RateLimitOptions | false | undefined,
  { env, hasConnection = true }: { env: Env; hasConnection?: boolean | undefined },
): RateLimitSettings | false {
  const options = rateLimit ?? (isDevelopment(env) ? false : {})
  return options && { ...options, ...trustedProxySettings(options, env), hasConnection }
}

function trustedProxySettings(
  { trustedProxies }: RateLimitOptions,
  env: Env,
): Pick<RateLimitSettings, "trustedProxies" | "proxiesFrom"> {
  if (trustedProxies !== undefined) return { trustedProxies, proxiesFrom: "rateLimit.trustedProxies" }
  const [variable] = nonEmptyValues([env["AUTH_TRUSTED_PROXIES"]])
  if (variable !== undefined) return { trustedProxies: Number(variable), proxiesFrom: "AUTH_TRUSTED_PROXIES" }
  const platform = (["VERCEL", "CF_PAGES"] as const).find((name) => env[name])
  return { trustedProxies: platform ? 1 : 0, proxiesFrom: platform }
}

/** The source of the client's address, by which requests are counted. */
export type AddressSource = "option" | "header" | "connection" | "nowhere"

/** Returns where the client's address comes from. */
export function addressSource({ address, trustedProxies, hasConnection }: RateLimitSettings): AddressSource {
  if (address) return "option"
  if (trustedProxies > 0) return "header"
  return hasConnection ? "connection" : "nowhere"
}
