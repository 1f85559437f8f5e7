import type { CredentialField } from "../../client/contract.ts"
import type { signIn } from "./messages/en.ts"

/** A labelled input. */
export interface FieldView {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly type: string
  readonly value: string | undefined
  readonly placeholder: string | undefined
  readonly autocomplete: string | undefined
  readonly inputmode: string | undefined
  readonly pattern?: string | undefined
  readonly required: boolean
  /** Starts with the focus, because it is what has to be mended. */
  readonly focused: boolean
  /** What is wrong with it. */
  readonly error: string | undefined
  /** Wrong, as the summary above the form says. */
  readonly invalid: boolean
  /** The button that shows a password. */
  readonly reveal: { readonly label: string; readonly pressed: boolean; readonly hidden: boolean } | undefined
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
    if (field.type === "email" || (name === "email" && (field.type ?? "text") === "text"))
      return emailField(name, field, context)
    return field.type === "password" ? passwordField(name, field, context) : plainField(name, field, context)
  })
}

/** An email field, which password managers and passkeys may fill. */
export function emailField(name: string, field: CredentialField, context: FieldContext): FieldView {
  return {
    ...plainField(name, { ...field, autocomplete: withPasskeys(field.autocomplete ?? "username") }, context),
    label: field.label ?? context.words.email,
    type: "email",
    value: context.props.email ?? field.value,
    placeholder: field.placeholder ?? context.words.emailPlaceholder,
  }
}

// Browsers offer passkeys in a field whose last word says so; one that a password manager must leave alone stays so
function withPasskeys(autocomplete: string): string {
  return /(^|\s)(username|email)$/.test(autocomplete) ? `${autocomplete} webauthn` : autocomplete
}

function passwordField(name: string, field: CredentialField, context: FieldContext): FieldView {
  const { words, props, failed } = context
  const revealed = props.revealed ?? false
  return {
    ...plainField(name, { autocomplete: "current-password", ...field }, context),
    label: field.label ?? words.password,
    type: revealed ? "text" : "password",
    value: undefined, // a password is never written into a page
    focused: failed,
    invalid: failed || errorOf(name, context) !== undefined,
    reveal: {
      label: revealed ? words.hidePassword : words.showPassword,
      pressed: revealed,
      hidden: !props.scripted, // without the script it would do nothing
    },
  }
}

function plainField(name: string, field: CredentialField, context: FieldContext): FieldView {
  const error = errorOf(name, context)
  return {
    id: `${context.id}-${name}`,
    name,
    label: field.label ?? name,
    type: field.type !== undefined && TYPES.test(field.type) ? field.type : "text",
    value: field.value,
    placeholder: field.placeholder,
    autocomplete: field.autocomplete ?? (name === "username" ? "username" : undefined),
    inputmode: undefined,
    required: field.required ?? true,
    focused: false,
    error,
    invalid: error !== undefined,
    reveal: undefined,
  }
}

function errorOf(name: string, { props }: FieldContext): string | undefined {
  const errors = props.fieldErrors
  return errors && Object.hasOwn(errors, name) ? errors[name]?.join(" ") : undefined
}
