import type { Settings } from "../../core/config/settings.ts"
import { accountFailure } from "../../core/request/failures.ts"
import type { Routes } from "../../core/request/route.ts"
import { lazy } from "../../lazy.ts"

const load = () => import("./manage.ts")
const loadEmailChange = () => import("./email-change/index.ts")
const loadUndo = () => import("./undo/index.ts")
const hasEmailChange = ({ account }: Settings) => account.changeEmail
const hasUndo = (settings: Settings) =>
  settings.secondFactor !== undefined ||
  hasEmailChange(settings) ||
  settings.account.undo ||
  settings.passwords !== undefined

/** The account page, its changes, and the links of emails about them. */
export const ACCOUNT_ROUTES: Routes = {
  "GET account": {
    impersonated: true,
    onError: accountFailure,
    run: lazy(load, "showAccount"),
  },
  "POST account": {
    onError: accountFailure,
    run: lazy(load, "changeAccount"),
    csrf: "always",
  },
  "GET change-email": {
    run: lazy(loadEmailChange, "showChangeEmail"),
    isOn: hasEmailChange,
  },
  "POST change-email": {
    run: lazy(loadEmailChange, "changeEmail"),
    csrf: "always",
    limit: "code",
    isOn: hasEmailChange,
  },
  "GET change-password": {
    run: lazy(() => import("./change-password.ts"), "showChangePassword"),
    isOn: ({ passwords }) => passwords !== undefined,
  },
  "GET deletion": {
    run: lazy(() => import("./deletion/index.ts"), "showDeletion"),
    isOn: ({ account }) => account.deletion !== undefined,
  },
  "POST export": {
    onError: accountFailure,
    run: lazy(() => import("./export.ts"), "exportAccount"),
    csrf: "always",
    isOn: ({ account }) => account.export,
  },
  "GET undo": {
    run: lazy(loadUndo, "showUndo"),
    isOn: hasUndo,
  },
  "POST undo": {
    run: lazy(loadUndo, "submitUndo"),
    isOn: hasUndo,
    csrf: "always",
    limit: "code",
  },
}
