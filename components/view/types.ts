import type { CredentialField, ProviderStyle, PublicProvider, Theme } from "../../client/contract.ts"
import type { ProviderMark } from "./provider-marks.ts"

/** A provider as the sign-in card shows it. */
export interface SignInProvider extends PublicProvider {
  style?: ProviderStyle | undefined
  /** The fields of a credentials form, by name. */
  credentials?: Readonly<Record<string, CredentialField>> | undefined
}

/** Looks up a provider's mark by its id. */
export type MarkLookup = (id: string) => ProviderMark | undefined

/** What every card is made from. */
export interface CardProps {
  theme?: Theme | undefined
  /** "Acme" in "Sign in to Acme". */
  siteName?: string | undefined
  /** Absent where the service does not check it, or where a script fetches it on submit. */
  csrfToken?: string | undefined
  /** Begins every id in the card. @default one of its own for each card; "auth" on a built-in page */
  idPrefix?: string | undefined
  /** Further classes of the card; `class` is the same. */
  className?: string | undefined
  class?: string | undefined
  /** The card stands on a page of its own, and brings its background. @default false */
  page?: boolean | undefined
  /** The page's script runs: what needs it is shown. */
  scripted?: boolean | undefined
  /** No script of the card's runs in the page: nothing waits for one, and each form has a box of its own. @default false */
  scriptless?: boolean | undefined
  /** The page's script runs, and the browser has passkeys. */
  hasPasskeys?: boolean | undefined
  /** The card's language and direction where they are not the page's. @default those of `messages` */
  lang?: string | undefined
  dir?: "ltr" | "rtl" | undefined
}

/** What every card's view holds. */
export interface CardView {
  readonly id: string
  readonly title: string
  /** Announced while a form is being sent. */
  readonly waiting: string
  readonly logo: string | undefined
  readonly className: string | undefined
  readonly page: boolean
  readonly lang: string | undefined
  readonly dir: "ltr" | "rtl" | undefined
  readonly scheme: "light" | "dark" | undefined
  /** Custom properties of the theme, for renderings that may write a style. */
  readonly tokens: Readonly<Record<string, string>> | undefined
}

/** Hidden fields of a form, in order. */
export type HiddenFields = readonly (readonly [name: string, value: string])[]

/** A button that asks an authenticator. */
export interface PasskeyButtonView {
  /** The provider whose passkeys are meant; empty for the service's first. */
  readonly provider: string
  readonly action: "authenticate" | "register"
  readonly label: string
  readonly busy: boolean
  /** Until the script runs, and for good in a browser without passkeys. */
  readonly hidden: boolean
  /** The script has yet to say whether it is shown: its place is kept. */
  readonly later: boolean
  readonly badge?: string | undefined
  /** The app's own image, in place of the key. */
  readonly logo?: string | undefined
  /** The custom properties of a button that the app wants filled. */
  readonly fill?: Readonly<Record<string, string>> | undefined
}
