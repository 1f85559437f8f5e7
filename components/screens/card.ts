/** What every card knows of its page. */
export interface CardState {
  /** The page's script runs. */
  readonly scripted: boolean
  /** The browser has passkeys. */
  readonly hasPasskeys: boolean
  /** The form that is on its way: its provider, or its part. */
  readonly busy: string | undefined
  /** What the host's form action had answered when the form was sent: another answer ends the waiting. */
  readonly sentAfter: unknown
  /** What was typed as the address in the form that was sent: it is kept whatever the answer. */
  readonly email: string | undefined
  /** The password is shown as typed. */
  readonly revealed: boolean
  /** What was refused here, and not by the page that was loaded. */
  readonly error: string | undefined
}

export const atRest: CardState = {
  scripted: false,
  hasPasskeys: false,
  busy: undefined,
  sentAfter: undefined,
  email: undefined,
  revealed: false,
  error: undefined,
}

/** The form that is on its way, unless its action has answered; while one is asked again, some answer nothing. */
export const busyForm = ({ result }: { result?: unknown }, { busy, sentAfter }: CardState): string | undefined =>
  sentAfter === result || result === undefined ? busy : undefined
