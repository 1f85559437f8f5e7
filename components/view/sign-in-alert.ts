import { errorWords } from "./error-words.ts"
import type { signIn as english } from "./messages/en.ts"
import { counted } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"
import type { SignInProvider } from "./types.ts"

/** The part of a sign-in card's props that describes a failure. */
export interface Failed {
  providers: readonly SignInProvider[]
  siteName?: string | undefined
  error?: string | undefined
  /** The sentence for `error`, where the caller knows it. */
  sentence?: string | undefined
  code?: string | undefined
  retryAfter?: number | undefined
  /** Id of the provider whose sign-in failed. */
  failedProvider?: string | undefined
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined
  formErrors?: readonly string[] | undefined
  messages?: MessageOverrides | undefined
}

/** Returns the alert for an error of the page, or for errors of a form that belong to no field that is shown. */
export function alertOf(props: Failed, words: typeof english): string | undefined {
  const { error, sentence, retryAfter, formErrors = [], messages } = props
  if (formErrors.length > 0) return formErrors.map((one) => sentenceFor(one, props) ?? one).join(" ")
  if (!error) return undefined
  if (error === "RateLimited" && retryAfter)
    return counted(words.tryAgainIn, Math.ceil(retryAfter / 60), messages?.language?.lang)
  return sentence ?? sentenceFor(error, props) ?? sentenceFor("Default", props)
}

function sentenceFor(
  code: string,
  { messages, providers, failedProvider, siteName: site }: Failed,
): string | undefined {
  const failed = providers.find(({ id }) => id === failedProvider)
  const known = code === "CredentialsSignin" ? wrongCredentials(failed ? [failed] : providers) : code
  return errorWords(known, { messages, provider: failed?.name, site })
}

// Names the fields that are wrong, if all credentials forms have the same ones
function wrongCredentials(providers: readonly SignInProvider[]): string {
  const forms = providers.filter(({ type }) => type === "credentials")
  const have = (name: string) =>
    forms.length > 0 && forms.every(({ credentials = {} }) => name in credentials && "password" in credentials)
  return have("email") ? "CredentialsPassword" : have("username") ? "CredentialsUsername" : "CredentialsSignin"
}
