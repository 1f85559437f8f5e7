import { featureCalls } from "../../core/config/missing-feature.ts"
import type { PreparedConfig } from "../../core/config/prepare.ts"
import { readSameSiteContext, siteContext, type RequestLike } from "../../core/sessions/helper-request.ts"
import type { Settings } from "../../core/config/settings.ts"
import type { UserCalls } from "./index.ts"
import { loadSettings } from "./load.ts"
import type { Users } from "./types.ts"

const userCalls = (settings: Settings) => featureCalls<UserCalls>(settings, "administration", "auth.users")

/** Creates `auth.users` of one prepared configuration. */
export function createUsers(prepared: PreparedConfig): Users {
  const load = async (request: RequestLike | undefined) => {
    const settings = await loadSettings(prepared, request)
    return { settings, calls: userCalls(settings) }
  }
  return {
    async get(id, request) {
      const { settings, calls } = await load(request)
      return calls.getUser(settings, id)
    },
    async getByEmail(email, request) {
      const { settings, calls } = await load(request)
      return calls.getUserByEmail(settings, email)
    },
    async list(options, request) {
      const { settings, calls } = await load(request)
      return calls.listUsers(settings, options)
    },
    async update(id, changes, request) {
      const { settings, calls } = await load(request)
      return calls.updateFields(settings, id, changes)
    },
    async disable(id, request) {
      const { settings, calls } = await load(request)
      return calls.disableUser(settings, id)
    },
    async enable(id, request) {
      const { settings, calls } = await load(request)
      return calls.enableUser(settings, id)
    },
    async revokeSessions(id, request) {
      const { settings, calls } = await load(request)
      return calls.revokeUserSessions(settings, id)
    },
    async delete(id, request) {
      const { settings, calls } = await load(request)
      return calls.deleteAccount(settings, id)
    },
    async removeFactors(id, request) {
      const context = await siteContext(prepared, request)
      return userCalls(context.settings).removeFactors(context, id)
    },
    async sendPasswordReset(id, options, request) {
      const context = await siteContext(prepared, request)
      return userCalls(context.settings).sendPasswordReset(context, id, options)
    },
    async impersonate(id, request, options) {
      const context = await readSameSiteContext(prepared, request)
      return userCalls(context.settings).impersonate(context, id, options)
    },
    async stopImpersonating(request) {
      const context = await readSameSiteContext(prepared, request)
      return userCalls(context.settings).stopImpersonating(context)
    },
  }
}
