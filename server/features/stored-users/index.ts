import { openAdapter } from "../../adapters/open.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"

const loadUsers = () => import("../../core/users/resolve-account.ts")
const loadSessions = () => import("../../core/sessions/database.ts")
const startEmail = lazy(() => import("../../core/mailbox/start.ts"), "startEmail")
const identifyByEmail = lazy(() => import("../../core/mailbox/index.ts"), "identifyByEmail")

/** Stores users and their accounts with an adapter: also their sessions, and the emails that they sign in with. */
export const storedUsers: Feature = {
  name: "stored-users",
  isOn: ({ adapter }) => adapter !== undefined,
  openAdapter,
  routes: {
    "POST backchannel-logout": {
      impersonated: true,
      json: true,
      run: lazy(() => import("../../core/sign-out/backchannel.ts"), "backchannelLogout"),
      target: "provider",
    },
  },
  storedUsers: {
    resolve: lazy(loadUsers, "resolveWithAdapter"),
    findOwner: lazy(loadUsers, "findUsableOwner"),
    tellOwner: lazy(() => import("../../core/users/reclaim.ts"), "tellOwner"),
    emailMethodChanged: lazy(() => import("../../core/mailbox/method-emails.ts"), "emailMethodChanged"),
    checkDevice: lazy(() => import("../../core/sign-in/new-device.ts"), "checkDevice"),
    emailCounts: lazy(() => import("../../core/sign-in/email-limits.ts"), "emailCounts"),
  },
  storedSessions: {
    lookup: lazy(loadSessions, "lookupSession"),
    refresh: lazy(loadSessions, "refreshSession"),
    create: lazy(loadSessions, "createSession"),
    rotate: lazy(loadSessions, "rotateSession"),
    end: lazy(loadSessions, "endSession"),
  },
  start: (context, provider, callbackUrl) =>
    provider.type === "email" ? startEmail(context, provider, callbackUrl) : undefined,
  identify: (context, provider) => (provider.type === "email" ? identifyByEmail(context, provider) : undefined),
}
