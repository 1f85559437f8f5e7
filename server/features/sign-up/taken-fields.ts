import { AdapterConflict } from "../../adapters/values.ts"
import { AuthError } from "../../errors.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { logError } from "../../core/failures/outcome.ts"
import { rejectForm } from "../password/pages.ts"

type Fields = Readonly<Record<string, string>>

/** Another user has the value of a field whose column has a unique key. After a step, the user starts again. */
export class TakenFields extends AuthError {
  readonly names: readonly string[]

  constructor(names: readonly string[], err: Error) {
    super("AttemptExpired", `Another user has the value of a field: ${names.join(", ")}`, { err })
    this.names = names
  }
}

/** Returns the error for the stored fields that a conflict names, or `undefined` if it names none. */
export function takenFields({ settings }: ActionContext, fields: Fields, error: unknown): TakenFields | undefined {
  const conflict = error instanceof AuthError ? error.cause?.err : error
  if (!(conflict instanceof AdapterConflict && conflict.uniqueKey)) return undefined
  const stored = settings.adapter?.userFields?.filter((name) => fields[name]) ?? []
  const words = conflict.uniqueKey.split(/[^\p{L}\p{N}]+/u).join(" ") // such as those of `auth_users_username_key`
  const named = stored.filter((name) => ` ${words} `.includes(` ${name.replaceAll("_", " ")} `))
  return named.length > 0 ? new TakenFields(named, conflict) : undefined
}

/**
 * Finishes a sign-up. If another user has the value of a field, shows the form again with an error at that field. Only
 * a user who proved a mailbox learns it.
 */
export async function keepTaken(
  context: ActionContext,
  shown: Pick<Parameters<typeof rejectForm>[2], "email" | "invited" | "token" | "values">,
  finish: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await finish()
  } catch (error) {
    if (!(error instanceof TakenFields)) throw error
    logError(error, context.settings.logger, { action: context.action })
    const fieldErrors = Object.fromEntries(error.names.map((name) => [name, ["Taken"]]))
    return rejectForm(context, "sign-up", { ...shown, fieldErrors })
  }
}
