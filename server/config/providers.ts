import { customFetch, type Fetch, type Provider, type ProviderConfig } from "../providers/types.ts"
import { clientFrom, type Env } from "./env.ts"

/**
 * The provider list with each entry's function called, the host's options laid over the provider's own, and client id and
 * secret taken from the environment where the configuration has none.
 */
export function resolveProviders(providers: readonly Provider[], env: Env): readonly ProviderConfig[] {
  return providers.map((entry) => {
    const provider = typeof entry === "function" ? entry({} as never) : entry // every option of it may be left out
    return resolveProvider(provider as ProviderConfig, env) // an upstream one has the same fields in other types
  })
}

function resolveProvider(declared: ProviderConfig, env: Env): ProviderConfig {
  const provider = withEnvironment(declared, env)
  const { options, ...defaults } = provider
  const merged = Object.assign(merge(defaults, options ?? {}), pickCustomFetch(provider, options))
  if (merged["type"] === "email")
    return Object.freeze({ apiKey: apiKeyFrom(env, String(merged["id"])), ...merged }) as unknown as ProviderConfig // as below
  if (merged["type"] !== "oauth" && merged["type"] !== "oidc") return Object.freeze(merged) as unknown as ProviderConfig // the options of a provider keep its type
  const fromEnv = clientFrom(env, String(merged["id"]))
  const { clientId, clientSecret, issuer } = merged
  return Object.freeze({
    ...merged,
    ...((clientId ?? fromEnv.clientId) !== undefined && { clientId: clientId ?? fromEnv.clientId }),
    ...((clientSecret ?? fromEnv.clientSecret) !== undefined && { clientSecret: clientSecret ?? fromEnv.clientSecret }),
    ...((issuer ?? fromEnv.issuer) !== undefined && { issuer: issuer ?? fromEnv.issuer }),
  }) as unknown as ProviderConfig // the options of a provider keep its type
}

function apiKeyFrom(env: Env, id: string): string | undefined {
  return env[`AUTH_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}_KEY`] || undefined
}

// A provider of the catalogue whose URLs are made of options is made anew with those of the environment
function withEnvironment(provider: ProviderConfig, env: Env): ProviderConfig {
  const { id, type } = provider
  if ((type !== "oauth" && type !== "oidc") || provider.withOptions === undefined) return provider
  return provider.withOptions(clientFrom(env, provider.options?.id ?? id), provider)
}

type Fields = Record<string, unknown>

// An endpoint may be a string on one side and an object on the other: the object's fields are laid over the URL
function merge(base: object, overrides: object): Fields {
  const merged: Fields = { ...base }
  for (const [key, value] of Object.entries(overrides)) {
    if (value === undefined || key === "__proto__") continue
    const below = merged[key]
    if (isPlainObject(value) && isPlainObject(below)) merged[key] = merge(below, value)
    else if (isPlainObject(value) && typeof below === "string" && ENDPOINTS.has(key))
      merged[key] = { url: below, ...value }
    else merged[key] = value
  }
  return merged
}

const ENDPOINTS = new Set(["authorization", "token", "userinfo"])

function isPlainObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

// Objects made for @auth/core carry symbols of its own; they are known by their description
function pickCustomFetch(...sources: (object | undefined)[]): { [customFetch]?: Fetch } {
  for (const source of sources.toReversed()) {
    for (const symbol of source ? Object.getOwnPropertySymbols(source) : []) {
      const value: unknown = Reflect.get(source ?? {}, symbol)
      if (symbol.description === customFetch.description && typeof value === "function")
        return { [customFetch]: value as Fetch } // what the symbol stands for
    }
  }
  return {}
}
