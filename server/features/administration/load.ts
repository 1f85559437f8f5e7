import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import type { AccountRecordOperations } from "../../adapters/account-record.ts"
import { hasAccountRecords, requireAdapter } from "../../adapters/required.ts"
import type { PreparedConfig } from "../../core/config/prepare.ts"
import type { Settings } from "../../core/config/settings.ts"
import { AuthError } from "../../errors.ts"
import { unwrapRequest, type RequestLike } from "../../core/sessions/helper-request.ts"
import { isId, userById } from "../../core/users/users.ts"

/** Returns the settings of a call. @throws {AuthError} if the configuration is invalid */
export async function loadSettings(prepared: PreparedConfig, input: RequestLike | undefined): Promise<Settings> {
  const request = input && unwrapRequest(input)
  const { settings, problems } = await prepared.forRequest(request instanceof Request ? request : undefined)
  const [problem] = problems
  if (problem || !settings) throw problem ?? new AuthError("InvalidConfiguration", "Latchkit has no settings")
  return settings
}

/** @throws {AuthError} `MissingAdapter` */
export function requireUsersAdapter({ adapter }: Pick<Settings, "adapter">): Adapter {
  return requireAdapter(adapter, "`auth.users`")
}

/**
 * Returns the stored user with this id, or `null`.
 *
 * @throws {TypeError} if the id can't be one, such as an object from a parsed body
 */
export async function loadUser(settings: Settings, id: unknown): Promise<AdapterUser | null> {
  const text = Number.isSafeInteger(id) ? String(id) : id // the app's own database may number its users
  if (!isId(text)) throw new TypeError(`The user's id is ${describe(id)}. Pass the id that the adapter returned`)
  return userById(requireUsersAdapter(settings), text)
}

/**
 * Returns the operations that end what belongs to a user.
 *
 * @throws {AuthError} `InvalidConfiguration` if sessions don't check whether their user is disabled
 */
export function requireAdministration(settings: Settings, name: string): AccountRecordOperations {
  const adapter = requireUsersAdapter(settings)
  if (hasAccountRecords(adapter) && settings.canDisable) return adapter
  throw cannotEndSessionsError(name)
}

/** Returns the error of a function of `auth.users` that would leave sessions open. */
export function cannotEndSessionsError(name: string): AuthError {
  return new AuthError(
    "InvalidConfiguration",
    `\`auth.users.${name}\` can't end sessions: they don't read the user's state. Set \`account: { administration: true }\`, with an adapter that has account records`,
  )
}

/** Describes a wrong argument without its content. */
export function describe(value: unknown): string {
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  return typeof value === "string" ? "an empty text" : `of the type ${typeof value}`
}
