import type { Theme } from "../../client/contract.ts"
import type { Messages } from "../../components/view/messages/types.ts"
import type { Awaitable } from "../types.ts"

/** The settings of every email provider, however it sends. */
export interface EmailSettings {
  /** Seconds that a link is valid. @default 86_400 (1 day) */
  maxAge?: number
  from?: string | undefined
  server?: unknown
  /** @default the environment's AUTH_<ID>_KEY */
  apiKey?: string | undefined
  /** Whether the email contains a six-digit code besides the link, to enter where the sign-in began. @default false */
  sendsCode?: boolean
  /**
   * Where users can read these emails, such as a company's webmail. The page after the request links to it. @default
   * the sites of well-known domains
   */
  webmail?: { name: string; url: string }
  /** Generates the token of a link, with at least 128 random bits. @default 32 random bytes */
  generateVerificationToken?(): Awaitable<string>
  /**
   * Returns the normalized form of the address that the user entered, or throws to reject it. The result is used
   * unchanged, such as a phone number or `user@localhost`, unless an email program could parse it as several addresses.
   *
   * @default one plain address on a public domain, in lower case, with its domain in ASCII
   */
  normalizeIdentifier?(identifier: string): string
  /**
   * Also calls the `signIn` callback before an email is sent, with `email: { verificationRequest: true }`. Anyone can
   * then find out which addresses it denies. Otherwise it is called only when the link or code is used.
   *
   * @default false; true with the `authjs()` preset, because Auth.js does so
   */
  asksBeforeSending?: boolean
}

/** The data that every email contains. */
export interface EmailMessage<Provider> {
  identifier: string
  provider: Provider
  theme: Theme
  /** The app's name, if the configuration has one. */
  siteName?: string | undefined
  /** The sentences in the language of the browser that caused the email, with the app's own among them. */
  messages: Messages
  request: Request
}

/** An email that tells a user what changed in their account. */
export interface NoticeBy<Provider> extends EmailMessage<Provider> {
  /**
   * The event. `reclaimed`: the user proved the address for the first time, and Latchkit removed unverified sign-in methods and
   * ended all other sessions.
   */
  kind: "reclaimed"
  /** When it happened. */
  at: Date
  /** The site's origin. */
  url: string
}
