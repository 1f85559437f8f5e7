import type { FormActionResult } from "../view/form-result.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import type { CardProps, LinkLine, MarkLookup, SignInProvider } from "../view/types.ts"

/** Props of the sign-in card. */
export interface SignInProps extends CardProps {
  /** The sign-in methods, from `auth.signInProps` or `GET providers`. */
  providers: readonly SignInProvider[]
  /**
   * Where the user is redirected after the sign-in.
   * @default the page that shows the card, or on your sign-in page the page that they came from
   */
  callbackUrl?: string | undefined
  /** The page's `error` parameter. An unknown value shows a general message. */
  error?: string | undefined
  /** The `code` parameter of a rejected sign-in. */
  code?: string | undefined
  /** A sentence of your own that is shown for `error`. @default Latchkit's message for the error */
  sentence?: string | undefined
  /** The address that prefills the email field. */
  email?: string | undefined
  /**
   * Id of the provider whose sign-in failed. Its form shows the error.
   * @default the only form that can have failed this way
   */
  failedProvider?: string | undefined
  /** Prefills the fields of the form that failed, by name. A password is never filled in. */
  values?: Readonly<Record<string, string>> | undefined
  /** Id of the provider that this browser last signed in with. */
  lastUsed?: string | undefined
  /** Shows the "Keep me signed in" checkbox, checked if true. @default no checkbox */
  remember?: boolean | undefined
  /** Whether forms are above buttons. @default the order of the providers */
  emailFirst?: boolean | undefined
  /** Seconds until another attempt is accepted, with the error `RateLimited`. */
  retryAfter?: number | undefined
  /** Your own line of plain text above the methods. */
  notice?: string | undefined
  /** Id of the provider whose form is being sent. @default none */
  busy?: string | undefined
  /** Whether the password is visible. @internal */
  revealed?: boolean | undefined
  /**
   * Opens OAuth and OpenID providers in a popup. The page stays as it is, unless `callbackUrl` is set. It doesn't apply
   * to forms with an `action`.
   * @default false
   */
  popup?: boolean | undefined
  /**
   * The URL of your form action, to which every form posts instead of to Latchkit. It receives `providerId` and
   * `redirectTo`.
   */
  action?: string | undefined
  /**
   * Whether the card asks for the address once: the form with the password then also has the email provider's button.
   * That form has the password's `beforeSubmit`. With your own `action`, each method keeps its form.
   * @default true, in a component
   */
  addressOnce?: boolean | undefined
  /** The result of your form action: the state of `useActionState`, a submission's result, or SvelteKit's `form`. */
  result?: FormActionResult | null | undefined
  /** The errors of each field, by its name. */
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined
  /** Errors of the whole form. */
  formErrors?: readonly string[] | undefined
  /** Where a user resets a forgotten password. Shown beside the label of each password. @default no link */
  forgotUrl?: string | undefined
  /** Where a new user creates an account. Shown at the end of the card. @default no link */
  signUpUrl?: string | undefined
  /**
   * Links at the end of the card, such as the terms. `auth.signInProps` returns those of `footerLinks`.
   * @default none
   */
  footerLinks?: readonly LinkLine[] | undefined
  /** Your own sentences, which replace the built-in ones one by one. */
  messages?: MessageOverrides | undefined
  /**
   * Returns a provider's logo: `markOf` of `latchkit/marks`.
   * @default the logo of each provider's data, or else a tile with its first letter
   */
  marks?: MarkLookup | undefined
  /** The heading level of the title. @default 1 */
  headingLevel?: 1 | 2 | 3 | undefined
}
