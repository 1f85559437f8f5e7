import type { Settings } from "../../core/config/settings.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { withImpersonation } from "./impersonation/strategy.ts"

const loadChanges = () => import("./change.ts")
const loadReads = () => import("./read.ts")
const loadImpersonation = () => import("./impersonate.ts")
const updateFields = lazy(loadChanges, "updateFields")
const disableUser = lazy(loadChanges, "disableUser")
const enableUser = lazy(loadChanges, "enableUser")
const revokeUserSessions = lazy(loadChanges, "revokeUserSessions")
const deleteAccount = lazy(loadChanges, "deleteAccount")
const getUser = lazy(loadReads, "getUser")
const getUserByEmail = lazy(loadReads, "getUserByEmail")
const listUsers = lazy(loadReads, "listUsers")
const impersonate = lazy(loadImpersonation, "impersonate")
const stopImpersonating = lazy(loadImpersonation, "stopImpersonating")
const removeFactors = lazy(() => import("./remove-factors.ts"), "removeFactors")
const sendPasswordReset = lazy(() => import("./password-reset.ts"), "sendPasswordReset")
const calls = {
  updateFields,
  disableUser,
  enableUser,
  revokeUserSessions,
  deleteAccount,
  getUser,
  getUserByEmail,
  listUsers,
  impersonate,
  stopImpersonating,
  removeFactors,
  sendPasswordReset,
}
export type UserCalls = typeof calls

/** Lets an administrator act as a user. Its helpers, `auth.users`, are always there. */
export const administration: Feature = {
  name: "administration",
  warnings: {
    "password-reset-link":
      "`auth.users.sendPasswordReset` returned a link that sets a user's password, because your code passed `returnLink`. The user was not emailed",
  },
  isOn: ({ callbacks }) => callbacks.impersonate !== undefined,
  problems: impersonationProblems,
  sessions: withImpersonation,
  calls,
}

/** Returns the problems of `callbacks.impersonate`. */
function impersonationProblems(settings: Settings): string[] {
  const { account, adapter } = settings
  const missing = [
    ...(account.administration || settings.passwords ? [] : ["`account: { administration: true }`"]),
    ...(adapter?.getUser && adapter.createAccountRecord ? [] : ["an adapter with `getUser` and account records"]),
  ]
  return missing.map((needed) => `\`callbacks.impersonate\` needs ${needed}`)
}
