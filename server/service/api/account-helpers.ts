import { requireAdapter } from "../../adapters/required.ts"
import { featureCalls } from "../../core/config/missing-feature.ts"
import type { PreparedConfig } from "../../core/config/prepare.ts"
import type { AccountCalls } from "../../features/account/index.ts"
import type { SeveralAccountsCalls } from "../../features/several-accounts/index.ts"
import type { SignUpCalls } from "../../features/sign-up/index.ts"
import type { AccessTokenCalls } from "../../features/access-tokens/index.ts"
import {
  readContext,
  readNavigableContext,
  readSameSiteContext,
  siteContext,
} from "../../core/sessions/helper-request.ts"
import { lookupSession, rejectImpersonation, sessionList } from "../../core/sessions/index.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import type { Helpers } from "./types.ts"

type AccountHelper = "getAccessToken" | "getAccount" | "listAccounts"
type SessionManagement = "listSessions" | "revokeSession" | "revokeOtherSessions"

/** Creates the helpers for the account of a signed-in user, and for their sessions. */
export function accountHelpers(prepared: PreparedConfig): Pick<Helpers, AccountHelper | SessionManagement> {
  return {
    async getAccessToken(request, provider) {
      const context = await readNavigableContext(prepared, request)
      await rejectImpersonation(context)
      const { settings } = context
      requireAdapter(settings.adapter, "`auth.getAccessToken`")
      const calls = featureCalls<AccessTokenCalls>(settings, "access-tokens", "auth.getAccessToken")
      return calls.accessToken(context, provider)
    },
    async getAccount(request) {
      const context = await readContext(prepared, request)
      const { accountDetails } = featureCalls<AccountCalls>(context.settings, "account", "auth.getAccount")
      return (await accountDetails(context, await lookupSession(context))).account
    },
    async listAccounts(request) {
      const context = await readContext(prepared, request)
      const calls = featureCalls<SeveralAccountsCalls>(context.settings, "several-accounts", "auth.listAccounts")
      const { browserSessions, toBrowserAccounts } = calls
      return toBrowserAccounts(context, await browserSessions(context, await lookupSession(context)))
    },
    async listSessions(request) {
      const context = await readContext(prepared, request)
      return sessionList(context.settings).list(context)
    },
    async revokeSession(request, id) {
      const context = await readSameSiteContext(prepared, request)
      await rejectImpersonation(context)
      return sessionList(context.settings).revoke(context, id)
    },
    async revokeOtherSessions(request) {
      const context = await readSameSiteContext(prepared, request)
      await rejectImpersonation(context)
      return sessionList(context.settings).revokeOthers(context)
    },
  }
}

/** Creates the helpers for invitations. */
export function invitationHelpers(prepared: PreparedConfig): Pick<Helpers, "invite" | "revokeInvitation"> {
  const calls = ({ settings }: RequestContext) => featureCalls<SignUpCalls>(settings, "sign-up", "auth.invite")
  return {
    async invite(options) {
      const context = await siteContext(prepared, options.request)
      return calls(context).invite(context, options)
    },
    async revokeInvitation(email, request) {
      const context = await siteContext(prepared, request)
      return calls(context).revokeInvitation(context, email)
    },
  }
}
