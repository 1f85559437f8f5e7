import { fieldMessages } from "../view/field-messages.ts"
import type { CardState } from "../screens/card.ts"
import { findInvalidFields } from "../screens/invalid-fields.ts"
import type { ScreenPage } from "../screens/screen.ts"
import type { ProviderButtonProps, SignInProps } from "./sign-in-props.ts"
import { formName } from "../screens/native-forms.ts"

/**
 * Shows the errors of a form at its fields, in the card's language, until the form is sent. The first one takes the
 * focus.
 */
export function showInvalidField<Props extends ProviderButtonProps | SignInProps>(
  field: HTMLInputElement,
  page: ScreenPage<Props, CardState>,
): void {
  const { form, fields = {} } = findInvalidFields(field) ?? {}
  if (!form) return
  const { error, result, messages } = page.props
  const fieldErrors = Object.fromEntries(
    Object.entries(fields).map(([name, problem]) => {
      const sentences: Readonly<Record<string, string>> = fieldMessages(messages, name)
      return [name, [sentences[problem] ?? problem]]
    }),
  )
  const rejection = { failed: true, providerId: formName(form), fieldErrors }
  page.set({ sent: undefined, error: undefined, left: { error, result, found: rejection } }) // not sent, so the password stays
  field.focus()
}
