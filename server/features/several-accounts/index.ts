import { accountFailure } from "../../core/request/failures.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"

const load = () => import("./accounts.ts")
const loadSwitch = () => import("./switch-accounts.ts")
const keepPrevious = lazy(loadSwitch, "keepPrevious")
const calls = {
  browserSessions: lazy(loadSwitch, "browserSessions"),
  toBrowserAccounts: lazy(loadSwitch, "toBrowserAccounts"),
}
export type SeveralAccountsCalls = typeof calls

/** Keeps a browser signed in to several accounts. */
export const severalAccounts: Feature = {
  name: "several-accounts",
  isOn: ({ session }) => session.maxAccounts > 1,
  routes: {
    "GET accounts": { impersonated: true, onError: accountFailure, run: lazy(load, "showAccounts") },
    "POST accounts": { onError: accountFailure, run: lazy(load, "changeAccounts"), csrf: "always" },
  },
  async onOpen(context, { user }) {
    const previous = await keepPrevious(context, user.id)
    return { keepsPrevious: previous.isKept, opened: async () => ({ cookies: await previous.finish() }) }
  },
  onSignOut: lazy(loadSwitch, "endKeptAccounts"),
  calls,
}
