import type { AccountChange, AccountDetails, AccountErrorCode } from "../../../client/account-contract.ts"
import type { Awaitable } from "../../types.ts"
import type { SecurityChangeType } from "../config/security-events.ts"
import type { ConfiguredFeature } from "../config/settings.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { Outcome } from "../request/outcome.ts"
import type { UserCredentials } from "./sign-in-methods.ts"

/** The input of a change of the account: the signed-in user, and the form's `id` and `name`. */
export interface AccountRequest {
  context: ActionContext
  userId: string
  id: string
  name: string
}

interface AnyChange {
  /**
   * Whether it only takes power away or changes a label. Every other change needs a recent confirmation.
   *
   * @default false
   */
  withoutStepUp?: true
}

/** A change that users can make in their account. */
export type AccountChangeRow = AnyChange &
  (
    | {
        /** Carries it out. Returns the error if it was rejected. */
        run(request: AccountRequest): Awaitable<AccountErrorCode | undefined>
        /** The security event after it. @default none, because another function emits it */
        event?: SecurityChangeType
      }
    | {
        /** Carries it out, checks the session itself, and emits its own events. */
        respond(context: ActionContext): Awaitable<Outcome>
      }
  )

/** Changes of the account by their names in forms. */
export type AccountChanges = Readonly<Partial<Record<AccountChange, AccountChangeRow>>>

/** The part of a feature that a user's account reads. */
export interface AccountFeature extends ConfiguredFeature {
  /** The changes that it brings. */
  accountChanges?: AccountChanges
  /** Returns what it adds to a user's account details. */
  accountDetails?(context: RequestContext, held: UserCredentials): Awaitable<Partial<AccountDetails>>
}
