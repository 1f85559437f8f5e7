export * from "./catalogue/index.ts"
export { Credentials } from "./credentials.ts"
export type { CredentialsOptions } from "./credentials.ts"
export {
  Email,
  ForwardEmail,
  Loops,
  Mailgun,
  Nodemailer,
  Postmark,
  Resend,
  renderAccountEmail,
  renderSignInEmail,
  SendGrid,
  type LoopsOptions,
  type MailgunOptions,
  type MailOptions,
  type NodemailerOptions,
  type OwnEmail,
  type OwnEmailOptions,
  type RenderedEmail,
} from "./email/index.ts"
export { OAuth } from "./oauth.ts"
export type { OAuthOptions } from "./oauth.ts"
export { OIDC } from "./oidc.ts"
export type { OIDCOptions } from "./oidc.ts"
export { Passkey, WebAuthn } from "./passkey.ts"
export type { PasskeyOptions } from "./passkey.ts"
export type { HashOptions, PasswordFormat } from "../core/crypto/passwords/hasher.ts"
export {
  bcrypt,
  betterAuth,
  django,
  firebaseScrypt,
  phc,
  type BcryptCompare,
  type BcryptOptions,
  type DjangoOptions,
  type FirebaseScryptOptions,
} from "./password-formats.ts"
export { Password } from "./password.ts"
export type { PasswordOptions, SignUpPolicy } from "./password-settings.ts"
export { customFetch } from "./types.ts"
export type {
  AccountEmail,
  Check,
  CredentialsConfig,
  EmailConfig,
  EmailTrust,
  Fetch,
  OAuthConfig,
  OIDCConfig,
  Provider,
  ProviderConfig,
  TokenEndpoint,
  UserinfoEndpoint,
  VerificationRequest,
  WebAuthnConfig,
} from "./types.ts"
export type { CommonProvider } from "./common-provider.ts"
export type { AuthorizationEndpoint, ExtraRequest, ResponseTransform, TokenPlacement } from "./request-types.ts"
export type { HighAssuranceOptions, ConnectionOptions, PrivateKey } from "./high-assurance.ts"
export type { AccountEmailBy, AccountEmailKind, EmailDesign, EmailMessage, EmailSettings } from "./email-settings.ts"
export type { PasskeyHint, PasskeySettings, RelyingPartySettings } from "./passkey-settings.ts"
export type { Profile, ProfileUser, TokenSet, UntypedProfile } from "./profile-types.ts"
export type { UpstreamProvider } from "./upstream.ts"
export type { ProfileContext } from "./context.ts"
export type { Field as MappingField, Mapping, MappingContext } from "./mapping.ts"
export type {
  HostOptions,
  OptionValues,
  ProviderFunction,
  Row as ProviderRow,
  RowDocs as ProviderRowDocs,
  RowFields as ProviderRowFields,
  RowOption as ProviderOption,
  RowOptions as ProviderOptions,
} from "./rows.ts"
