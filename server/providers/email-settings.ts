import type { Theme } from "../../client/contract.ts"
import type { Messages } from "../../components/view/messages/types.ts"
import type { Awaitable } from "../types.ts"

/** The settings of an email provider, whatever it sends with. */
export interface EmailSettings {
  /** Seconds a link is valid. @default 86_400 (1 day) */
  maxAge?: number
  from?: string | undefined
  server?: unknown
  /** @default the environment's AUTH_<ID>_KEY */
  apiKey?: string | undefined
  /** Whether the email holds a six-digit code beside the link, to be typed where the sign-in began. @default false */
  sendsCode?: boolean
  /** Where its mails can be read, such as a company's webmail: a link on the page that waits. @default the sites of well-known domains */
  webmail?: { name: string; url: string }
  /** Makes the token of a link, of at least 128 random bits. @default 32 random bytes */
  generateVerificationToken?(): Awaitable<string>
  /**
   * Returns the one form of a typed address, or throws to reject it. Whatever it returns is used as it is, such as a phone number or
   * `user@localhost`, unless a mail program could read it as several addresses.
   *
   * @default one plain address on a public domain, in lower case, with its domain in ASCII
   */
  normalizeIdentifier?(identifier: string): string
  /**
   * Calls the `signIn` callback before an email is sent, too, with `email: { verificationRequest: true }`. Anyone can then find out
   * which addresses it denies. Otherwise it is called only when the link or code is used.
   *
   * @default false; true with the `authjs()` preset, because Auth.js does so
   */
  asksBeforeSending?: boolean
}

/** What every email is made from. */
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

/** An email that tells a user what was changed in their account. */
export interface NoticeBy<Provider> extends EmailMessage<Provider> {
  /**
   * What happened. `reclaimed`: the user proved the address for the first time, and Latchkit removed unverified sign-in methods and
   * ended all other sessions.
   */
  kind: "reclaimed"
  /** When it happened. */
  at: Date
  /** The site's origin. */
  url: string
}
