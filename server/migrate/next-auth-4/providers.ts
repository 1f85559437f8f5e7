import type {
  CredentialsConfig as LatchkitCredentials,
  Fetch,
  OAuthConfig as LatchkitOAuth,
  Provider,
} from "../../providers/types.ts"
import type { Anything, CredentialsConfig, NextAuth4Provider, OAuthConfig, RequestContext } from "./provider-types.ts"

type Fields = Record<string, unknown>

/** Converts a provider of next-auth 4 to Latchkit's format. Returns Latchkit's own providers unchanged. */
export function toProvider(provider: Provider | NextAuth4Provider): Provider {
  if (typeof provider === "function" || "withOptions" in provider) return provider as Provider // from Latchkit's catalog
  switch (provider.type) {
    case "credentials":
      return toCredentials(provider as CredentialsConfig) // one of next-auth 4's, which passes its own kind of request
    case "oauth":
      return toOAuth(provider as OAuthConfig) // read field by field below
    default:
      return provider as Provider // an email provider has the same fields
  }
}

type Authorize = CredentialsConfig["authorize"]

function toCredentials({ options, ...provider }: CredentialsConfig & { options?: Partial<CredentialsConfig> }) {
  const { id = "credentials", name = "Credentials", authorize, ...fields } = { ...provider, ...options }
  return { ...fields, id, name, authorize: withLegacyRequest(authorize) } as LatchkitCredentials // it has the fields of next-auth 4
}

function withLegacyRequest(authorize: Authorize): LatchkitCredentials["authorize"] {
  return async (given, request) => {
    const body = { ...given }
    const headers = Object.fromEntries(request.headers)
    return authorize(body as Record<string, string>, { body, query: {}, headers, method: "POST" }) // next-auth 4 also passes missing fields as undefined
  }
}

function toOAuth({ options, ...defaults }: OAuthConfig): Provider {
  const provider = { ...defaults, ...withoutUndefined(options as Fields | undefined) } as OAuthConfig // next-auth 4 merges the options into the defaults
  if (String(provider.version ?? "").startsWith("1.")) return unsupportedProvider(provider)
  const { idToken = isOpenId(defaults), wellKnown, issuer, checks = ["state"], token, userinfo } = provider
  const isOidc = idToken && Boolean(wellKnown ?? issuer)
  const source = idToken && !isOidc && !hasRequest(userinfo) ? { profileSource: "id_token" } : {}
  const { clientId, clientSecret, ...given } = (options ?? {}) as Fields // the options are an object
  const changed = {
    type: isOidc ? "oidc" : "oauth",
    checks: [checks].flat(),
    ...source,
    ...(hasRequest(token) && { token: { ...token, request: tokenRequest(provider, token) } }),
    ...(hasRequest(userinfo) && { userinfo: { ...userinfo, request: userinfoRequest(provider, userinfo) } }),
    ...(isOidc && hasRequest(userinfo) && { idToken: false }),
  }
  const own = given["wellKnown"] === undefined || defaults.wellKnown !== undefined ? defaults : withoutUrls(defaults)
  return { ...own, ...changed, options: { clientId, clientSecret, ...given, ...changed } } as unknown as Provider // both types have the fields used here
}

/** Returns the provider without its endpoints. next-auth 4 takes them from a discovery document that the app names. */
function withoutUrls({ authorization, token: _, userinfo: __, ...others }: OAuthConfig) {
  const url = typeof authorization === "string" ? URL.parse(authorization) : null
  const params = typeof authorization === "string" ? Object.fromEntries(url?.searchParams ?? []) : authorization?.params
  return { ...others, authorization: { params } }
}

/**
 * Returns whether next-auth 4 treats the provider as OpenID Connect. It looks at the provider's fields, not at the
 * app's options.
 */
function isOpenId({ wellKnown, authorization }: OAuthConfig): boolean {
  if (wellKnown !== undefined) return wellKnown.includes("openid-configuration")
  const scope: unknown =
    typeof authorization === "string"
      ? URL.parse(authorization)?.searchParams.get("scope")
      : authorization?.params?.["scope"]
  return typeof scope === "string" && scope.includes("openid")
}

function unsupportedProvider({ id, name }: OAuthConfig): Provider {
  const problem = `The provider ${JSON.stringify(id)} uses OAuth 1. Use its OAuth 2 version: \`latchkit/providers/${id}\``
  return { id, name, type: "oauth", problems: [problem] }
}

interface HasRequest {
  url?: string
  request(context: Anything): Anything
}

const hasRequest = (endpoint: unknown): endpoint is HasRequest =>
  typeof endpoint === "object" && endpoint !== null && typeof Reflect.get(endpoint, "request") === "function"

type TokenRequest = NonNullable<Exclude<LatchkitOAuth["token"], string | undefined>["request"]>

function tokenRequest(provider: OAuthConfig, { request }: HasRequest): TokenRequest {
  return async ({ params }) => {
    const { code_verifier, state, nonce } = params
    const checks = { ...(code_verifier && { code_verifier }), ...(state && { state }), ...(nonce && { nonce }) }
    const named = { ...provider, callbackUrl: params["redirect_uri"] }
    return request({ params, checks, provider: named, client: clientFor(provider, globalThis.fetch) })
  }
}

type UserinfoRequest = NonNullable<Exclude<LatchkitOAuth["userinfo"], string | undefined>["request"]>

function userinfoRequest(provider: OAuthConfig, { request }: HasRequest): UserinfoRequest {
  return async ({ tokens, fetch }) => request({ tokens, provider, client: clientFor(provider, fetch) })
}

/**
 * Creates the part of `openid-client`'s `Client` that providers use. Any other method throws an error that says what to
 * do.
 */
function clientFor(provider: OAuthConfig, fetch: Fetch): RequestContext["client"] {
  const userinfoClient: Pick<RequestContext["client"], "userinfo"> = {
    async userinfo(token, { params = {} } = {}) {
      const url = new URL(userinfoUrl(provider))
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
      const bearer = typeof token === "string" ? token : token.access_token
      const response = await fetch(url, { headers: { authorization: `Bearer ${bearer}`, accept: "application/json" } })
      if (!response.ok) throw new Error(`userinfo of ${provider.id} responded with ${response.status}`)
      return response.json() as Promise<Anything> // the provider's own profile
    },
  }
  return new Proxy(userinfoClient, {
    get(target, name) {
      if (typeof name === "symbol" || name in target) return Reflect.get(target, name) as unknown
      throw new Error(
        `\`client.${String(name)}\` of openid-client isn't available. Use \`fetch\` in \`request\` of ${provider.id}`,
      )
    },
  })
}

function userinfoUrl({ id, userinfo }: OAuthConfig): string {
  const url = typeof userinfo === "string" ? userinfo : userinfo?.url
  if (url === undefined) throw new Error(`The provider ${id} has no \`userinfo.url\``)
  return url
}

function withoutUndefined(options: Fields = {}): Fields {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}
