import type { FormActionResult } from "./form-result.ts"
import type { MessageOverrides } from "./messages/types.ts"
import type { CardProps, MarkLookup, SignInProvider } from "./types.ts"

/** What the sign-in card is made from. */
export interface SignInProps extends CardProps {
  providers: readonly SignInProvider[]
  callbackUrl?: string | undefined
  /** Value of the `error` parameter; one that is not known shows a general sentence. */
  error?: string | undefined
  /** Value of the `code` parameter of a rejected sign-in. */
  code?: string | undefined
  /** The sentence for `error`. @default the catalogue's */
  sentence?: string | undefined
  /** Fills the email field. */
  email?: string | undefined
  /** Id of the provider whose sign-in failed: its form shows why. @default the one form that can have failed this way */
  failedProvider?: string | undefined
  /** Fills the fields of the form that failed, by their names. A password is never filled in. */
  values?: Readonly<Record<string, string>> | undefined
  /** The provider that signed this browser in the last time. */
  lastUsed?: string | undefined
  /** Asks whether to stay signed in, with the box ticked or not. @default nobody is asked */
  remember?: boolean | undefined
  /** Forms before buttons. @default as the providers are ordered */
  emailFirst?: boolean | undefined
  /** Seconds until another attempt is answered. */
  retryAfter?: number | undefined
  /** A line of the host's own, as plain text. */
  notice?: string | undefined
  /** Id of the provider whose form is being sent. */
  busy?: string | undefined
  /** The password is shown as typed. */
  revealed?: boolean | undefined
  /**
   * OAuth and OpenID providers open in a small window, and the page stays as it is, unless `callbackUrl` says where to go then. Not for
   * forms that post to an `action`. @default false
   */
  popup?: boolean | undefined
  /** Where every form posts to instead of the service: a form action of the host's, which gets `providerId` and `redirectTo`. */
  action?: string | undefined
  /** What that action returned: the state of `useActionState`, a submission's result, SvelteKit's `form`. */
  result?: FormActionResult | null | undefined
  /** What is wrong with a field, by its name. */
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined
  /** What is wrong with the form as a whole. */
  formErrors?: readonly string[] | undefined
  messages?: MessageOverrides | undefined
  /** @default a neutral mark for every provider */
  marks?: MarkLookup | undefined
  /** The level of the title. @default 1 */
  headingLevel?: 1 | 2 | 3 | undefined
}
