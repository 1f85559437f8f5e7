import type { User } from "../../../client/contract.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import type { Account, Awaitable } from "../../types.ts"

/** The user who proved their identity, and how. They are not signed in yet. */
export interface StepInput {
  /**
   * The user who proved their identity. A new one isn't stored until the last step is done, and then has this id unless
   * your adapter assigns ids.
   */
  user: AdapterUser | User
  /** The account that they proved it with. */
  account: Account
  /** True if this is the user's first sign-in. */
  isNewUser: boolean
}

/**
 * Something that a user must do between proving their identity and getting a session, such as accepting terms.
 *
 * @example
 * createAuth({
 *   steps: [{
 *     id: "terms",
 *     url: "/terms",
 *     needed: ({ user }) => db.hasNotAccepted(user.id),
 *     handle: ({ user, fields }) => fields.accept === "yes" && db.accept(user.id),
 *   }],
 * })
 */
export interface Step {
  /** Lowercase letters, digits and hyphens. The step's form posts to `{base path}/step/{id}`. */
  id: string
  /** The path of the app's page with the form. */
  url: string
  /**
   * Returns `false` if the user may go on. Any other result, an error, and no result within 30 seconds count as
   * "needed". Latchkit calls it when the sign-in begins and again before the session is opened.
   */
  needed(input: StepInput): Awaitable<boolean>
  /**
   * Stores what the step's form sent. `fields` are the form's text fields without Latchkit's own. Latchkit calls
   * `needed` afterwards. If it throws, the user is sent back to the step's page with `error=Step`.
   */
  handle?(input: StepInput & { fields: Readonly<Record<string, string>> }): Awaitable<unknown>
}
