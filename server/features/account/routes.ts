import type { Settings } from "../../core/config/settings.ts"
import { accountFailure } from "../../core/request/failures.ts"
import type { AccountChanges } from "../../core/methods/feature.ts"
import type { Routes } from "../../core/request/route.ts"
import { lazy } from "../../lazy.ts"

const load = () => import("./manage.ts")
const loadEmailChange = () => import("./email-change/index.ts")
const loadDeletion = () => import("./deletion/index.ts")
const loadPasswordChange = () => import("./change-password.ts")
const loadUndo = () => import("./undo/index.ts")
const hasEmailChange = ({ account }: Settings) => account.changeEmail
const hasUndo = (settings: Settings) =>
  settings.secondFactor !== undefined ||
  hasEmailChange(settings) ||
  settings.account.undo ||
  settings.passwords !== undefined

/** The account page, its changes, and the links of emails about them. */
export const ACCOUNT_ROUTES: Routes = {
  "GET account": { impersonated: true, onError: accountFailure, run: lazy(load, "showAccount") },
  "POST account": {
    onError: lazy(loadPasswordChange, "changeFailure"),
    run: lazy(load, "changeAccount"),
    csrf: "always",
  },
  "GET change-email": { run: lazy(loadEmailChange, "showChangeEmail"), isOn: hasEmailChange },
  "POST change-email": {
    run: lazy(loadEmailChange, "changeEmail"),
    csrf: "always",
    limit: "code",
    isOn: hasEmailChange,
  },
  "GET change-password": {
    run: lazy(loadPasswordChange, "showChangePassword"),
    isOn: ({ passwords }) => passwords !== undefined,
  },
  "GET deletion": { run: lazy(loadDeletion, "showDeletion"), isOn: ({ account }) => account.deletion !== undefined },
  "POST export": {
    onError: accountFailure,
    run: lazy(() => import("./export.ts"), "exportAccount"),
    csrf: "always",
    isOn: ({ account }) => account.export,
  },
  "GET undo": { run: lazy(loadUndo, "showUndo"), isOn: hasUndo },
  "POST undo": { run: lazy(loadUndo, "submitUndo"), isOn: hasUndo, csrf: "always", limit: "code" },
}

const changePassword = lazy(loadPasswordChange, "changePassword")
const changeAddress = lazy(loadEmailChange, "changeAddress")

/** The changes that `POST account` makes. */
export const ACCOUNT_CHANGES: AccountChanges = {
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
