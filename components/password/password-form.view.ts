import { cardView, hiddenFields } from "../view/card.ts"
import { errorMessage } from "../view/error-message.ts"
import { formFields, type FieldView } from "../view/fields.ts"
import type { FormActionResult } from "../view/form-result.ts"
import { email as englishEmail, password as english, signInCard as englishSignIn } from "../view/messages/en.ts"
import { formatCount, withOverrides } from "../view/messages/fill.ts"
import { passwordFieldMessage } from "./password-message.view.ts"
import { strengthView, type StrengthView } from "./password-strength.view.ts"
import { safeUrl } from "../view/safe-url.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import type { CardProps, CardView, HiddenFields, LinkLine, ShownField } from "../view/types.ts"

/** Props of every card with a password form. All of them can be sent as JSON. */
export interface PasswordFormProps extends CardProps {
  /** The base path. @default the `SessionProvider`'s, otherwise "/auth" */
  basePath?: string | undefined
  /** The URL that the form posts to. @default the card's page below the base path */
  action?: string | undefined
  /** Where the form leads when it is done. */
  callbackUrl?: string | undefined
  /** The address that the form is about, or that the user typed. */
  email?: string | undefined
  /** The fewest characters of a new password. @default 15 */
  minLength?: number | undefined
  /** The most characters of a new password. @default 128 */
  maxLength?: number | undefined
  /**
   * Why the last try failed: a value of `SIGN_IN_ERRORS`, `InvalidCode` or `Offline`. Anything else shows a general
   * message.
   */
  error?: string | undefined
  /** Seconds until the user may try again, with the error `RateLimited`. */
  retryAfter?: number | undefined
  /** The errors of each field, by its name: values of `PASSWORD_ERRORS`, or sentences. */
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined
  /** Errors of the whole form: error codes or sentences. */
  formErrors?: readonly string[] | undefined
  /** The result of your form action. */
  result?: FormActionResult | null | undefined
  /** Prefills the fields, by name. A password is never filled in. */
  values?: Readonly<Record<string, string>> | undefined
  /** The form that is being sent: `form`, `code` or `again`, or the id of a provider. */
  busy?: string | undefined
  /** The address of the session, for password managers. The page's script sets it. @internal */
  username?: string | undefined
  /** Whether the passwords are visible. @internal */
  revealed?: boolean | undefined
  /** How strong the typed password is, from 0 (nothing typed) to 4. The page's script sets it. */
  strength?: number | undefined
  /** The number of typed characters. The page's script sets it. */
  typed?: number | undefined
  /** A value of `PASSWORD_ERRORS`: the problem of the typed password. The page's script sets it. */
  problem?: string | undefined
  /** Whether the first field has the focus when the page loads. @default false */
  autofocus?: boolean | undefined
  /** Your own sentences, which replace the built-in ones one by one. */
  messages?: MessageOverrides | undefined
}

/** The content of a card with a password form. */
export interface PasswordFormView extends CardView {
  readonly kind: "password-form"
  readonly part: string
  /** The sentence below the title. */
  readonly text: string | undefined
  readonly alert: string | undefined
  readonly status: string
  /** An address that the user can't change. Password managers store the password with it. */
  readonly account: string | undefined
  /** An address for password managers alone. */
  readonly username: string | undefined
  readonly form: {
    readonly action: string
    readonly hidden: HiddenFields
    readonly label: string
    readonly busy: boolean
  }
  readonly fields: readonly FieldView[]
  /** The requirement and the strength of the new password, below its field. */
  readonly strength: StrengthView | undefined
  /** A sentence below the button. */
  readonly note: string | undefined
  /** The strip at the end of the card. */
  readonly footer: LinkLine | undefined
}

interface FormParts {
  part: string
  title: string
  text?: string | undefined
  /** The action below the base path. */
  path: string
  label: string
  fields: Readonly<Record<string, ShownField>>
  account?: string | undefined
  hidden?: Readonly<Record<string, string | undefined>>
  note?: string | undefined
  footer?: PasswordFormView["footer"]
}

/** The definition of a field for a new password. */
export const newPassword = (label: string): ShownField => ({
  type: "password",
  label,
  autocomplete: "new-password",
})

/** Returns the view of a card with a password form. */
export function passwordFormView(props: PasswordFormProps, parts: FormParts): PasswordFormView {
  const { basePath = "/auth", action, callbackUrl, csrfToken, busy } = props
  const { part, title, text, path, label, account, hidden, note, footer } = parts
  const card = cardView(props, title)
  const failure = formFailure(props)
  const fields = passwordFields(props, parts.fields, failure.fieldErrors)
  return {
    ...card,
    kind: "password-form",
    part,
    text,
    alert: failure.alert,
    status: busy === undefined ? "" : card.waiting,
    account,
    username: account ?? props.username,
    form: {
      action: safeUrl(action ?? `${basePath}/${path}`),
      hidden: hiddenFields({ csrfToken, callbackUrl, ...hidden }),
      label,
      busy: busy === "form",
    },
    fields,
    strength: fields.some(isNewPassword) ? strengthView(props) : undefined,
    note,
    footer,
  }
}

/** Returns whether a field takes a new password. */
export const isNewPassword = ({ autocomplete }: FieldView): boolean => autocomplete === "new-password"

function passwordFields(
  props: PasswordFormProps,
  definitions: Readonly<Record<string, ShownField>>,
  fieldErrors: Readonly<Record<string, readonly string[]>>,
): FieldView[] {
  const { idPrefix: id = "kit", minLength = 15, maxLength = 128, messages, values, result, autofocus } = props
  const words = withOverrides(englishSignIn, messages?.signIn)
  const provider = {
    id,
    name: "",
    type: "credentials",
    signinUrl: "",
    callbackUrl: "",
    credentials: definitions,
  } as const
  const shown = values ?? result?.values ?? {}
  const fields = formFields(provider, { id, words, props, values: shown, fieldErrors, failed: false })
  return fields.map((field, index) => ({
    ...field,
    // Only a sign-in offers passkeys
    autocomplete: field.autocomplete?.replace(/ webauthn$/, ""),
    ...(isNewPassword(field) && { passwordrules: `minlength: ${minLength}; maxlength: ${maxLength};` }),
    ...(index === 0 && { autofocus }),
  }))
}

/** Returns the messages of a failed form. A field's error is shown only at the field. */
export function formFailure(props: PasswordFormProps): {
  alert: string | undefined
  fieldErrors: Readonly<Record<string, readonly string[]>>
} {
  const result = props.result?.failed ? props.result : undefined
  const errors = Object.entries(props.fieldErrors ?? result?.fieldErrors ?? {}).filter(([, { length }]) => length > 0)
  const fieldErrors = Object.fromEntries(
    errors.map(([name, codes]) => [name, codes.map((code) => passwordFieldMessage(code, { ...props, field: name }))]),
  )
  const formErrors = props.formErrors ?? result?.formErrors ?? []
  if (formErrors.length > 0) return { alert: formErrors.map((one) => sentenceFor(one, props)).join(" "), fieldErrors }
  const error = props.error ?? result?.code ?? (result && errors.length === 0 ? "Default" : undefined)
  if (error === undefined || errors.length > 0) return { alert: undefined, fieldErrors }
  const sentence = sentenceFor(error, { ...props, retryAfter: props.retryAfter ?? result?.retryAfter })
  return { alert: sentence === error ? sentenceFor("Default", props) : sentence, fieldErrors }
}

function sentenceFor(code: string, { messages, retryAfter, siteName: site }: PasswordFormProps): string {
  if (code === "InvalidCode") return withOverrides(englishEmail, messages?.email).wrongCode
  if (code === "RateLimited" && retryAfter) {
    const { tryAgainIn } = withOverrides(englishSignIn, messages?.signIn)
    return formatCount(tryAgainIn, Math.max(1, Math.ceil(retryAfter / 60)), messages?.language?.lang)
  }
  return errorMessage(code, { messages, site }) ?? code
}

/** Returns the words of the password cards. */
export const passwordWords = ({ messages }: PasswordFormProps): typeof english =>
  withOverrides(english, messages?.password)
