import type { CoreConfig } from "../../core/config/types.ts"
import type { AccountChanges } from "../../core/methods/feature.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { sweepDeletions } from "./deletion/sweep.ts"
import { type AccountConfig, accountOptions, accountSettings, accountProblems } from "./options.ts"
import { ACCOUNT_ROUTES } from "./routes.ts"

const load = () => import("./manage.ts")
const loadDeletion = () => import("./deletion/index.ts")
const loadEmailChange = () => import("./email-change/index.ts")
const loadPasswordChange = () => import("./change-password.ts")
const changePassword = lazy(loadPasswordChange, "changePassword")
const changeAddress = lazy(loadEmailChange, "changeAddress")
const accountChanges: AccountChanges = {
  unlink: { run: lazy(() => import("./linked.ts"), "unlinkUserAccount"), event: "accountUnlinked" },
  "revoke-session": { run: lazy(load, "revokeUserSession"), withoutStepUp: true },
  "revoke-other-sessions": { run: lazy(load, "revokeOtherSessions"), withoutStepUp: true },
  "set-password": { respond: (context) => changePassword(context, "set-password") },
  "change-password": { respond: (context) => changePassword(context, "change-password") },
  "remove-password": { respond: (context) => changePassword(context, "remove-password") },
  "change-email": { respond: (context) => changeAddress(context, "change-email") },
  "cancel-email-change": { respond: (context) => changeAddress(context, "cancel-email-change"), withoutStepUp: true },
  "update-profile": { respond: lazy(() => import("./change-profile.ts"), "updateProfile"), withoutStepUp: true },
  "delete-account": { respond: lazy(loadDeletion, "deleteAccount") },
  "cancel-deletion": { respond: lazy(loadDeletion, "keepAccount"), withoutStepUp: true },
}

const calls = {
  accountProps: lazy(() => import("./page/props.ts"), "accountProps"),
  accountDetails: lazy(() => import("./details.ts"), "accountDetails"),
}
export type AccountCalls = typeof calls

/** Lets users see and change their account. */
export const account: Feature = {
  name: "account",
  isOn: () => true,
  options: accountOptions,
  coreSettings: ({ account: own }: CoreConfig & AccountConfig, available) => ({
    account: accountSettings(own, available),
  }),
  problems: accountProblems,
  routes: ACCOUNT_ROUTES,
  accountChanges,
  calls,
  pageScripts: () => import("../../../components/html/feature-scripts.generated.ts"),
  onRequest: ({ account: { deletion } }) => deletion && sweepDeletions,
}
