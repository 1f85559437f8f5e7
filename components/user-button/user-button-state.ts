import type { BrowserAccounts } from "../../client/account-contract.ts"
import type { CardState } from "../screens/card.ts"

/** The state of the signed-in user's menu. */
export interface UserButtonState extends CardState {
  /** The browser's accounts, once they were fetched. */
  readonly accounts?: BrowserAccounts | undefined
  /** The id of the account whose form was sent last. */
  readonly target?: string | undefined
}
