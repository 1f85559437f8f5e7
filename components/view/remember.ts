import { hiddenFields } from "./card.ts"
import { isOAuthProvider } from "./provider-kind.ts"
import type { CardProps, HiddenFields, SignInProvider } from "./types.ts"

/** A box to tick. */
export interface CheckboxView {
  readonly label: string
  readonly checked: boolean
  /** Until the script runs that it needs, or where another one stands for it. */
  readonly hidden: boolean
}

/** A form with nothing but a box: a button of another form sends it, to an address of its own. */
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

/** An empty box is not sent at all: beside one a form says that it asked. */
export const REMEMBER_FIELD = { asked: "remember" } as const

/** A form's own box: for a page without a script, and what a script ticks before it sends the form. */
export function methodCheckbox({ remember, scriptless }: Props, label: string): CheckboxView | undefined {
  return remember === undefined ? undefined : { label, checked: remember, hidden: !scriptless }
}

/**
 * The id of the form that holds the buttons' box while no script runs: a box belongs to one form, but a button may send
 * any. An action of the host's is told the provider by a field, so that each button sends its own form there.
 */
export function sharedFormId({ remember, scripted, action, idPrefix = "auth" }: Props): string | undefined {
  return remember === undefined || scripted || action !== undefined ? undefined : `${idPrefix}-remember`
}

/** The boxes that stand outside of the forms they speak for: one for all with a script, one for all buttons without. */
export function rememberViews(props: Props, label: string) {
  const { remember: checked, scriptless, scripted, providers, csrfToken, callbackUrl } = props
  if (checked === undefined || providers.length === 0) return {}
  const form = providers.some(isOAuthProvider) ? sharedFormId(props) : undefined
  const fields = hiddenFields({ csrfToken, callbackUrl, ...REMEMBER_FIELD })
  return {
    remember: scriptless ? undefined : { label, checked, hidden: !scripted },
    shared: form === undefined ? undefined : { form, fields, label, checked, hidden: !scriptless },
  }
}
