import { cardView, hiddenFields } from "./card.ts"
import { errorMessage } from "./error-message.ts"
import { INVALID_FORM, type FormActionResult } from "./form-result.ts"
import { signOut as english } from "./messages/en.ts"
import { splitSentence, fill, withOverrides } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"
import { safeUrl } from "./safe-url.ts"
import type { CardProps, CardView, HiddenFields } from "./types.ts"

/** What the sign-out card is made from. */
export interface SignOutProps extends CardProps {
  /** Where the form posts to. @default `signout` below the base path */
  action?: string | undefined
  /** Where the service is mounted. @default "/auth" */
  basePath?: string | undefined
  callbackUrl?: string | undefined
  /** The name or address of who is signed in. */
  user?: string | undefined
  busy?: boolean | undefined
  /** The sign-out failed. */
  failed?: boolean | undefined
  /** What the app's form action returned: the state of `useActionState`, a submission's result, SvelteKit's `form`. */
  result?: FormActionResult | null | undefined
  messages?: MessageOverrides | undefined
}

export interface SignOutView extends CardView {
  readonly kind: "sign-out"
  readonly action: string
  readonly hidden: HiddenFields
  readonly question: string
  readonly who: { readonly before: string; readonly name: string; readonly after: string } | undefined
  readonly label: string
  readonly busy: boolean
  readonly alert: string | undefined
  /** The way back, where it is known. */
  readonly stay: { readonly label: string; readonly href: string } | undefined
}

// A form action of the host's knows the address by the name that it has in sign-in forms
function signOutFields({ action, csrfToken, callbackUrl }: SignOutProps): HiddenFields {
  return hiddenFields({ csrfToken, callbackUrl, redirectTo: action === undefined ? undefined : callbackUrl })
}

// The form has no fields, so the user can't correct any
function alertMessage({ failed, result, messages }: SignOutProps, words: typeof english): string | undefined {
  const { code = "", formErrors = [] } = result?.failed ? result : {}
  if (formErrors.length > 0 && code !== INVALID_FORM)
    return formErrors.map((one) => errorMessage(one, { messages }) ?? one).join(" ")
  const sentence = errorMessage(code, { messages })
  return sentence ?? (failed || result?.failed ? words.failed : undefined)
}

/** The sign-out card as a value. */
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
