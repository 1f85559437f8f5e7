import { openAdapter } from "../../adapters/open.ts"
import type { Feature } from "../../feature.ts"
import { WAITING_ROUTES } from "../../core/sign-in/waiting-routes.ts"
import { lazy } from "../../lazy.ts"

const loadUsers = () => import("../../core/users/resolve-account.ts")
const loadSessions = () => import("../../core/sessions/database.ts")
const loadStep = () => import("../../core/sign-in/step.ts")
const loadSteps = () => import("../../core/steps/index.ts")
const loadSessionList = () => import("../../core/sessions/manage.ts")
const startEmail = lazy(() => import("../../core/mailbox/start.ts"), "startEmail")
const identifyByEmail = lazy(() => import("../../core/mailbox/index.ts"), "identifyByEmail")

const calls = { accessToken: lazy(() => import("../../core/sessions/access-token.ts"), "accessToken") }
export type StoredUserCalls = typeof calls

/**
 * Stores users with an adapter: also their accounts and sessions. Brings sign-in by email and the steps of a sign-in,
 * because the adapter stores both.
 */
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
    ...WAITING_ROUTES,
  },
  pageScripts: () => import("../../../components/html/feature-scripts.generated.ts"),
  storedUsers: {
    resolve: lazy(loadUsers, "resolveWithAdapter"),
    findOwner: lazy(loadUsers, "findUsableOwner"),
    tellOwner: lazy(() => import("../../core/users/reclaim.ts"), "tellOwner"),
    emailMethodChanged: lazy(() => import("../../core/mailbox/method-emails.ts"), "emailMethodChanged"),
    checkDevice: lazy(() => import("../../core/sign-in/new-device.ts"), "checkDevice"),
    pauses: {
      rows: lazy(loadSteps, "stepRows"),
      pauseIfNeeded: lazy(loadStep, "pauseIfNeeded"),
      isPaused: lazy(loadSteps, "isPaused"),
      describe: lazy(loadStep, "describeOpenStep"),
    },
    emailCounts: lazy(() => import("../../core/sign-in/email-limits.ts"), "emailCounts"),
  },
  storedSessions: {
    lookup: lazy(loadSessions, "lookupSession"),
    refresh: lazy(loadSessions, "refreshSession"),
    create: lazy(loadSessions, "createSession"),
    rotate: lazy(loadSessions, "rotateSession"),
    end: lazy(loadSessions, "endSession"),
  },
  sessionList: {
    list: lazy(loadSessionList, "listSessions"),
    revoke: lazy(loadSessionList, "revokeSession"),
    revokeOthers: lazy(loadSessionList, "signOutElsewhere"),
  },
  calls,
  start: (context, provider, callbackUrl) =>
    provider.type === "email" ? startEmail(context, provider, callbackUrl) : undefined,
  identify: (context, provider) => (provider.type === "email" ? identifyByEmail(context, provider) : undefined),
}
