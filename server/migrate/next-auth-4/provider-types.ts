import type { ProviderStyle } from "../../../client/contract.ts"
import type { Awaitable } from "../../types.ts"
import type { TokenSet } from "../../providers/profile-types.ts"

/** A value that next-auth 4 leaves untyped. It lets an app's code compile unchanged. */
export type Anything = ReturnType<typeof JSON.parse>

/** A request to the API route, as next-auth 4 names it. */
export interface RequestInternal {
  origin?: string
  method?: string
  cookies?: Partial<Record<string, string>>
  headers?: Record<string, Anything>
  query?: Record<string, Anything>
  body?: Record<string, Anything>
  action: string
  providerId?: string
  error?: string
}

/** The second argument that next-auth 4 passes to `authorize`. */
export type CredentialsRequest = Required<Pick<RequestInternal, "body" | "query" | "headers" | "method">>

/** A field of a credentials form. */
export interface CredentialInput {
  label?: string
  type?: string
  value?: string
  placeholder?: string
}

/** A form of the app's own. */
export interface CredentialsConfig<Fields extends Record<string, CredentialInput> = Record<string, CredentialInput>> {
  id?: string
  name?: string
  type: "credentials"
  credentials: Fields
  authorize(credentials: Record<keyof Fields, string> | undefined, request: CredentialsRequest): Awaitable<Anything>
}

/** An endpoint of a provider, with its parameters. */
export interface Endpoint {
  url?: string
  params?: Record<string, unknown>
}

/**
 * The argument that next-auth 4 passes to an endpoint's `request`. `client` has only `userinfo` of `openid-client`'s
 * `Client`.
 */
export interface RequestContext<P = Anything> {
  params: Record<string, string>
  checks: { code_verifier?: string; state?: string; nonce?: string }
  tokens: TokenSet
  client: {
    userinfo(token: string | TokenSet, options?: { params?: Record<string, string> }): Promise<P>
    [method: string]: Anything
  }
  provider: Anything
}

/** An OAuth or OpenID provider, from `next-auth/providers/…` or your own. */
export interface OAuthConfig<P = Anything> {
  id: string
  name: string
  type: "oauth"
  wellKnown?: string
  issuer?: string
  clientId?: string
  clientSecret?: string
  authorization?: string | Endpoint
  token?: string | (Endpoint & { request?(context: Omit<RequestContext, "tokens">): Awaitable<{ tokens: TokenSet }> })
  userinfo?:
    | string
    | (Endpoint & { request?(context: Pick<RequestContext<P>, "tokens" | "client" | "provider">): Awaitable<P> })
  profile(profile: P, tokens: TokenSet): Awaitable<Anything>
  checks?: Anything
  /** Reads the profile from the ID token. */
  idToken?: boolean
  /** `1.0A` is OAuth 1, which Latchkit doesn't support. */
  version?: string
  client?: Record<string, Anything>
  httpOptions?: Anything
  style?: ProviderStyle
  allowDangerousEmailAccountLinking?: boolean
  [option: string]: Anything
}

/** A provider that signs in with emailed links, from next-auth 4 or your own. */
export interface EmailConfig {
  id: string
  name: string
  type: "email"
  sendVerificationRequest(params: Anything): Awaitable<unknown>
  [option: string]: Anything
}

/** The options of a provider of `next-auth/providers/…`. */
export interface OAuthUserConfig<P = Anything> extends Partial<Omit<OAuthConfig<P>, "type">> {
  clientId: string
  clientSecret: string
}

/** The id of a provider. next-auth 4 lists them. */
export type BuiltInProviderType = string

/** The id of a provider with OAuth or OpenID. next-auth 4 lists them. */
export type OAuthProviderType = string

/** The ids of providers whose `signIn` can return a result. */
export type RedirectableProviderType = "email" | "credentials"

/** The kind of a provider. */
export type ProviderType = "oauth" | "email" | "credentials"

/** A provider in the format of next-auth 4. */
export type NextAuth4Provider = OAuthConfig | EmailConfig | CredentialsConfig
