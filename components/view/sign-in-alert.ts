import { errors as englishErrors, type signIn as english } from "./messages/en.ts"
import { counted, withOverrides } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"
import { passkeySentence } from "./passkey-words.ts"
import type { SignInProvider } from "./types.ts"

/** What of a sign-in card's props says that something went wrong. */
interface Failed {
  providers: readonly SignInProvider[]
  error?: string | undefined
  code?: string | undefined
  retryAfter?: number | undefined
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined
  formErrors?: readonly string[] | undefined
  messages?: MessageOverrides | undefined
}

/** What stands above the forms when something went wrong. */
export function alertOf(props: Failed, words: typeof english): string | undefined {
  const { error, retryAfter, fieldErrors = {}, formErrors = [] } = props
  const wrong = [...formErrors, ...Object.values(fieldErrors).flat()]
  if (wrong.length) return wrong.map((one) => sentenceFor(one, props) ?? one).join(" ")
  if (!error) return undefined
  const isUnknown = error === "WebAuthnVerificationError" && props.code === "unknown"
  const sentence = sentenceFor(isUnknown ? "Unknown" : error, props) ?? sentenceFor("Default", props)
  if (!retryAfter) return sentence
  return `${sentence} ${counted(words.tryAgainIn, Math.ceil(retryAfter / 60), props.messages?.language?.lang)}`
}

/** The sentence for a code; undefined for what is none. */
function sentenceFor(code: string, { messages, providers }: Failed): string | undefined {
  const sentences: Readonly<Record<string, string>> = withOverrides(englishErrors, messages?.errors)
  const hasPassword = providers.some(({ credentials = {} }) => "password" in credentials && "email" in credentials)
  const key = code === "CredentialsSignin" && hasPassword ? "CredentialsPassword" : code
  return Object.hasOwn(sentences, key) ? sentences[key] : passkeySentence(code, messages)
}
