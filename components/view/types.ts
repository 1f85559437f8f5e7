import type { CredentialField, ProviderStyle, PublicProvider, Theme } from "../../client/contract.ts"
import type { ClassNames } from "./parts.ts"
import type { LogoView } from "../theme/theme.ts"
import type { ProviderMark } from "../../client/contract.ts"

/** A field of a credentials form in one language. */
export interface ShownField extends Omit<CredentialField, "label" | "placeholder"> {
  label?: string | undefined
  placeholder?: string | undefined
}

/** A provider as the sign-in card shows it. */
export interface SignInProvider extends PublicProvider {
  /** The text of its button, for example in place of "Continue with email". @default a text for its kind */
  label?: string | undefined
  style?: ProviderStyle | undefined
  /** Its mark, as `auth.signInProps` returns it. @default the one of `marks`, or else a tile with its first letter */
  mark?: ProviderMark | undefined
  /** The fields of a credentials form, by name. */
  credentials?: Readonly<Record<string, ShownField>> | undefined
}

/** Looks up a provider's mark by its id. */
export type MarkLookup = (id: string) => ProviderMark | undefined

/** Props of every card. */
export interface CardProps {
  /** The colors and the logo. @default those of the surrounding page, otherwise neutral */
  theme?: Theme | undefined
  /** "Acme" in "Sign in to Acme". */
  siteName?: string | undefined
  /** The letter of the tile that stands for a logo. @internal */
  letter?: string | undefined
  /** Absent if the server doesn't check it, or if a script fetches it on submit. */
  csrfToken?: string | undefined
  /** The prefix of every id in the card. @default a unique one for each card; "kit" on a built-in page */
  idPrefix?: string | undefined
  /** More CSS classes of the card. `class` is the same. */
  className?: string | undefined
  /** More CSS classes of the card. */
  class?: string | undefined
  /** Your own classes for parts of the component: `{ title: "text-2xl", button: "rounded-full" }`. */
  classNames?: ClassNames | undefined
  /** Whether the card is a whole page, with a background. @default false */
  page?: boolean | undefined
  /** Whether the page's script runs. Parts that need it are then shown. @internal */
  scripted?: boolean | undefined
  /**
   * Whether the page has no script of the card. Nothing waits for one, and each form has its own checkbox.
   * @default false
   */
  scriptless?: boolean | undefined
  /** Whether the browser supports passkeys, or `undefined` until the card's script knows. @internal */
  hasPasskeys?: boolean | undefined
  /** The card's language and direction, if they differ from the page's. @default those of `messages` */
  lang?: string | undefined
  /** The card's writing direction. @default the direction of the language */
  dir?: "ltr" | "rtl" | undefined
}

/** The part of a view that every component has. */
export interface BaseView {
  readonly id: string
  readonly title: string
  readonly page: boolean
  readonly lang: string | undefined
  readonly dir: "ltr" | "rtl" | undefined
  readonly scheme: "light" | "dark" | undefined
  /** The theme's custom properties, for renderings that allow inline styles. */
  readonly tokens: Readonly<Record<string, string>> | undefined
}

/** The part of a view that every card with the app's brand has. */
export interface CardView extends BaseView {
  /** Announced while a form is being sent. */
  readonly waiting: string
  readonly logo: LogoView | undefined
  /** The first letter of the site's name, shown if there is no logo. */
  readonly letter: string | undefined
}

/** A form's hidden fields, in order. */
export type HiddenFields = readonly (readonly [name: string, value: string])[]

/** A button that requests a passkey. */
export interface PasskeyButtonView {
  /** Id of the passkey provider. If empty, the server's first one. */
  readonly provider: string
  readonly action: "authenticate" | "register" | "confirm"
  readonly label: string
  readonly busy: boolean
  /** Whether it is hidden: until the script runs, and always in a browser without passkeys. */
  readonly hidden: boolean
  /** Whether the script hasn't decided yet if the button is shown. Its place is kept until then. */
  readonly later: boolean
  readonly badge?: string | undefined
  /** The app's own image, instead of the key icon. */
  readonly logo?: LogoView | undefined
  /** The custom properties of a button that the app fills with a color. */
  readonly fill?: Readonly<Record<string, string>> | undefined
}

/** A link, with a sentence before it if it needs one. */
export interface LinkLine {
  readonly text?: string | undefined
  readonly label: string
  readonly href: string
}
