import type { Profile, ProfileUser, TokenSet } from "./profile-types.ts"
import type { CredentialField, User } from "../../client/contract.ts"
import type { Awaitable } from "../types.ts"
import type { CommonProvider } from "./common-provider.ts"
import type { ProfileContext } from "./context.ts"
import type { UpstreamProvider } from "./upstream.ts"
import type { AuthorizationEndpoint, ExtraRequest, ResponseTransform, TokenPlacement } from "./request-types.ts"
import type { ConnectionOptions, HighAssuranceOptions, PrivateKey } from "./high-assurance.ts"
import type { EmailMessage, EmailSettings, AccountEmailBy } from "./email-settings.ts"
import type { WebAuthnConfig } from "./passkey-settings.ts"
import type { StoredPasswords } from "./password-settings.ts"

/** The key of a provider's own fetch: `GitHub({ [customFetch]: myFetch })`. */
export const customFetch: unique symbol = Symbol("custom-fetch")

export type { WebAuthnConfig }

/** A function like the global `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** A check of an OAuth callback, which the `checks` of a provider turn on. */
export type Check = "none" | "state" | "nonce" | "pkce"

/** Where a code is exchanged for tokens, and how. */
export interface TokenEndpoint extends ResponseTransform {
  /** The endpoint's URL. @default from the discovery document */
  url?: string
  /** `GET` sends all parameters in the URL. @default a POST */
  method?: "GET" | "POST"
  /** More parameters: of the body if `method` is `POST`, otherwise of the URL, as in Auth.js. */
  params?: Record<string, unknown>
  /** More headers. */
  headers?: Record<string, string>
  /** How the parameters are encoded. @default "form" */
  bodyFormat?: "form" | "json"
  /** Standard name → the provider's name. */
  rename?: Record<string, string>
  /** Callback parameters to repeat in the token request. */
  callbackParams?: readonly string[]
  /** Path to the token response inside the body. */
  unwrap?: string | null
  /** Makes the whole token request. */
  request?(context: { params: Record<string, string>; provider: OAuthConfig }): Awaitable<{ tokens: TokenSet }>
}

/** Where the profile is requested, and how. */
export interface UserinfoEndpoint extends ResponseTransform {
  /** The endpoint's URL. @default from the discovery document */
  url?: string
  /** @default "GET" */
  method?: "GET" | "POST"
  /** Query parameters. */
  params?: Record<string, unknown>
  /** More headers. */
  headers?: Record<string, string>
  /** Where the request has the access token. @default the header `Authorization: Bearer` */
  auth?: TokenPlacement
  /** The body of a POST. */
  body?: unknown
  /** How the body is encoded. @default no body */
  bodyFormat?: "form" | "json" | null
  /** Makes the whole userinfo request. */
  request?(context: { tokens: TokenSet; provider: OAuthConfig; fetch: Fetch }): Awaitable<Profile | undefined>
}

/**
 * Whether an email address counts as verified. `claim`: if the profile's flag is `true`. `always`: the provider returns
 * only confirmed addresses. `idp`: never, because the provider's administrators decide. `unverified`: never. `none`:
 * there is no address.
 */
export type EmailTrust = "claim" | "always" | "unverified" | "idp" | "none"

/**
 * An OAuth 2.0 provider. Its URLs, parameters, headers and bodies may contain placeholders, such as `{clientId}`.
 * {@link ProfileContext} lists all of them.
 */
export interface OAuthConfig<P = Profile> extends CommonProvider, HighAssuranceOptions, ConnectionOptions {
  /** The protocol: OAuth 2.0, or OpenID Connect. */
  type: "oauth" | "oidc"
  /** The client id that the provider gave your app. @default `AUTH_{ID}_ID` */
  clientId?: string | undefined
  /**
   * The client secret, or a function that creates one for each token request (Apple). `now` is in milliseconds.
   *
   * @default `AUTH_{ID}_SECRET`
   */
  clientSecret?: string | ((client: { clientId: string; now: number }) => Awaitable<string>) | undefined
  /** Name of the client id's parameter. @default "client_id" */
  clientIdParam?: string
  /** The authorization endpoint, with parameters such as `scope`. @default from the discovery document */
  authorization?: string | AuthorizationEndpoint | undefined
  /** The token endpoint, where a code is exchanged for tokens. @default from the discovery document */
  token?: string | TokenEndpoint | undefined
  /** The userinfo endpoint, where the profile is requested. @default from the discovery document */
  userinfo?: string | UserinfoEndpoint | undefined
  /** More requests whose responses the profile is read from, such as a list of addresses. @default [] */
  extraRequests?: readonly ExtraRequest[]
  /** URL of the discovery document. @default `/.well-known/openid-configuration` below `issuer` */
  wellKnown?: string | undefined
  /** The URL of the OpenID provider. Latchkit finds the endpoints there. @default `AUTH_{ID}_ISSUER` */
  issuer?: string | undefined
  /**
   * Returns `true` to accept another issuer, such as an Entra tenant's. Anything else rejects it, also a promise.
   * @default only the exact issuer is accepted
   */
  acceptsIssuer?(issuer: string, claims: Profile): boolean
  /** URL of the key set, as a string or a `URL`. @default the `jwks_uri` of the discovery document */
  jwks_endpoint?: unknown
  /** The text between two scopes. @default a space */
  scopeSeparator?: string
  /** Parameters of the authorization request that the browser may set. @default prompt, login_hint and similar ones */
  allowedAuthorizationParams?: readonly string[]
  /** `["none"]` turns PKCE and nonce off. `state` is sent anyway, except with the Auth.js preset. @default ["pkce"] */
  checks?: readonly Check[]
  /** How the PKCE verifier is sent. @default "S256" */
  pkceMethod?: "S256" | "plain"
  /** Runs before the callback is processed. Throws to reject it, or returns what changes for this sign-in. */
  onCallback?(parameters: URLSearchParams, provider: OAuthConfig): Awaitable<Partial<OAuthConfig> | undefined | void>
  /** Where the profile is read from. @default "id_token" for oidc, "userinfo" for oauth */
  profileSource?: "userinfo" | "id_token" | "access_token_jwt" | "token_response"
  /** Path to the profile inside the response. @default the whole response */
  profileUnwrap?: string | null
  /** Returns the user for the provider's profile. @default maps the standard claims */
  profile?(profile: P, tokens: TokenSet, context: ProfileContext): Awaitable<ProfileUser>
  /**
   * Returns the fields of the token response to store in the account. Callbacks receive all of them. @default
   * access_token, id_token, refresh_token, expires_at, scope, token_type, session_state
   */
  account?(tokens: TokenSet): Partial<TokenSet> | undefined | void
  /** Whether an email address of this provider counts as verified. @default "claim" for oidc, otherwise "unverified" */
  emailTrust?: EmailTrust
  /** Links to an existing account of the same email address, if it is verified on both sides. @default false */
  allowDangerousEmailAccountLinking?: boolean | undefined
  /** Whether each sign-in updates the user's name and image, not only the first. @default false */
  syncProfile?: boolean | undefined
  /** Like the option `redirectProxyUrl`, for this provider alone. @default the option `redirectProxyUrl` */
  redirectProxyUrl?: string | undefined
  /** Whether signing out ends the provider's session too (oidc): `true`, or the URL to use. @default false */
  endSession?: boolean | string | undefined
  /** Whether the provider may end its users' stored sessions (oidc; Back-Channel Logout 1.0). @default false */
  backchannelLogout?: boolean | undefined
  /** Whether other sites may start a sign-in at `<base path>/initiate-login/<id>` (oidc; Core, 4). @default false */
  initiateLogin?: boolean | undefined
  /**
   * Signs in through the browser's own account chooser, if it has one (oidc; FedCM).
   *
   * @experimental
   * @default the redirect only
   */
  fedcm?: { configURL: string } | undefined
  /** `token_endpoint_auth_method` and other client metadata of RFC 7591. */
  client?: { token_endpoint_auth_method?: string | undefined; [metadata: string]: unknown }
  /** The private key for `private_key_jwt` and `signedRequest`. @default none */
  privateKey?: PrivateKey
  /** Id of a provider whose variable `AUTH_{ID}_ISSUER` also sets the issuer, as in Auth.js. @internal */
  issuerFrom?: string
  /** Parameters that limit who may sign in. Each function returns whether a user may. @internal */
  pinnedParams?: Readonly<Record<string, (profile: Profile, wanted: string) => boolean>>
  /** Creates `provider` again with options that the app left out, and the ids that `compatVersion` of Auth.js had. */
  withOptions?(options: Record<string, unknown>, provider?: OAuthConfig, compatVersion?: 4 | 5): OAuthConfig
  /** Sends this provider's requests. @default the option `fetch` */
  [customFetch]?: Fetch
  /** The options that the app passed to the provider's function. They take precedence over the other fields. */
  options?: Partial<OAuthConfig<P>>
}

/** An OpenID Connect provider. */
export interface OIDCConfig<P = Profile> extends OAuthConfig<P> {
  /** The protocol. */
  type: "oidc"
  /** Whether the profile comes from the ID token, not from userinfo. The token is verified anyway. @default true */
  idToken?: boolean
  /**
   * Whether a new sign-in at the provider confirms who the user is, and the `acr` to ask for.
   *
   * @default whether the discovery document lists the claim `auth_time`
   */
  stepUp?: boolean | { acr?: string | undefined } | undefined
}

/** The argument of `sendVerificationRequest`: a link to send, and possibly a code. */
export interface VerificationRequest extends EmailMessage<EmailConfig> {
  /** The raw token. Only the email may contain it. */
  token: string
  /** Six digits for another device, if the provider sends codes. */
  code?: string
  /** Seconds that the code is valid. */
  codeMaxAge?: number
  /** When the link stops working. */
  expires: Date
  /** The link that signs the user in. */
  url: string
}

/** See {@link AccountEmailBy}. */
export type AccountEmail = AccountEmailBy<EmailConfig>

/** A provider that signs in with an emailed link or code. */
export interface EmailConfig extends CommonProvider, EmailSettings {
  /** The kind of provider. */
  type: "email"
  /** Sends the email with the link and the code. Reject to report that it wasn't sent. */
  sendVerificationRequest(request: VerificationRequest): Awaitable<unknown>
  /**
   * Sends an email about a user's account: a link to confirm a sign-up, or a notice of a change. Latchkit doesn't wait
   * for it, logs what it throws, and passes its promise to `waitUntil`.
   * @default Latchkit's own email, unless `sendVerificationRequest` is your own
   */
  sendAccountEmail?(email: AccountEmail): Awaitable<unknown>
  /** Sends this provider's requests. @default the option `fetch` */
  [customFetch]?: Fetch
  /** The options that the app passed to the provider's function. */
  options?: Partial<EmailConfig>
}

/** A provider that signs in with a form of the app's own. */
export interface CredentialsConfig<
  F extends Record<string, CredentialField> = Record<string, CredentialField>,
> extends CommonProvider {
  /** The kind of provider. */
  type: "credentials"
  /** The form's fields, by name. Only these reach `authorize`. Without it, all text fields of the form do, up to 32. */
  credentials?: F
  /**
   * Returns the user, or null to reject the sign-in. A user without an `id` gets a random one.
   *
   * @throws {CredentialsSignin} to reject the sign-in with a `code`
   */
  authorize(credentials: Partial<Record<keyof F, string>>, request: Request): Awaitable<User | null>
  /**
   * Returns a text that changes with the user's password, such as the stored hash. Returns `null` if there is no such
   * user. It gets the form's fields without the password.
   * A browser in which the user signed in before keeps its own rate limit until this text changes, or for a year. It is
   * called only for such a browser, and after a sign-in. The text is never sent or logged.
   */
  passwordVersion?(credentials: Partial<Record<keyof F, string>>): Awaitable<string | null | undefined>
  /** The options of `Password()`. @internal */
  storedPasswords?: StoredPasswords
  /** The options that the app passed to the provider's function. */
  options?: Partial<CredentialsConfig<F>>
}

/** The configuration of a provider of any kind. */
export type ProviderConfig = OAuthConfig | OIDCConfig | EmailConfig | CredentialsConfig | WebAuthnConfig

/** An entry of `providers`: a configuration, or a function such as `GitHub`, which Latchkit calls without options. */
export type Provider = ProviderConfig | UpstreamProvider | UncalledProvider

/** A method's type, whose parameters TypeScript compares loosely: an app may call it without options. @internal */
type UncalledProvider = { create(options?: object): ProviderConfig | UpstreamProvider }["create"]
