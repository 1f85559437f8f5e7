import type { CoreConfig } from "../../core/config/types.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { sweepDeletions } from "./deletion/sweep.ts"
import { type AccountConfig, accountOptions, accountSettings, accountProblems } from "./options.ts"
import { ACCOUNT_CHANGES, ACCOUNT_ROUTES } from "./routes.ts"

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
  accountChanges: ACCOUNT_CHANGES,
  calls,
  pageScripts: () => import("../../../components/html/feature-scripts.generated.ts"),
  onRequest: ({ account: { deletion } }) => deletion && sweepDeletions,
}
