import { passwordSettings } from "../../core/config/passwords.ts"
import type { Settings } from "../../core/config/settings.ts"
import type { Feature } from "../../feature.ts"
import { withImpersonation } from "./impersonation/strategy.ts"

/** Lets an administrator act as a user. Its helpers, `auth.users`, are always there. */
export const administration: Feature = {
  name: "administration",
  isOn: ({ callbacks }) => callbacks.impersonate !== undefined,
  problems: impersonationProblems,
  sessions: withImpersonation,
}

/** Returns the problems of `callbacks.impersonate`. */
function impersonationProblems(settings: Settings): string[] {
  const { account, adapter } = settings
  const missing = [
    ...(account.administration || passwordSettings(settings) ? [] : ["`account: { administration: true }`"]),
    ...(adapter?.getUser && adapter.createAccountRecord ? [] : ["an adapter with `getUser` and account records"]),
  ]
  return missing.map((needed) => `\`callbacks.impersonate\` needs ${needed}`)
}
