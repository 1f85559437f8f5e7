import { hasPasswords } from "../../core/config/passwords.ts"
import type { Settings } from "../../core/config/settings.ts"
import type { CoreConfig } from "../../core/config/types.ts"
import { accountFailure } from "../../core/request/failures.ts"
import type { AccountChanges } from "../../core/methods/feature.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { type AccountConfig, accountOptions, accountSettings } from "./options.ts"
import { accountProblems } from "./problems.ts"
import { always, type Routes } from "../../core/request/route.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { memoize } from "../../core/crypto/memory.ts"
import { asError, AuthError } from "../../errors.ts"
import type { ActionContext } from "../../core/request/action-context.ts"

const load = () => import("./manage.ts")
const loadDeletion = () => import("./deletion/index.ts")
const loadEmailChange = () => import("./email-change/index.ts")
const loadPasswordChange = () => import("./change-password.ts")
const loadUndo = () => import("./undo/index.ts")
const changePassword = lazy(loadPasswordChange, "changePassword")
const changeAddress = lazy(loadEmailChange, "changeAddress")
const hasEmailChange = ({ account }: Settings) => account.changeEmail
const hasUndo = (settings: Settings) =>
  settings.secondFactor !== undefined || hasEmailChange(settings) || settings.account.undo || hasPasswords(settings)

/** The account page, its changes, and the links of emails about them. */
const ACCOUNT_ROUTES: Routes = {
  "GET account": {
    impersonated: true,
    onError: accountFailure,
    run: lazy(load, "showAccount"),
  },
  "POST account": {
    onError: accountFailure,
    run: lazy(load, "changeAccount"),
    csrf: always,
  },
  "GET change-email": {
    run: lazy(loadEmailChange, "showChangeEmail"),
    isOn: hasEmailChange,
  },
  "POST change-email": {
    run: lazy(loadEmailChange, "changeEmail"),
    csrf: always,
    limit: () => "code",
    isOn: hasEmailChange,
  },
  "GET change-password": {
    run: lazy(loadPasswordChange, "showChangePassword"),
    isOn: hasPasswords,
  },
  "GET deletion": {
    run: lazy(loadDeletion, "showDeletion"),
    isOn: ({ account }) => account.deletion !== undefined,
  },
  "POST export": {
    onError: accountFailure,
    run: lazy(() => import("./export.ts"), "exportAccount"),
    csrf: always,
    isOn: ({ account }) => account.export,
  },
  "GET undo": {
    run: lazy(loadUndo, "showUndo"),
    isOn: hasUndo,
  },
  "POST undo": {
    run: lazy(loadUndo, "submitUndo"),
    isOn: hasUndo,
    csrf: always,
    limit: () => "code",
  },
}

const accountChanges: AccountChanges = {
  unlink: { run: lazy(load, "unlinkUserAccount"), event: "accountUnlinked" },
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
  onRequest: sweepDeletions,
}

const carryOutDeletions = lazy(() => import("./deletion/carry-out.ts"), "carryOutDeletions")

const HOUR = 3_600_000
const lastSweep = memoize((_adapter: Adapter) => ({ at: 0 }))

/** Carries out the deletions that are due, in the background and at most once an hour in each process. */
function sweepDeletions(context: ActionContext): void {
  const { account, adapter, now, logger, background } = context.settings
  if (!account.deletion || !adapter) return
  const last = lastSweep(adapter)
  if (now() - last.at < HOUR) return
  last.at = now()
  const work = carryOutDue(context).catch((thrown: unknown) => {
    const err = asError(thrown)
    logger.error(new AuthError("AdapterError", `Accounts that are due were not deleted: ${err.message}`, { err }))
  })
  background.run(work)
}

async function carryOutDue(context: ActionContext): Promise<void> {
  await carryOutDeletions(context)
}
