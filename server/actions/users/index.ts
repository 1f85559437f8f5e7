import type { PreparedConfig } from "../../config/prepare.ts"
import { readSameSiteContext, siteContext } from "../../sessions/helper-request.ts"
import { loadSettings } from "./load.ts"
import type { Users } from "./types.ts"

const loadChanges = () => import("./change.ts") // a server that only reads sessions needs none of them
const loadRead = () => import("./read.ts")
const loadImpersonation = () => import("./impersonate.ts")

/** Creates `auth.users` of one prepared configuration. */
export function createUsers(prepared: PreparedConfig): Users {
  return {
    get: async (id, request) => (await loadRead()).getUser(await loadSettings(prepared, request), id),
    getByEmail: async (email, request) =>
      (await loadRead()).getUserByEmail(await loadSettings(prepared, request), email),
    list: async (options, request) => (await loadRead()).listUsers(await loadSettings(prepared, request), options),
    update: async (id, changes, request) =>
      (await loadChanges()).updateFields(await loadSettings(prepared, request), id, changes),
    disable: async (id, request) => (await loadChanges()).disableUser(await loadSettings(prepared, request), id),
    enable: async (id, request) => (await loadChanges()).enableUser(await loadSettings(prepared, request), id),
    revokeSessions: async (id, request) =>
      (await loadChanges()).revokeUserSessions(await loadSettings(prepared, request), id),
    delete: async (id, request) => (await loadChanges()).deleteAccount(await loadSettings(prepared, request), id),
    async removeFactors(id, request) {
      const { removeFactors } = await import("./remove-factors.ts")
      return removeFactors(await siteContext(prepared, request), id)
    },
    async sendPasswordReset(id, options, request) {
      const { sendPasswordReset } = await import("./password-reset.ts")
      return sendPasswordReset(await siteContext(prepared, request), id, options)
    },
    impersonate: async (id, request, options) =>
      (await loadImpersonation()).impersonate(await readSameSiteContext(prepared, request), id, options),
    stopImpersonating: async (request) =>
      (await loadImpersonation()).stopImpersonating(await readSameSiteContext(prepared, request)),
  }
}
