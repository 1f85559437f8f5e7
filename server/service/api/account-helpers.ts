import type { PreparedConfig } from "../../core/config/prepare.ts"
import { lazy } from "../../lazy.ts"
import {
  readContext,
  readNavigableContext,
  readSameSiteContext,
  siteContext,
} from "../../core/sessions/helper-request.ts"
import { lookupSession, rejectImpersonation } from "../../core/sessions/index.ts"
import type { Helpers } from "./types.ts"

const loadSessions = () => import("../../core/sessions/manage.ts")
const loadInvitations = () => import("../../features/sign-up/invitations.ts")
const loadAccounts = () => import("../../features/several-accounts/switch-accounts.ts")
// Not needed to read a session
const listSessions = lazy(loadSessions, "listSessions")
const revokeSession = lazy(loadSessions, "revokeSession")
const invite = lazy(loadInvitations, "invite")
const revokeInvitation = lazy(loadInvitations, "revokeInvitation")
const accessToken = lazy(() => import("../../core/sessions/access-token.ts"), "accessToken")
const accountDetails = lazy(() => import("../../features/account/details.ts"), "accountDetails")
const browserSessions = lazy(loadAccounts, "browserSessions")
const toBrowserAccounts = lazy(loadAccounts, "toBrowserAccounts")
const signOutElsewhere = lazy(() => import("../../core/sessions/trusted-devices.ts"), "signOutElsewhere")

type AccountHelper = "getAccessToken" | "getAccount" | "listAccounts"
type SessionManagement = "listSessions" | "revokeSession" | "revokeOtherSessions"

/** Creates the helpers for the account of a signed-in user, and for their sessions. */
export function accountHelpers(prepared: PreparedConfig): Pick<Helpers, AccountHelper | SessionManagement> {
  return {
    async getAccessToken(request, provider) {
      const context = await readNavigableContext(prepared, request)
      await rejectImpersonation(context)
      return accessToken(context, provider)
    },
    async getAccount(request) {
      const context = await readContext(prepared, request)
      return (await accountDetails(context, await lookupSession(context))).account
    },
    async listAccounts(request) {
      const context = await readContext(prepared, request)
      return toBrowserAccounts(context, await browserSessions(context, await lookupSession(context)))
    },
    listSessions: async (request) => listSessions(await readContext(prepared, request)),
    async revokeSession(request, id) {
      const context = await readSameSiteContext(prepared, request)
      await rejectImpersonation(context)
      return revokeSession(context, id)
    },
    async revokeOtherSessions(request) {
      const context = await readSameSiteContext(prepared, request)
      await rejectImpersonation(context)
      return signOutElsewhere(context)
    },
  }
}

/** Creates the helpers for invitations. */
export function invitationHelpers(prepared: PreparedConfig): Pick<Helpers, "invite" | "revokeInvitation"> {
  return {
    invite: async (options) => invite(await siteContext(prepared, options.request), options),
    revokeInvitation: async (email, request) => revokeInvitation(await siteContext(prepared, request), email),
  }
}
