import type { Settings } from "../config/settings.ts"
import { accountFailure, sessionFailure } from "../request/failures.ts"
import { lazy } from "../../lazy.ts"
import { always, type Routes } from "../request/route.ts"
import { csrf } from "./csrf.ts"
import { session } from "./read.ts"

const hasSeveralAccounts = ({ session }: Settings) => session.maxAccounts > 1

/** The session, the accounts that the browser keeps, and the CSRF token. */
export const SESSION_ROUTES: Routes = {
  "GET session": { impersonated: true, json: true, onError: sessionFailure, run: session },
  "POST session": {
    impersonated: true,
    json: true,
    onError: sessionFailure,
    run: lazy(() => import("./update.ts"), "updateSession"),
    csrf: always,
  },
  "GET accounts": {
    impersonated: true,
    onError: accountFailure,
    run: lazy(() => import("../../features/several-accounts/accounts.ts"), "showAccounts"),
    isOn: hasSeveralAccounts,
  },
  "POST accounts": {
    onError: accountFailure,
    run: lazy(() => import("../../features/several-accounts/accounts.ts"), "changeAccounts"),
    csrf: always,
    isOn: hasSeveralAccounts,
  },
  "GET csrf": { impersonated: true, json: true, run: csrf },
  "POST device-bound": {
    impersonated: true,
    cors: false,
    json: true,
    run: lazy(() => import("../../features/device-bound/endpoint.ts"), "deviceBound"),
    isOn: ({ session }) => session.deviceBound !== undefined,
  },
}
