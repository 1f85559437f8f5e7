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
  const call = async <Result>(
    request: RequestLike | undefined,
    run: (calls: UserCalls, settings: Settings) => Result,
  ): Promise<Awaited<Result>> => {
    const settings = await loadSettings(prepared, request)
    return await run(userCalls(settings), settings)
  }
  return {
    get: (id, request) => call(request, ({ getUser }, settings) => getUser(settings, id)),
    getByEmail: (email, request) => call(request, ({ getUserByEmail }, settings) => getUserByEmail(settings, email)),
    list: (options, request) => call(request, ({ listUsers }, settings) => listUsers(settings, options)),
    update: (id, changes, request) =>
      call(request, ({ updateFields }, settings) => updateFields(settings, id, changes)),
    disable: (id, request) => call(request, ({ disableUser }, settings) => disableUser(settings, id)),
    enable: (id, request) => call(request, ({ enableUser }, settings) => enableUser(settings, id)),
    revokeSessions: (id, request) =>
      call(request, ({ revokeUserSessions }, settings) => revokeUserSessions(settings, id)),
    delete: (id, request) => call(request, ({ deleteAccount }, settings) => deleteAccount(settings, id)),
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
