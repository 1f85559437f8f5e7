import { openAdapter } from "../../adapters/open.ts"
import type { Feature } from "../../feature.ts"
import { WAITING_ROUTES } from "../../core/sign-in/waiting-routes.ts"
import { STEP_UPS } from "../../core/proofs/lazy-step-ups.ts"
import { lazy } from "../../lazy.ts"
import type { StoredUserWarning } from "../../logger.ts"

const loadUsers = () => import("../../core/users/resolve-account.ts")
const loadSessions = () => import("../../core/sessions/database.ts")
const loadStep = () => import("../../core/sign-in/step.ts")
const loadSteps = () => import("../../core/steps/index.ts")
const loadSessionList = () => import("../../core/sessions/manage.ts")

const warnings: Record<StoredUserWarning, string> = {
  "reclaim-not-emailed":
    "A user verified their email address for the first time, and unverified sign-in methods were removed. No email told the user, because no email provider has `sendAccountEmail`. Add it, or handle the event `reclaimUser`",
  "adapter-per-request":
    "Your configuration creates an adapter for each request. This one has no transactions, so requests that belong to one user wait for each other only if they share an adapter. Create it once, outside of the function",
  "email-denied-early":
    "The `signIn` callback denied an email address before an email was sent, so anyone can find out which addresses it denies. Set `asksBeforeSending: false` on the email provider to decide when the link is used",
  "short-session-token":
    "`session.generateSessionToken` returns 21 characters, which are fewer than 128 random bits. Latchkit accepts them with the Auth.js preset only: call `nanoid(22)`",
}

/**
 * Stores users with an adapter: also their accounts and sessions. Brings sign-in by email and the steps of a sign-in,
 * because the adapter stores both.
 */
export const storedUsers: Feature = {
  name: "stored-users",
  isOn: ({ adapter }) => adapter !== undefined,
  stepUps: STEP_UPS,
  warnings,
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
  providerTypes: ["email"],
  start: lazy(() => import("../../core/mailbox/start.ts"), "startEmail"),
  identify: lazy(() => import("../../core/mailbox/index.ts"), "identifyByEmail"),
}
