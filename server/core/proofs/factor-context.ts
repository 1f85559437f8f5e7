import type { AccountRecordOperations } from "../../adapters/account-record.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { hasAccountRecords, requireAccountRecords } from "../../adapters/required.ts"
import type { SecondFactorSettings } from "../config/feature-settings.ts"
import type { StepInput } from "../config/step-options.ts"
import { decide } from "../config/decisions.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { FactorContext } from "./records.ts"

/** Returns the operations for account records, which every paused sign-in and every second factor needs. */
export function accountRecords({
  settings: { adapter },
}: Pick<RequestContext, "settings">): Adapter & AccountRecordOperations {
  return requireAccountRecords(adapter, "A step of the sign-in")
}

/**
 * Returns the operations for account records within a transaction, if its adapter has them. Otherwise they run outside
 * it.
 */
export function accountRecordsIn(adapter: Adapter, context: Pick<RequestContext, "settings">): AccountRecordOperations {
  return hasAccountRecords(adapter) ? adapter : accountRecords(context)
}

/** Returns the settings and the store that the functions on factors use. */
export function factorContext(context: Pick<RequestContext, "settings">): FactorContext {
  return { settings: context.settings, store: accountRecords(context) }
}

/**
 * Asks one of the app's rules about a user. A rule that fails counts as `true`, because it must not weaken a sign-in.
 */
export async function isRequired(
  { settings }: Pick<RequestContext, "settings">,
  name: "required" | "phishingResistant",
  { user, account, isNewUser }: StepInput,
  rules: SecondFactorSettings,
): Promise<boolean> {
  return (await decide(settings, name, () => rules[name]({ user, account, isNewUser }))) !== false
}
