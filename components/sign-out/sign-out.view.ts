import { cardView, hiddenFields, INVALID_FORM } from "../view/card.ts"
import { errorMessage } from "../view/error-message.ts"
import type { FormActionResult } from "../view/form-result.ts"
import { signOut as english } from "../view/messages/en.ts"
import { splitSentence, fill, withOverrides } from "../view/messages/fill.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import { safeUrl } from "../view/safe-url.ts"
import type { CardProps, CardView, HiddenFields } from "../view/types.ts"

/** Props of the sign-out card. */
export interface SignOutProps extends CardProps {
  /** The URL that the form posts to. @default `signout` below the base path */
  action?: string | undefined
  /** The base path. @default the `SessionProvider`'s, otherwise "/auth" */
  basePath?: string | undefined
  /** Where the user is redirected after signing out. @default the site */
  callbackUrl?: string | undefined
  /** The signed-in user's name or email address. */
  user?: string | undefined
  /** Whether the form is being sent. @default false */
  busy?: boolean | undefined
  /** Whether the sign-out failed. */
  failed?: boolean | undefined
  /**
   * The result of the app's form action: the state of `useActionState`, a submission's result, or SvelteKit's `form`.
   */
  result?: FormActionResult | null | undefined
  /** Your own sentences, which replace the built-in ones one by one. */
  messages?: MessageOverrides | undefined
}

/** The content of the sign-out card. */
export interface SignOutView extends CardView {
  readonly kind: "sign-out"
  readonly action: string
  readonly hidden: HiddenFields
  readonly question: string
  readonly who: { readonly before: string; readonly name: string; readonly after: string } | undefined
  readonly label: string
  readonly busy: boolean
  readonly alert: string | undefined
  /** The link back, if it is known. */
  readonly stay: { readonly label: string; readonly href: string } | undefined
}

// An app's form action reads the URL under the name that it has in sign-in forms
function signOutFields({ action, csrfToken, callbackUrl }: SignOutProps): HiddenFields {
  return hiddenFields({ csrfToken, callbackUrl, redirectTo: action === undefined ? undefined : callbackUrl })
}

// The form has no fields that the user could correct
function alertMessage({ failed, result, messages }: SignOutProps, words: typeof english): string | undefined {
  const { code = "", formErrors = [] } = result?.failed ? result : {}
  if (formErrors.length > 0 && code !== INVALID_FORM)
    return formErrors.map((one) => errorMessage(one, { messages }) ?? one).join(" ")
  const sentence = errorMessage(code, { messages })
  return sentence ?? (failed || result?.failed ? words.failed : undefined)
}

/** Returns the view of the sign-out card. */
export function signOutView(props: SignOutProps): SignOutView {
  const words = withOverrides(english, props.messages?.signOut)
  const title = props.siteName ? fill(words.title, { site: props.siteName }) : words.titlePlain
  const [before, after] = splitSentence(words.signedInAs, "name")
  return {
    ...cardView(props, title),
    kind: "sign-out",
    action: safeUrl(props.action ?? `${props.basePath ?? "/auth"}/signout`),
    hidden: signOutFields(props),
    question: words.question,
    who: props.user === undefined ? undefined : { before, name: props.user, after },
    label: words.submit,
    busy: props.busy ?? false,
    alert: alertMessage(props, words),
    stay: props.callbackUrl === undefined ? undefined : { label: words.stay, href: safeUrl(props.callbackUrl) },
  }
}
