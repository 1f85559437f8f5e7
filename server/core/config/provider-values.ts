import {
  BOOLEAN,
  custom,
  either,
  FUNCTION,
  ITSELF,
  listWith,
  NUMBER,
  OBJECT,
  oneOf,
  SECRET_TEXT,
  STRING,
  STRINGS,
  wrongValues,
  type Kind,
  type Options,
} from "../../providers/option-values.ts"
import type {
  CredentialsConfig,
  EmailConfig,
  OAuthConfig,
  OIDCConfig,
  Provider,
  ProviderConfig,
  TokenEndpoint,
  UserinfoEndpoint,
  WebAuthnConfig,
} from "../../providers/types.ts"

/** The kind of the list of providers. */
export const PROVIDERS = {
  [ITSELF]: custom<readonly unknown[]>(Array.isArray, "a list, such as `[GitHub()]`"),
  "*": custom<Provider>(
    (value) => typeof value === "function" || (OBJECT.isRight(value) && !(value instanceof Promise)),
    "a provider such as `GitHub()`, or leave it out",
  ).required(),
}

/** Fields of a provider, which names only these. Other checks have the sentences about the rest. */
type Fields<Provider> = { readonly [Name in keyof Provider & string]?: Kind<never> | Options }

const ADDRESS = either(STRING, OBJECT)
const ENDPOINT: Fields<TokenEndpoint & UserinfoEndpoint> & Options = {
  [ITSELF]: ADDRESS,
  url: STRING,
  method: oneOf("GET", "POST"),
  params: OBJECT,
  headers: OBJECT,
  request: FUNCTION,
  transformResponse: FUNCTION,
}
const COMMON: Fields<ProviderConfig> = { id: STRING.required(), name: STRING, style: OBJECT, mark: OBJECT }
const OAUTH: Fields<OAuthConfig & OIDCConfig & { scopes: string }> = {
  scopes: STRING,
  clientId: STRING,
  clientSecret: either(SECRET_TEXT, FUNCTION),
  authorization: { [ITSELF]: ADDRESS, url: STRING, params: OBJECT },
  token: ENDPOINT,
  userinfo: ENDPOINT,
  wellKnown: STRING,
  acceptsIssuer: FUNCTION,
  scopeSeparator: STRING,
  allowedAuthorizationParams: STRINGS,
  checks: listWith("none", "state", "nonce", "pkce"),
  pkceMethod: oneOf("S256", "plain"),
  onCallback: FUNCTION,
  profileSource: oneOf("userinfo", "id_token", "access_token_jwt", "token_response"),
  profile: FUNCTION,
  account: FUNCTION,
  emailTrust: oneOf("claim", "always", "unverified", "idp", "none"),
  allowDangerousEmailAccountLinking: BOOLEAN,
  syncProfile: BOOLEAN,
  redirectProxyUrl: STRING,
  endSession: either(BOOLEAN, STRING),
  backchannelLogout: BOOLEAN,
  initiateLogin: BOOLEAN,
  idToken: BOOLEAN,
  stepUp: either(BOOLEAN, OBJECT),
  client: OBJECT,
}
const EMAIL: Fields<EmailConfig> = {
  sendVerificationRequest: FUNCTION.required(),
  sendAccountEmail: FUNCTION,
  from: STRING,
  server: ADDRESS,
  apiKey: SECRET_TEXT,
  signIn: BOOLEAN,
  sendsCode: BOOLEAN,
  generateVerificationToken: FUNCTION,
  normalizeIdentifier: FUNCTION,
}
const CREDENTIALS: Fields<CredentialsConfig> = { credentials: { "*": OBJECT }, passwordVersion: FUNCTION }
const WEBAUTHN: Fields<WebAuthnConfig> = {
  relyingParty: { id: STRING, name: STRING, origin: either(STRING, STRINGS), relatedOrigins: STRINGS },
  userVerification: oneOf("required", "preferred"),
  signUp: BOOLEAN,
  timeout: NUMBER,
}
const BY_TYPE: Readonly<Record<string, Options>> = {
  oauth: OAUTH,
  oidc: OAUTH,
  email: EMAIL,
  credentials: CREDENTIALS,
  webauthn: WEBAUTHN,
}

/** Returns a sentence for each value of a provider that is never right. `null` counts as left out, as in Auth.js. */
export function wrongProviderValues(providers: readonly unknown[]): string[] {
  return providers.flatMap((provider, index) => {
    if (!OBJECT.isRight(provider) || provider instanceof Promise) return [] // its own sentence says so
    const { options, ...own } = provider as { type?: unknown; options?: unknown } // an object
    const fields = Object.entries({ ...own, ...(options as object | undefined) }).filter(([, value]) => value !== null)
    const kinds = { ...COMMON, ...BY_TYPE[String(own.type)] } as Options
    return wrongValues(Object.fromEntries(fields), kinds, `providers.${index}`)
  })
}
