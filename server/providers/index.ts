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
  SendGrid,
  type LoopsOptions,
  type MailgunOptions,
  type MailOptions,
  type NodemailerOptions,
} from "./email/index.ts"
export { OAuth } from "./oauth.ts"
export type { OAuthOptions } from "./oauth.ts"
export { OIDC } from "./oidc.ts"
export type { OIDCOptions } from "./oidc.ts"
export { Passkey, WebAuthn } from "./passkey.ts"
export type { PasskeyOptions } from "./passkey.ts"
export { customFetch } from "./types.ts"
export type {
  CredentialsConfig,
  EmailConfig,
  Fetch,
  OAuthConfig,
  OIDCConfig,
  ProfileUser,
  Provider,
  ProviderConfig,
  WebAuthnConfig,
} from "./types.ts"
export type { Profile, TokenSet } from "./profile-types.ts"
export type { ProfileContext } from "./context.ts"
export type { Mapping } from "./mapping.ts"
export type { HostOptions, ProviderFunction } from "./rows.ts"
