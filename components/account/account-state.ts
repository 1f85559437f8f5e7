import type { AccountDetails } from "../../client/account-contract.ts"
import type { AccountDone, AccountProps as ViewProps } from "./account-card.view.ts"
import type { CardState } from "../screens/card.ts"

/** Props of the account card, with a function that learns of changes. */
export interface AccountProps extends ViewProps {
  /** Called with the account after each change, so that the app can store it. */
  onChange?: ((details: AccountDetails | null) => void) | undefined
}

export interface AccountState extends CardState {
  /** The server's last response. `undefined` before the first request. */
  readonly answer?: AccountDetails | null | undefined
  /** The `details` prop at the time of that response. Newer `details` replace it. */
  readonly since?: AccountProps["details"]
  /** The session's version at the time of that response. */
  readonly version?: string | undefined
  readonly unanswered: boolean
  readonly done: false | AccountDone
  /** The change that `error` is about. */
  readonly change?: string | undefined
  /** The current time in milliseconds. */
  readonly now?: number | undefined
}

/** Returns whether the server's response is newer than the `details` of the app. */
export const isAnswerNewer = ({ details }: AccountProps, { answer, since }: Pick<AccountState, "answer" | "since">) =>
  answer !== undefined && since === details
