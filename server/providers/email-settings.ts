import type { DeviceDetails } from "../../client/account-contract.ts"
import type { Theme, ThemeImage } from "../../client/contract.ts"
import type { Messages } from "../../components/view/messages/types.ts"
import type { Awaitable } from "../types.ts"

/** The settings of every email provider, however it sends. */
export interface EmailSettings {
  /** Seconds that a link is valid. @default 86_400 (1 day) */
  maxAge?: number
  /**
   * Whether users can sign in with it. With `false`, it only sends the emails about accounts, such as those of
   * `Password()`, and the codes that confirm.
   *
   * @default true
   */
  signIn?: boolean
  /** The sender's address, such as `Acme <login@acme.example>`. */
  from?: string | undefined
  /** The server that `Nodemailer` sends to: an SMTP URL, or the options of its transport. */
  server?: string | object | undefined
  /** The key of the email service. @default `AUTH_{ID}_KEY` */
  apiKey?: string | undefined
  /** Whether it can't send without `apiKey`. @internal */
  needsKey?: boolean
  /**
   * Whether the email also contains a six-digit code, which the user enters where the sign-in began.
   * @default true for Latchkit's own email providers except `Loops`; otherwise false
   */
  sendsCode?: boolean
  /**
   * Where users can read these emails, such as a company's webmail. The page after the request links to it.
   * @default the sites of well-known domains
   */
  webmail?: { name: string; url: string }
  /** Generates the token of a link, with at least 128 random bits. @default a string of 32 random bytes */
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

/** The logo and the footer of Latchkit's emails. Their colors come from `theme`. */
export interface EmailDesign {
  /**
   * The logo: an https URL or a path on the same origin, or one for light and one for dark. Use a PNG, JPEG, GIF or
   * WebP image. It is 36 pixels high, or `theme.logoSize`. Email programs show no SVG.
   *
   * @default `theme.logo`, or a tile with the first letter of the site's name if that is an SVG
   */
  logo?: ThemeImage | undefined
  /** Whether the logo has the site's name in it, so that the name doesn't follow it once more. @default false */
  wordmark?: boolean | undefined
  /** A line below every email, such as your postal address. @default none */
  footer?: string | undefined
}

/** The data that every email contains. */
export interface EmailMessage<Provider> {
  /** The address to send to. */
  identifier: string
  /** The email provider that sends it. */
  provider: Provider
  /** The theme of the configuration. */
  theme: Theme
  /** The app's logo and footer for emails. */
  emails?: EmailDesign | undefined
  /** When the email was requested. @default now */
  at?: Date | undefined
  /** The app's name, if the configuration has one. */
  siteName?: string | undefined
  /** The sentences in the language of the browser that caused the email, with the app's own among them. */
  messages: Messages
  /** The request that caused the email, without its body. */
  request: Request
}

/** The events that an account email can be about. */
export type AccountEmailKind =
  | "confirm-sign-up"
  | "already-registered"
  | "reset-password"
  | "no-password"
  | "invitation"
  | "password-changed"
  | "password-added"
  | "password-removed"
  | "reclaimed"
  | "factor-added"
  | "factor-removed"
  | "passkey-added"
  | "account-linked"
  | "passkey-removed"
  | "account-unlinked"
  | "new-device"
  | "factors-removed"
  | "recovery-codes-replaced"
  | "factor-guesses"
  | "confirm-guesses"
  | "email-change"
  | "email-changed"
  | "email-taken"
  | "address-reserved"
  | "deletion-requested"
  | "account-deleted"

/**
 * An email about a user's account: a link and a code to confirm something, or a notice of a change. It contains no text
 * that a user typed, because the address may belong to someone else.
 */
export interface AccountEmailBy<Provider> extends EmailMessage<Provider> {
  /**
   * The event. These ask the user to open `url`:
   * - `confirm-sign-up`: someone signed up with this address. It has a `code`, too
   * - `already-registered`: someone signed up with this address, which has an account. `url` is the sign-in page
   * - `reset-password`: a user forgot the password. It has a `code`, too
   * - `no-password`: someone wants to reset the password of a user who has none. `methods` are the user's sign-in
   *   methods, and `url` is the sign-in page
   * - `invitation`: your app invited this address
   * - `email-change`: a user wants to use this address for their account. It has a `code`, too
   * - `email-taken`: someone wanted to use this address for another account. `url` is the sign-in page
   *
   * These say what changed:
   * - `password-changed`, `password-added`, `password-removed`: `url` is a page that signs out all devices, removes the
   *   password and starts a reset
   * - `reclaimed`: the user proved the address for the first time, and Latchkit removed unverified sign-in methods and
   *   ended all other sessions
   * - `factor-added`: a second factor was added. `url` is a page that removes it, for users who didn't add it
   * - `passkey-added`: a passkey was added. `url` is a page that removes it
   * - `account-linked`: an account at `linkedProvider` was linked. `url` is a page that unlinks it
   * - `passkey-removed`: a passkey was removed. `url` is a page that signs out all devices
   * - `account-unlinked`: an account at `linkedProvider` was unlinked. `url` is a page that signs out all devices
   * - `factor-removed`: the authenticator app was removed, or a passkey is no longer a second factor
   * - `new-device`: a sign-in with an unknown browser or to a native app. `url` is a page that signs out all devices
   * - `factors-removed`: your app removed all second factors and recovery codes
   * - `recovery-codes-replaced`: the user has new recovery codes
   * - `factor-guesses`: after a correct first factor, too many wrong codes were entered. Sent once a day at most
   * - `email-changed`: the account has another address now. `url` is a page that restores this one
   * - `address-reserved`: someone wanted to use this address, which was removed from an account less than 7 days ago.
   *   `expires` is when it can be used again
   * - `deletion-requested`: the user's account is deleted when it `expires`. `url` is the page that keeps it
   * - `account-deleted`: the account was deleted
   * - `confirm-guesses`: a session ended after too many failed confirmations. Sent once a day at most
   */
  kind: AccountEmailKind
  /** The kind of factor that was added or removed. */
  factor?: "totp" | "passkey" | undefined
  /** The name of the provider of an `account-linked` or `account-unlinked`. */
  linkedProvider?: string | undefined
  /** The sign-in methods of a `no-password`, in the language of `messages`. */
  methods?: readonly string[] | undefined
  /** The browser of a `new-device`. */
  device?: DeviceDetails | undefined
  /** Where a `new-device` is, as the app's `place` callback says. */
  place?: string | null | undefined
  /** When it happened. */
  at: Date
  /** The page that the button opens: the site's origin, unless the kind says otherwise. */
  url: string
  /** Six digits for the browser that asked, if it asked. */
  code?: string | undefined
  /** Seconds that the code is valid. @default 600 */
  codeMaxAge?: number | undefined
  /** When `url` stops working, or the account is deleted. */
  expires?: Date | undefined
}
