import { signInErrorMessage } from "../view/sign-in-error-message.ts"
import { fieldNames } from "../view/fields.ts"
import { INVALID_FORM } from "../view/card.ts"
import type { FormActionResult } from "../view/form-result.ts"
import type { signInCard as english } from "../view/messages/en.ts"
import { signInAlert, type FailureProps } from "./sign-in-alert.view.ts"
import type { SignInProvider } from "../view/types.ts"

/** A failed sign-in, and where the card shows it. */
export interface SignInFailure {
  /** Id of the provider whose form failed. `undefined` if it isn't known, or isn't a form. */
  readonly form: string | undefined
  /** Shown in the form that failed, or else above all forms. */
  readonly sentence: string | undefined
  /** Shown at the fields of the form that failed. */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>
  /** Whether the password may be wrong. */
  readonly marksPassword: boolean
}

/** Returns what a sign-in card shows for its `error`, or for the `result` of its form action. */
export function toSignInFailure(
  { result, ...input }: FailureProps & { result?: FormActionResult | null | undefined },
  words: typeof english,
): SignInFailure {
  const { failed, code, providerId, retryAfter, ...rejected }: FormActionResult = result?.failed ? result : {}
  const isInvalid = code === INVALID_FORM
  const invalidFields = Object.entries(input.fieldErrors ?? rejected.fieldErrors ?? {}).filter(
    ([, errors]) => errors.length > 0,
  )
  const formErrors = isInvalid ? [] : (input.formErrors ?? rejected.formErrors ?? [])
  const props = { retryAfter, ...input, formErrors, failedProvider: providerId ?? input.failedProvider }
  const codes = [input.error, code, ...formErrors]
  const form = findFailedForm(props, codes, invalidFields)
  const visible = invalidFields.filter(([name]) => form && fieldNames(form).includes(name))
  const error =
    invalidFields.length > 0 || isInvalid ? "Default" : (input.error ?? code ?? (failed ? "Default" : undefined))
  return {
    form: form?.id,
    // A field's error is shown only at the field
    sentence: visible.length > 0 && formErrors.length === 0 ? undefined : signInAlert({ ...props, error }, words),
    fieldErrors: Object.fromEntries(
      visible.map(([name, errors]) => [name, errors.map((one) => signInErrorMessage(one, input) ?? one)]),
    ),
    marksPassword: codes.includes("CredentialsSignin"),
  }
}

// The form that was sent, if known. Otherwise the only one that can have failed this way
function findFailedForm(
  { providers, failedProvider }: FailureProps,
  codes: readonly (string | undefined)[],
  wrong: readonly (readonly [name: string, errors: unknown])[],
): SignInProvider | undefined {
  if (codes.includes("SessionRequired")) return undefined // any sign-in method may follow
  const forms = providers.filter((provider) => fieldNames(provider).length > 0)
  if (failedProvider !== undefined) return forms.find(({ id }) => id === failedProvider)
  const [, cause] = /^(Email|Credentials)[A-Z]/m.exec(codes.join("\n")) ?? []
  const caused = forms.filter(({ type }) => type === cause?.toLowerCase())
  if (caused.length === 1) return caused[0]
  return forms.find((form) => fieldNames(form).some((name) => wrong.some(([field]) => field === name)))
}
