import { hiddenFields } from "../view/card.ts"
import { isOAuthProvider } from "./provider-kind.view.ts"
import type { CardProps, HiddenFields, SignInProvider } from "../view/types.ts"

/** A checkbox. */
export interface CheckboxView {
  readonly label: string
  readonly checked: boolean
  /** Whether it is hidden, until its script runs or because another checkbox stands for it. */
  readonly hidden: boolean
  /** Whether a script copies it to every form. */
  readonly shared?: boolean | undefined
}

/** A form with only a checkbox. A button of another form submits it, to a URL of its own. */
export interface SharedCheckbox extends CheckboxView {
  readonly form: string
  readonly fields: HiddenFields
}

interface Props extends CardProps {
  providers: readonly SignInProvider[]
  callbackUrl?: string | undefined
  remember?: boolean | undefined
  action?: string | undefined
}

/** An unchecked checkbox isn't submitted. This field says that the form had one. */
export const REMEMBER_FIELD = { asked: "remember" } as const

/**
 * Returns a form's own checkbox. It is for pages without a script; a script sets it before it sends the form. The
 * checkbox of a card's first form is also the shared one.
 */
export function methodCheckbox(
  { remember, scriptless }: Props,
  label: string,
  isFirstForm = false,
): CheckboxView | undefined {
  if (remember === undefined) return undefined
  return { label, checked: remember, hidden: !scriptless && !isFirstForm, shared: isFirstForm && !scriptless }
}

/**
 * Returns the id of the form that holds the buttons' checkbox while no script runs. A checkbox belongs to one form, but
 * a button may submit any.
 *
 * An app's action reads the provider from a field, so each button submits its own form there.
 */
// Typed as a whole, because the published type of `Props` has no `scripted` that its declaration could name
export const sharedFormId: (props: Props) => string | undefined = ({ remember, scripted, action, idPrefix = "kit" }) =>
  remember === undefined || scripted || action !== undefined ? undefined : `${idPrefix}-remember`

/** Returns the checkboxes outside of their forms: with a script one for all forms, without one for all buttons. */
export function rememberViews(props: Props, label: string, hasForm: boolean) {
  const { remember: checked, scriptless, scripted, providers, csrfToken, callbackUrl } = props
  if (checked === undefined || providers.length === 0) return {}
  const form = providers.some(isOAuthProvider) ? sharedFormId(props) : undefined
  const fields = hiddenFields({ csrfToken, callbackUrl, ...REMEMBER_FIELD })
  return {
    remember: scriptless || hasForm ? undefined : { label, checked, hidden: !scripted },
    shared: form === undefined ? undefined : { form, fields, label, checked, hidden: !scriptless },
  }
}
