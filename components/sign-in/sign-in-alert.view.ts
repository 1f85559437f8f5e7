import { signInErrorMessage } from "../view/sign-in-error-message.ts"
import type { signInCard as english } from "../view/messages/en.ts"
import { formatCount } from "../view/messages/fill.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import type { SignInProvider } from "../view/types.ts"

/** The props of a sign-in card that describe a failure. */
export interface FailureProps {
  /** The providers of the card, which the message may name. */
  providers: readonly SignInProvider[]
  siteName?: string | undefined
  /** The error of the sign-in, such as `AccessDenied`. See `SIGN_IN_ERRORS`. */
  error?: string | undefined
  /** The message for `error`, if the caller knows it. */
  sentence?: string | undefined
  /** Details of `error`, such as `cancelled`. */
  code?: string | undefined
  /** Seconds until another try is allowed. */
  retryAfter?: number | undefined
  /** Id of the provider whose sign-in failed. */
  failedProvider?: string | undefined
  /** The messages of each field, by its name. */
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined
  /** Messages about the whole form. */
  formErrors?: readonly string[] | undefined
  /** Sentences that replace the language's own. */
  messages?: MessageOverrides | undefined
}

/** Returns the alert for the page's error, or for form errors that belong to no visible field. */
export function signInAlert(props: FailureProps, words: typeof english): string | undefined {
  const { error, sentence, retryAfter, formErrors = [], messages } = props
  if (formErrors.length > 0) return formErrors.map((one) => messageFor(one, props) ?? one).join(" ")
  if (!error) return undefined
  if (error === "RateLimited" && retryAfter)
    return formatCount(words.tryAgainIn, Math.ceil(retryAfter / 60), messages?.language?.lang)
  return sentence ?? messageFor(error, props) ?? messageFor("Default", props)
}

function messageFor(
  code: string,
  { messages, providers, failedProvider, siteName: site }: FailureProps,
): string | undefined {
  const failed = providers.find(({ id }) => id === failedProvider)
  const messageCode = code === "CredentialsSignin" ? credentialsErrorCode(code, failed ? [failed] : providers) : code
  return signInErrorMessage(messageCode, { messages, provider: failed?.name, site })
}

// Names the fields that are wrong, if all credentials forms have the same ones
function credentialsErrorCode(code: string, providers: readonly SignInProvider[]): string {
  const forms = providers.filter(({ type }) => type === "credentials")
  const haveField = (name: string) =>
    forms.length > 0 && forms.every(({ credentials = {} }) => name in credentials && "password" in credentials)
  return haveField("email") ? "CredentialsPassword" : haveField("username") ? "CredentialsUsername" : code
}
