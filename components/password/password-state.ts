import type { FormActionResult } from "../view/form-result.ts"
import type { PasswordFormProps } from "./password-form.view.ts"
import type { SentProps } from "../view/sent-email.ts"
import { busyForm, initialCardState, visibleFailures, type CardState } from "../screens/card.ts"

/** Functions that learn how a password form ended. */
export interface PasswordFormInputs {
  /**
   * Called when the form is done, instead of navigating to the URL. `step` is the id of the next step, if there is one.
   */
  onDone?: ((url: string, step: string | undefined) => void) | undefined
}

/** The props that the behavior of every password card uses. */
export type PasswordInputs = PasswordFormInputs &
  Pick<PasswordFormProps, "action" | "basePath" | "busy" | "csrfToken" | "email" | "error" | "fieldErrors" | "result"> &
  Pick<SentProps, "resendAfter" | "resent"> & { status?: string | undefined }

export interface PasswordFormState extends CardState {
  /** How strong the typed password is, and its number of characters. */
  readonly strength: number
  readonly typed: number
  /** The problem of the typed password. */
  readonly problem: string | undefined
  /** `sent` after this page sent the form, and the address that got the email. */
  readonly status: "form" | "sent" | undefined
  readonly email: string | undefined
  /** The address of the session, for password managers. */
  readonly username?: string | undefined
  /** The server's response to the form. */
  readonly response: FormActionResult | undefined
  /** Seconds until another email can be requested. */
  readonly wait: number | undefined
  readonly resent: boolean
}

export const initialPasswordState: PasswordFormState = {
  ...initialCardState,
  strength: 0,
  typed: 0,
  problem: undefined,
  status: undefined,
  email: undefined,
  response: undefined,
  wait: undefined,
  resent: false,
}

/** Returns the props of a password card's view. An event in the page takes precedence over the initial props. */
export function passwordProps<Props extends PasswordFormProps & SentProps & PasswordInputs>(
  props: Props,
  state: PasswordFormState,
): Props {
  const { onDone: _, ...rest } = props
  const { scripted, hasPasskeys, revealed, strength, typed, problem, response, values, wait, resent, username } = state
  const failures = visibleFailures(props, state)
  const answered = response && { error: state.error, result: response, fieldErrors: undefined, formErrors: undefined }
  return {
    ...(rest as Props), // the view has none of the callbacks
    scripted,
    hasPasskeys,
    revealed,
    strength: props.strength ?? strength,
    typed: props.typed ?? typed,
    problem: props.problem ?? problem,
    status: state.status ?? props.status,
    email: state.email ?? props.email,
    username,
    values: values ?? props.values,
    ...(answered ?? failures),
    busy: props.busy ?? busyForm(props, state),
    resendAfter: wait ?? props.resendAfter,
    resent: props.resent ?? resent,
  }
}
