/**
 * The types that the server and an app's pages share. All of them are public.
 *
 * Everything depends on this file, and it depends on nothing.
 */

/** The fields of a user in every app. */
export interface DefaultUser {
  /** The user's id. A session in the browser has it only if your `session` callback adds it. */
  id?: string | undefined
  /** The display name. */
  name?: string | null | undefined
  /** The email address. It may be unverified. */
  email?: string | null | undefined
  /** The URL of the picture. */
  image?: string | null | undefined
}

/**
 * The signed-in user as an app sees them. An app adds fields with `declare module "latchkit" { interface User { … } }`.
 */
export interface User extends DefaultUser {}

/** The administrator who acts as the user of a session. */
export interface SessionActor {
  /** The administrator's user id. */
  id: string
  /** The administrator's display name, or null. */
  name: string | null
  /** The administrator's email address, or null. */
  email: string | null
}

/** The fields of a session in every app. */
export interface DefaultSession {
  /** The signed-in user. */
  user?: User
  /**
   * The administrator who acts as `user`, started by `auth.users.impersonate` of your server. Absent in a user's own
   * session. Latchkit sets it after the `session` callback.
   */
  actor?: SessionActor | undefined
  /**
   * Whether the session is bound to a key of this browser, with `session.deviceBound`. Absent otherwise. Latchkit sets
   * it after the `session` callback.
   */
  bound?: true | undefined
  /** ISO 8601 date after which the session is no longer valid. */
  expires: string
}

/**
 * The response of `GET session`. The `session` callback can add fields: their types follow from the callback, or from
 * `declare module "latchkit" { interface Session { … } }`.
 */
export interface Session extends DefaultSession {}

/**
 * Names your app's service once. `useSession`, `getSession` and the client's other functions then have the type of its
 * session.
 *
 * @example
 * declare module "latchkit" {
 *   interface Register {
 *     auth: typeof auth
 *   }
 * }
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- an app declares its member
export interface Register {}

/** How a provider signs users in. */
export type ProviderType = "oidc" | "oauth" | "email" | "credentials" | "webauthn"

/** A provider as a page may see it: without its secret or the identity provider's endpoints. */
export interface PublicProvider {
  /** The provider's id, such as `github`. Pass it to `signIn`. */
  id: string
  /** The provider's name, such as `GitHub`. */
  name: string
  /** How the provider signs users in. */
  type: ProviderType
  /** The absolute URL to which a sign-in form posts. */
  signinUrl: string
  /** The absolute URL that the identity provider redirects to. Register it there as the redirect URI. */
  callbackUrl: string
  /** `true` if the browser's own account chooser can sign in. */
  fedcm?: true
}

/** The response of `GET providers`. */
export type PublicProviders = Record<string, PublicProvider>

/** A provider's mark on a 24 px grid. */
export interface ProviderMark {
  /** Paths and their fills. `currentColor` follows the text; a pair has the fills for light and dark. */
  readonly paths: readonly (readonly [path: string, fill: string | readonly [light: string, dark: string]])[]
}

/** A color for light and dark, or one for each: hex, rgb(), hsl() or oklch(). */
export type ThemeColor = string | { readonly light: string; readonly dark: string }

/** An https URL or a path on the same origin, or one for light and one for dark. */
export type ThemeImage = string | { readonly light: string; readonly dark: string }

/**
 * The look of the built-in pages, the emails and the components. Pages of your app get it from the stylesheet
 * `{base}/theme.css`.
 *
 * Colors that are derived stay readable: text has a contrast of 4.5:1, edges and the focus ring 3:1.
 */
export interface Theme {
  /**
   * The color of the primary button, links and the focus ring. It can also be `var(--name)` of the surrounding page.
   *
   * @default a violet, #5a4ae0
   */
  brand?: ThemeColor | undefined
  /** Another name of `brand`, as in Auth.js, for one color. A component that gets it as a prop sets an inline style. */
  brandColor?: string | undefined
  /** Text color of the primary button. @default black or white, whichever contrasts more */
  buttonText?: ThemeColor | undefined
  /**
   * The color of text. The softer text color and the borders of inputs are derived from it.
   *
   * @default near-black, #17171c; in dark #f3f3f6
   */
  ink?: ThemeColor | undefined
  /** The background of cards, inputs and buttons. @default white; in dark #17171b */
  card?: ThemeColor | undefined
  /** The background of the page. @default #f6f6f8; in dark #0d0d10 */
  page?: ThemeColor | undefined
  /** The color of thin borders: of cards, buttons and rows. @default #d6d6dd; in dark #42424c */
  line?: ThemeColor | undefined
  /** Corner radius of buttons and inputs in pixels, 0 to 32. Cards have 1.6 times that, or their own. @default 10 */
  radius?: number | { readonly control: number; readonly card: number } | undefined
  /** Names of font families, separated by commas. Your page loads them. @default "system-ui, sans-serif" */
  font?: string | undefined
  /** The title. `size` is in pixels, 14 to 56, `weight` 100 to 900. @default { size: 22, weight: 600 } */
  title?: { readonly size?: number; readonly weight?: number; readonly font?: string } | undefined
  /** The height of controls and the space around them. @default "comfortable" */
  density?: "compact" | "comfortable" | "spacious" | undefined
  /** `auto` follows the system on built-in pages, and the `color-scheme` of your own. @default "auto" */
  colorScheme?: "auto" | "dark" | "light" | undefined
  /**
   * Where the content is: on a card in the middle (`card`), beside a panel (`split`), or on the page itself (`flush`).
   * The panel is hidden below 900 pixels. Cards on pages of your app have no panel, unless they are a whole page.
   * @default "card"
   */
  layout?: "card" | "split" | "flush" | undefined
  /** The image of the panel with the layout `split`, otherwise the background of the page. @default no image */
  image?: ThemeImage | undefined
  /** The color of the panel with the layout `split`. @default the brand color */
  panel?: ThemeColor | undefined
  /** The logo above the title, and in emails unless it is an SVG. @default no logo */
  logo?: ThemeImage | undefined
  /**
   * Icon of the built-in pages: an https URL or a path on the same origin.
   * @default the logo, or the site's /favicon.ico
   */
  favicon?: string | undefined
  /**
   * Height of the logo in pixels, 16 to 120.
   * @default 40
   */
  logoSize?: number | undefined
}

/** Values of `error` on the sign-in page. */
export const SIGN_IN_ERRORS = [
  "Signin",
  "OAuthSignin",
  "OAuthCallbackError",
  "OAuthCreateAccount",
  "EmailCreateAccount",
  "Callback",
  "OAuthAccountNotLinked",
  "AccountNotLinked",
  "AttemptExpired",
  "AttemptRejected",
  "EmailSignin",
  "CredentialsSignin",
  "SessionRequired",
  "MissingCSRF",
  "RateLimited",
  "ServerBusy",
  "WebAuthnVerificationError",
] as const

/** A value of {@link SIGN_IN_ERRORS}. */
export type SignInErrorCode = (typeof SIGN_IN_ERRORS)[number]

/**
 * Values of `error` on the error page. The page can also get `BoundSessionRequired`, which no client function returns.
 */
export const ERROR_PAGE_ERRORS = ["Configuration", "AccessDenied", "Verification"] as const

/** A value of {@link ERROR_PAGE_ERRORS}. */
export type ErrorPageCode = (typeof ERROR_PAGE_ERRORS)[number]

/** Your app's own text: one for all languages, or one for each, such as `{ en: "Team", de: "Team" }`. */
export type TranslatedText = string | Readonly<Record<string, string>>

/** A field of a credentials form, as the `credentials` of its provider describes it. */
export interface CredentialField {
  /** The field's label. @default the field's name */
  label?: TranslatedText | undefined
  /**
   * `text`, `password`, `email`, `tel`, `number`, `url` or `search`. Any other value renders as `text`.
   * @default "text"
   */
  type?: string | undefined
  /** An example value, shown in the empty field. */
  placeholder?: TranslatedText | undefined
  /** The initial value. */
  value?: string | undefined
  /** The HTML attribute `autocomplete`, such as `username`. */
  autocomplete?: string | undefined
  /** Whether the form needs a value. @default false */
  required?: boolean | undefined
}

/** How an app styles a provider's button. */
export interface ProviderStyle {
  /** The color that fills the button: hex, rgb(), hsl() or oklch(). @default a neutral button */
  brandColor?: string | undefined
  /** An https URL or a path on the same origin. */
  logo?: string | undefined
  /** The color of the button's text. @default black or white, whichever contrasts more */
  text?: string | undefined
  /** The color that fills the button. @deprecated Use `brandColor` */
  bg?: string | undefined
}

declare const clientSession: unique symbol

/**
 * Marks the session type of the app's server code, which has more fields than the client's. It exists only in types.
 */
export interface HasClientSession<S extends Session> {
  readonly [clientSession]?: S
}
