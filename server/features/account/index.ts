import { accountProblems } from "../../core/config/account-options.ts"
import { hasPasswords } from "../../core/config/passwords.ts"
import type { Settings } from "../../core/config/settings.ts"
import { accountFailure } from "../../core/request/failures.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { sweepDeletions } from "./deletion/sweep.ts"
import { always, type Routes } from "../../core/request/route.ts"

const hasEmailChange = ({ account }: Settings) => account.changeEmail
const hasUndo = (settings: Settings) =>
  settings.secondFactor !== undefined || hasEmailChange(settings) || settings.account.undo || hasPasswords(settings)

/** The account page, its changes, and the links of emails about them. */
const ACCOUNT_ROUTES: Routes = {
  "GET account": {
    impersonated: true,
    onError: accountFailure,
    run: lazy(() => import("./manage.ts"), "showAccount"),
  },
  "POST account": {
    onError: accountFailure,
    run: lazy(() => import("./manage.ts"), "changeAccount"),
    csrf: always,
  },
  "GET change-email": {
    run: lazy(() => import("./email-change/index.ts"), "showChangeEmail"),
    isOn: hasEmailChange,
  },
  "POST change-email": {
    run: lazy(() => import("./email-change/index.ts"), "changeEmail"),
    csrf: always,
    limit: () => "code",
    isOn: hasEmailChange,
  },
  "GET change-password": {
    run: lazy(() => import("./change-password.ts"), "showChangePassword"),
    isOn: hasPasswords,
  },
  "GET deletion": {
    run: lazy(() => import("./deletion/index.ts"), "showDeletion"),
    isOn: ({ account }) => account.deletion !== undefined,
  },
  "POST export": {
    onError: accountFailure,
    run: lazy(() => import("./export.ts"), "exportAccount"),
    csrf: always,
    isOn: ({ account }) => account.export,
  },
  "GET undo": {
    run: lazy(() => import("./undo/index.ts"), "showUndo"),
    isOn: hasUndo,
  },
  "POST undo": {
    run: lazy(() => import("./undo/index.ts"), "submitUndo"),
    isOn: hasUndo,
    csrf: always,
    limit: () => "code",
  },
}

/** Lets users see and change their account. */
export const account: Feature = {
  name: "account",
  isOn: () => true,
  problems: accountProblems,
  routes: ACCOUNT_ROUTES,
  onRequest: sweepDeletions,
}
