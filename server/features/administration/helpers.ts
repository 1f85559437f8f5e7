import type { PreparedConfig } from "../../core/config/prepare.ts"
import { readSameSiteContext, siteContext } from "../../core/sessions/helper-request.ts"
import { loadSettings } from "./load.ts"
import type { Users } from "./types.ts"
import { lazy } from "../../lazy.ts"

const updateFields = lazy(() => import("./change.ts"), "updateFields")
const disableUser = lazy(() => import("./change.ts"), "disableUser")
const enableUser = lazy(() => import("./change.ts"), "enableUser")
const revokeUserSessions = lazy(() => import("./change.ts"), "revokeUserSessions")
const deleteAccount = lazy(() => import("./change.ts"), "deleteAccount")
const getUser = lazy(() => import("./read.ts"), "getUser")
const getUserByEmail = lazy(() => import("./read.ts"), "getUserByEmail")
const listUsers = lazy(() => import("./read.ts"), "listUsers")
const impersonate = lazy(() => import("./impersonate.ts"), "impersonate")
const stopImpersonating = lazy(() => import("./impersonate.ts"), "stopImpersonating")
const removeFactors = lazy(() => import("./remove-factors.ts"), "removeFactors")
const sendPasswordReset = lazy(() => import("./password-reset.ts"), "sendPasswordReset")

/** Creates `auth.users` of one prepared configuration. */
export function createUsers(prepared: PreparedConfig): Users {
  return {
    get: async (id, request) => getUser(await loadSettings(prepared, request), id),
    getByEmail: async (email, request) => getUserByEmail(await loadSettings(prepared, request), email),
    list: async (options, request) => listUsers(await loadSettings(prepared, request), options),
    update: async (id, changes, request) => updateFields(await loadSettings(prepared, request), id, changes),
    disable: async (id, request) => disableUser(await loadSettings(prepared, request), id),
    enable: async (id, request) => enableUser(await loadSettings(prepared, request), id),
    revokeSessions: async (id, request) => revokeUserSessions(await loadSettings(prepared, request), id),
    delete: async (id, request) => deleteAccount(await loadSettings(prepared, request), id),
    async removeFactors(id, request) {
      return removeFactors(await siteContext(prepared, request), id)
    },
    async sendPasswordReset(id, options, request) {
      return sendPasswordReset(await siteContext(prepared, request), id, options)
    },
    impersonate: async (id, request, options) => impersonate(await readSameSiteContext(prepared, request), id, options),
    stopImpersonating: async (request) => stopImpersonating(await readSameSiteContext(prepared, request)),
  }
}
