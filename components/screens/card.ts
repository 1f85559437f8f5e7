/** What every card knows of its page. */
export interface CardState {
  /** The page's script runs. */
  readonly scripted: boolean
  /** The browser has passkeys. */
  readonly hasPasskeys: boolean
  /** The form that is being sent: its provider, or its part. */
  readonly busy: string | undefined
  /** What the app's form action had returned when the form was sent: another result ends the waiting. */
  readonly sentAfter: unknown
  /** The form that was sent last: its provider, or its part. */
  readonly sent: string | undefined
  /** What was typed into that form, without its passwords. The fields keep it, whatever the result. */
  readonly values: Readonly<Record<string, string>> | undefined
  /** The password is shown as typed. */
  readonly revealed: boolean
  /** Why a request of this page failed. */
  readonly error: string | undefined
  /** The sentence for that error, where it isn't one that a page can begin with: the script that knows it is loaded later. */
  readonly sentence: string | undefined
  /** Failures that the user has seen and left by closing the dialog around the card: they aren't shown again. */
  readonly left: Failures | undefined
}

/** The props that tell a card of a failure. */
export interface Failures {
  readonly error?: string | undefined
  readonly result?: unknown
}

export const initialCardState: CardState = {
  scripted: false,
  hasPasskeys: false,
  busy: undefined,
  sentAfter: undefined,
  sent: undefined,
  values: undefined,
  revealed: false,
  error: undefined,
  sentence: undefined,
  left: undefined,
}

/** The form that is being sent, unless its action has returned. While an action runs again, some frameworks have no result. */
export const busyForm = ({ result }: Failures, { busy, sentAfter }: CardState): string | undefined =>
  sentAfter === result || result === undefined ? busy : undefined

/** The failures that a card shows: the page's own goes before the one that it was loaded with. */
export function visibleFailures<Result>(
  props: { error?: string | undefined; result?: Result },
  { error, left: dismissed }: CardState,
): { error: string | undefined; result: Result | undefined } {
  return {
    error: error ?? (dismissed && dismissed.error === props.error ? undefined : props.error),
    result: dismissed && dismissed.result === props.result ? undefined : props.result,
  }
}
