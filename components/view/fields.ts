import type { CredentialField } from "../../client/contract.ts"
import type { signIn } from "./messages/en.ts"

/** A labelled input. */
export interface FieldView {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly type: string
  readonly value?: string | undefined
  readonly placeholder?: string | undefined
  readonly autocomplete?: string | undefined
  readonly inputmode?: string | undefined
  readonly pattern?: string | undefined
  readonly required: boolean
  /** What is wrong with it. */
  readonly error: string | undefined
  /** Wrong, as the summary above the form says. */
  readonly invalid: boolean
  /** The button that shows a password. */
  readonly reveal?: { readonly label: string; readonly pressed: boolean; readonly hidden: boolean } | undefined
}

interface FieldContext {
  id: string
  words: typeof signIn
  props: {
    email?: string | undefined
    revealed?: boolean | undefined
    scripted?: boolean | undefined
    fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined
  }
  /** The last attempt with this form was refused. */
  failed: boolean
}

const TYPES = /^(?:text|password|email|tel|number|url|search)$/
const NAME = /^[\w.-]{1,64}$/

/** The fields of a credentials form; a name that could not be a field's is left out. */
export function credentialFields(
  described: Readonly<Record<string, CredentialField>>,
  context: FieldContext,
): FieldView[] {
  const entries = Object.entries(described).filter(([name]) => NAME.test(name))
  return entries.map(([name, field]) => {
    const { type = "text" } = field
    if (type === "email" || (type === "text" && name === "email")) return emailField(name, field, context)
    return type === "password" ? passwordField(name, field, context) : plainField(name, field, context)
  })
}

/** An email field, which password managers and passkeys may fill. */
export function emailField(name: string, field: CredentialField, context: FieldContext): FieldView {
  const { words, props } = context
  const email = {
    label: field.label ?? words.email,
    type: "email",
    value: props.email ?? field.value,
    placeholder: field.placeholder ?? words.emailPlaceholder,
    autocomplete: withPasskeys(field.autocomplete ?? "username"),
    required: field.required,
  }
  return plainField(name, email, context)
}

// Browsers offer passkeys in a field whose last word says so; one that a password manager must leave alone stays so
function withPasskeys(autocomplete: string): string {
  return /(^|\s)(username|email)$/.test(autocomplete) ? `${autocomplete} webauthn` : autocomplete
}

function passwordField(name: string, field: CredentialField, context: FieldContext): FieldView {
  const { words, props, failed } = context
  const { revealed: pressed = false, scripted } = props
  const plain = plainField(name, { autocomplete: "current-password", ...field }, context)
  return {
    ...plain,
    label: field.label ?? words.password,
    type: pressed ? "text" : "password",
    value: undefined, // a password is never written into a page
    invalid: failed || plain.invalid,
    // without the script the button would do nothing
    reveal: { label: pressed ? words.hidePassword : words.showPassword, pressed, hidden: !scripted },
  }
}

function plainField(name: string, field: CredentialField, { id, props }: FieldContext): FieldView {
  const { label = name, type = "text", value, placeholder, autocomplete, required = true } = field
  const { fieldErrors: errors = {} } = props
  const error = Object.hasOwn(errors, name) ? errors[name]?.join(" ") : undefined
  return {
    id: `${id}-${name}`,
    name,
    label,
    type: TYPES.test(type) ? type : "text",
    value,
    placeholder,
    autocomplete: autocomplete ?? (name === "username" ? name : undefined),
    required,
    error,
    invalid: error !== undefined,
  }
}
