import type { PreparedConfig } from "../../core/config/prepare.ts"
import { readSameSiteContext, siteContext } from "../../core/sessions/helper-request.ts"
import { loadSettings } from "./load.ts"
import type { Users } from "./types.ts"
import { lazy } from "../../lazy.ts"

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
