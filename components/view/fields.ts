import type { signInCard } from "./messages/en.ts"
import { ownValue } from "./messages/fill.ts"
import { safeUrl } from "./safe-url.ts"
import type { LinkLine, ShownField, SignInProvider } from "./types.ts"

/** A labeled input. */
export interface FieldView {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly type: string
  readonly value?: string | undefined
  readonly placeholder?: string | undefined
  readonly autocomplete?: string | undefined
  readonly autocapitalize?: "none" | undefined
  readonly spellcheck?: "false" | undefined
  readonly enterkeyhint?: "go" | "next" | undefined
  readonly inputmode?: string | undefined
  /** The rules of a generated password, for password managers. */
  readonly passwordrules?: string | undefined
  readonly pattern?: string | undefined
  readonly maxlength?: number | undefined
  readonly required: boolean
  /** Whether it has the focus when the page loads. */
  readonly autofocus?: boolean | undefined
  /** The error message of the field. */
  readonly error: string | undefined
  /** Whether the form's alert is about this field. */
  readonly invalid: boolean
  /** Whether it takes the focus after a failure, because it shows the error. */
  readonly focus?: boolean | undefined
  /** The link to reset a forgotten password. */
  readonly forgot?: LinkLine | undefined
  /** The button that shows the password. */
  readonly reveal?: { readonly label: string; readonly pressed: boolean; readonly hidden: boolean } | undefined
}

interface FieldContext {
  id: string
  words: typeof signInCard
  props: {
    email?: string | undefined
    revealed?: boolean | undefined
    scripted?: boolean | undefined
    forgotUrl?: string | undefined
  }
  /** The values that the user typed into the form before it failed. */
  values: Readonly<Record<string, string>>
  fieldErrors: Readonly<Record<string, readonly string[]>>
  /** Whether the last attempt with this form failed, possibly because of the password. */
  failed: boolean
}

const INPUT_TYPES = /^(?:text|password|email|tel|number|url|search)$/
const FIELD_NAME = /^[\w.-]{1,64}$/

/** Returns the names of the fields that a provider's form shows. */
export function fieldNames({ type, credentials = {} }: SignInProvider): string[] {
  if (type === "email") return ["email"]
  return type === "credentials" ? Object.keys(credentials).filter((name) => FIELD_NAME.test(name)) : []
}

/** Returns the fields of a provider's form. Invalid names are left out. */
export function formFields(provider: SignInProvider, context: FieldContext): FieldView[] {
  const { credentials = {} } = provider
  const { failed } = context
  const names = fieldNames(provider)
  const kinds = names.map((name) => fieldKind(name, credentials[name] ?? {}))
  // Beside a password, the first text without a purpose of its own names the user, such as a customer number
  const plain = names.find((name, index) => !kinds[index] && !credentials[name]?.autocomplete)
  const login = kinds.find(Boolean) === "password" ? plain : undefined
  const invalidName = names.find((name) => ownValue(context.fieldErrors, name))
  return names.map((name, index) => ({
    ...toFieldView({ ...credentials[name], name, kind: kinds[index] }, context),
    ...(name === login && { autocomplete: withPasskeys("username"), ...VERBATIM }),
    enterkeyhint: names[index + 1] ? "next" : "go",
    focus: name === invalidName || (failed && kinds[index] === "password"),
  }))
}

// Password managers, passkeys and keyboards handle these fields in their own way
type FieldKind = "password" | "email" | "username" | undefined

function fieldKind(name: string, { type = "text", autocomplete = "" }: ShownField): FieldKind {
  if (type === "password" || type === "email") return type
  if (type !== "text") return undefined
  if (name === "email") return name
  return name === "username" || autocomplete.endsWith("username") ? "username" : undefined
}

function toFieldView(
  {
    name,
    kind,
    type = "text",
    value,
    required = true,
    ...field
  }: ShownField & Pick<FieldView, "name"> & { kind: FieldKind },
  { id, words, values, fieldErrors, failed, props }: FieldContext,
): FieldView {
  const error = ownValue(fieldErrors, name)?.join(" ")
  const base = {
    id: `${id}-${name}`,
    name,
    label: field.label ?? (kind ? words[kind] : name),
    type: kind === "username" || !INPUT_TYPES.test(type) ? "text" : (kind ?? type),
    value: ownValue(values, name) ?? (kind === "email" ? props.email : undefined) ?? value,
    placeholder: field.placeholder ?? (kind === "email" ? words.emailPlaceholder : undefined),
    autocomplete: withPasskeys(field.autocomplete ?? (kind && (kind === "password" ? "current-password" : "username"))),
    required,
    error,
    invalid: error !== undefined,
  }
  if (kind !== "password") return kind ? { ...base, ...VERBATIM } : base
  const { revealed: pressed = false, scripted, forgotUrl } = props
  return {
    ...base,
    type: pressed ? "text" : "password",
    value: undefined, // a password is never written into a page
    invalid: failed || base.invalid,
    forgot: forgotUrl === undefined ? undefined : { label: words.forgot, href: safeUrl(forgotUrl) },
    // without the script the button would do nothing
    reveal: { label: pressed ? words.hidePassword : words.showPassword, pressed, hidden: !scripted },
  }
}

// An address or a username, which a keyboard must not correct
const VERBATIM = { autocapitalize: "none", spellcheck: "false" } as const

// Browsers offer passkeys in a field whose last autocomplete token is "webauthn". "off" stays, so password managers
// ignore the field
const withPasskeys = (autocomplete: string | undefined) =>
  autocomplete?.replace(/(^|\s)(username|email)$/, "$& webauthn")
