import type { User } from "../../../client/contract.ts"
import type { FactorTries } from "../proofs/records.ts"
import type { ActionContext } from "../request/action-context.ts"
import { notifyUser } from "../users/undo/records.ts"
import { countFactorAttempt, countGuessNotice, factorIdentity, type FactorAttempt } from "./factor.ts"
import { knownBrowser } from "./identity.ts"

const ONE_DAY = 24 * 60 * 60

/** A try that was counted: the seconds to wait, or the counter to store with the factor if the try succeeds. */
export type FactorTry =
  | { readonly wait: number }
  | { readonly wait?: undefined; readonly tries?: FactorTries | undefined }

/**
 * Counts a try before it is checked, over all attempts of the user. After too many, the owner gets an email, at most
 * once a day.
 */
export async function countFactorTry(
  context: ActionContext,
  { user }: { user: Pick<User & { id: string }, "id" | "email"> },
  { method, lastUse, apps }: Pick<FactorAttempt, "method" | "lastUse" | "apps">,
): Promise<FactorTry> {
  const browser = await knownBrowser(context, factorIdentity(context.settings, user.id))
  const { rejected, tries } = await countFactorAttempt(context, {
    userId: user.id,
    method,
    knownBrowser: browser,
    lastUse,
    apps,
  })
  if (rejected?.first && (await countGuessNotice(context, user.id)) === 1)
    await notifyUser(context, user, { kind: "factor-guesses" })
  return rejected ? { wait: rejected.wait ?? ONE_DAY } : { tries }
}
