import type { CommonProvider } from "./common-provider.ts"

/** Kinds of authenticators: a security key, this device, or a phone beside it. */
export const PASSKEY_HINTS = ["security-key", "client-device", "hybrid"] as const

/** A value of {@link PASSKEY_HINTS}. */
export type PasskeyHint = (typeof PASSKEY_HINTS)[number]

/** The domain of passkeys, and the pages that may use them. */
export interface RelyingPartySettings {
  /** The domain. @default the host of `AUTH_URL` */
  id?: string
  /** @default `siteName`, or else the host */
  name?: string
  /** Origins of the pages and apps that may use the passkeys. @default the origin of `AUTH_URL` */
  origin?: string | readonly string[]
  /**
   * Origins on other domains that may use the passkeys, such as `https://acme.de` for `acme.com`. The domain lists them
   * at `/.well-known/webauthn`. Browsers accept up to five domains.
   *
   * @see [WebAuthn Level 3, 5.11](https://www.w3.org/TR/webauthn-3/#sctn-related-origins)
   */
  relatedOrigins?: readonly string[]
}

/** The passkey settings of an app. */
export interface PasskeySettings {
  /**
   * Set this if passkeys aren't only for this site: a parent domain that several sites share, or the origins of other
   * pages and apps.
   */
  relyingParty?: RelyingPartySettings | undefined
  /** Whether a passkey must verify its user by face, fingerprint or PIN. @default "required" */
  userVerification?: "required" | "preferred" | undefined
  /**
   * The authenticators that a browser shows first, as in `["security-key"]`. It may show others too.
   *
   * @default the browser decides
   * @see [WebAuthn Level 3, 5.8.7](https://www.w3.org/TR/webauthn-3/#enum-hints)
   */
  hints?: readonly PasskeyHint[] | undefined
  /**
   * Whether a new user can sign up with a passkey: the `sign-up` page asks for an email address, proves it, and creates
   * the passkey.
   *
   * @default false
   */
  signUp?: boolean | undefined
  /** Milliseconds that a user may take. @default 300_000 (5 minutes) */
  timeout?: number | undefined
  /**
   * Accepts passkeys with other user handles than Latchkit's, such as those of the site's previous library. @default
   * false
   */
  anyUserHandle?: boolean | undefined
}

/** A provider that signs in with passkeys. */
export interface WebAuthnConfig extends CommonProvider, PasskeySettings {
  /** The kind of provider. */
  type: "webauthn"
  /** Loads the WebAuthn library. `Passkey()` sets it. @internal */
  library?: () => Promise<object>
  /** The options that the app passed to the provider's function. */
  options?: Partial<WebAuthnConfig>
}

/** Returns whether `origin` is on `domain` or a subdomain of it. Passkeys of a domain work on both. */
export function isOnDomain(origin: string, domain: string): boolean {
  const host = URL.parse(origin)?.hostname ?? ""
  return host === domain || host.endsWith(`.${domain}`)
}
