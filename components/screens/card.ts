import type { ElementNode } from "../view/node.ts"
import type { FormActionResult } from "../view/form-result.ts"
import type { SignInProps as Props } from "../sign-in/sign-in-props.view.ts"
import type { SignInProps } from "../sign-in/sign-in-props.ts"

/** The state that every card has. */
export interface CardState {
  /** Whether the page's script runs. */
  readonly scripted: boolean
  /** Whether the browser supports passkeys, or `undefined` until the card's script knows. */
  readonly hasPasskeys?: boolean
  /** The form that is being sent: its provider, or its part. */
  readonly busy?: string | undefined
  /** The form action's result when the form was sent. A different result means that the action has finished. */
  readonly sentAfter?: unknown
  /** The form that was sent last: its provider, or its part. */
  readonly sent?: string | undefined
  /** The values that the user typed into that form, without passwords. The fields keep them, whatever the result. */
  readonly values?: Readonly<Record<string, string>> | undefined
  /** Whether the password is visible. */
  readonly revealed: boolean
  /** Why a request of this page failed. */
  readonly error?: string | undefined
  /** The message for that error, if a page can't start with it. The script that knows the message is loaded later. */
  readonly sentence?: string | undefined
  /** Failures that the user has seen before closing the dialog around the card. They aren't shown again. */
  readonly left?: LeftFailures | undefined
  /** Adds the props that a sign-in card requested to the app's own. */
  readonly complete?: ((props: SignInProps) => Props) | undefined
  /** Renders the step that a sign-in waits for, or the retry button of a card without props, in place of the card. */
  readonly step?: (() => ElementNode) | undefined
}

/** The props that describe a failure. */
export interface Failures {
  readonly error?: string | undefined
  readonly result?: unknown
}

/**
 * Failures that aren't shown again. Until the next form is sent, `found` is shown instead of the form action's result.
 */
export interface LeftFailures extends Failures {
  /** The errors that the browser found in the fields of a form, which it therefore didn't submit. */
  readonly found?: FormActionResult | undefined
}

export const initialCardState: CardState = { scripted: false, revealed: false }

/**
 * Returns the form that is being sent, unless its action has returned. Some frameworks have no result while an action
 * runs again.
 */
export const busyForm = ({ result }: Failures, { busy, sentAfter }: CardState): string | undefined =>
  sentAfter === result || result === undefined ? busy : undefined

/**
 * Returns the failures that a card shows. A failure in the page takes precedence over the initial failure.
 */
export function visibleFailures<Result>(
  props: { error?: string | undefined; result?: Result },
  { error, left: dismissed }: CardState,
): { error: string | undefined; result: Result | FormActionResult | undefined } {
  return {
    error: error ?? (dismissed?.error === props.error ? undefined : props.error),
    result: dismissed?.result === props.result ? dismissed?.found : props.result,
  }
}
