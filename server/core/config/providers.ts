import { customFetch, type Fetch, type OAuthConfig, type Provider, type ProviderConfig } from "../../providers/types.ts"
import { variablePrefix } from "../../providers/variables.ts"
import { clientFrom, type Env } from "./env.ts"

/**
 * Resolves the list of providers. Calls each function, and applies the app's options over the provider's own. Reads
 * missing client ids and secrets from the environment. With `compatVersion`, ids and names are those of Auth.js.
 */
export function resolveProviders(
  providers: readonly Provider[],
  env: Env,
  compatVersion?: 4 | 5,
): readonly ProviderConfig[] {
  return providers.map((entry: unknown) => {
    const provider = typeof entry === "function" ? entry({} as never) : entry // all of its options are optional
    return resolveProvider(provider as ProviderConfig, env, compatVersion) // an Auth.js provider has the same fields in other types
  })
}

function resolveProvider(declared: ProviderConfig, env: Env, compatVersion?: 4 | 5): ProviderConfig {
  const provider = withEnvironment(declared, env, compatVersion)
  const { options, ...defaults } = provider
  const merged = Object.assign(merge(defaults, options ?? {}), pickCustomFetch(provider, options))
  if (merged["type"] === "email")
    return Object.freeze({ apiKey: apiKeyFrom(env, String(merged["id"])), ...merged }) as unknown as ProviderConfig // see below
  if (merged["type"] !== "oauth" && merged["type"] !== "oidc") return Object.freeze(merged) as unknown as ProviderConfig // a provider's options have its type
  const fromEnv = clientFrom(env, String(merged["id"]))
  const { clientId, clientSecret } = merged
  const issuer = merged["issuer"] ?? fromEnv.issuer
  const usual = "withOptions" in declared ? declared.withOptions?.({}) : undefined
  const problems = [...serverProblems(usual, { ...merged, issuer }), ...restrictionProblems(declared, options)]
  return Object.freeze({
    ...merged,
    ...(problems.length > 0 && { problems }),
    ...ownServerFields(usual, merged, options ?? {}),
    ...((clientId ?? fromEnv.clientId) !== undefined && { clientId: clientId ?? fromEnv.clientId }),
    ...((clientSecret ?? fromEnv.clientSecret) !== undefined && { clientSecret: clientSecret ?? fromEnv.clientSecret }),
    ...(issuer !== undefined && { issuer }),
  }) as unknown as ProviderConfig // a provider's options have its type
}

/**
 * Returns the fields that change if an app names its own `userinfo`, such as the API of a GitHub Enterprise Server. The
 * access token goes to no other server then, and the server's administrators decide about addresses.
 */
function ownServerFields(usual: OAuthConfig | undefined, { userinfo, emailTrust }: Fields, options: Fields): Fields {
  const [own, usualOrigin] = [originFrom(userinfo), originFrom(usual?.userinfo)]
  if (own === undefined || usualOrigin === undefined || own === usualOrigin) return {}
  return {
    extraRequests: options["extraRequests"] ?? [],
    emailTrust: options["emailTrust"] ?? (emailTrust === "claim" || emailTrust === "always" ? "idp" : emailTrust),
  }
}

/**
 * Returns the provider's problems. One is an address of a server that a built-in provider would never ask, because its
 * endpoints are elsewhere. Users of the public server could sign in instead.
 *
 * @param usual a built-in provider as it is without options
 */
function serverProblems(
  usual: OAuthConfig | undefined,
  { id, authorization, problems, ...addresses }: Fields,
): unknown[] {
  const own = originFrom(usual?.authorization)
  const ownProblems = Array.isArray(problems) ? (problems as unknown[]) : []
  if (own === undefined || originFrom(authorization) !== own) return ownProblems
  const usualOrigins = [own, originFrom(usual?.issuer), originFrom(usual?.wellKnown)]
  const ignored = ["issuer", "wellKnown"].flatMap((name) => {
    const origin = originFrom(addresses[name])
    if (origin === undefined || usualOrigins.includes(origin)) return []
    const conflict = `The provider ${JSON.stringify(id)} has \`${name}\` on ${origin}, but its endpoints are on ${own}`
    return `${conflict}. Pass \`baseUrl\` if it has that option, or \`authorization\`, \`token\` and \`userinfo\``
  })
  return [...ownProblems, ...ignored]
}

/** Returns the problems of empty parameters that limit who may sign in. Without them, any user could. */
function restrictionProblems(declared: ProviderConfig, options: object = {}): string[] {
  const names = ["hd", ...Object.keys(("pinnedParams" in declared && declared.pinnedParams) || {})]
  const empty = names.filter((name) =>
    [declared, options].some((fields) => {
      const { params } = Object(Reflect.get(fields, "authorization")) as Fields // of the app's making
      return isPlainObject(params) && Object.hasOwn(params, name) && !params[name]
    }),
  )
  const at = `The provider ${JSON.stringify(declared.id)} has an empty`
  const remedy = "often because an environment variable isn't set. Set it, or leave it out"
  return empty.map((name) => `${at} \`authorization.params.${name}\`, ${remedy}`)
}

const originFrom = (endpoint: unknown) =>
  URL.parse(String(isPlainObject(endpoint) ? endpoint["url"] : endpoint))?.origin

function apiKeyFrom(env: Env, id: string): string | undefined {
  return env[`${variablePrefix(id)}_KEY`] || undefined
}

// A built-in provider whose URLs depend on options is created again with the options of the environment
function withEnvironment(provider: ProviderConfig, env: Env, compatVersion?: 4 | 5): ProviderConfig {
  const { id, type } = provider
  if ((type !== "oauth" && type !== "oidc") || provider.withOptions === undefined) return provider
  const names = [String(provider.options?.id ?? id), provider.issuerFrom ?? id]
  const [own, other] = names.map((name) => clientFrom(env, name))
  // An empty variable is an issuer that is missing. The provider's default would let in other users
  const isEmpty = names.some((name) => env[`${variablePrefix(name)}_ISSUER`] !== undefined)
  const issuer = other?.issuer ?? (isEmpty ? "" : undefined)
  return provider.withOptions({ issuer, ...own }, provider, compatVersion)
}

type Fields = Record<string, unknown>

// An endpoint may be a string on one side and an object on the other. The object's fields are applied over the URL
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

// Objects for @auth/core have its own symbols, which are recognized by their description
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
