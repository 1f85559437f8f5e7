import type { Settings } from "../../config/settings.ts"
import { accountFailure, sessionFailure } from "../errors/json.ts"
import { always, lazyAction, type Routes } from "../route.ts"
import { csrf } from "./csrf.ts"
import { session } from "./read.ts"

const hasSeveralAccounts = ({ session }: Settings) => session.maxAccounts > 1

/** The session, the accounts that the browser keeps, and the CSRF token. */
export const SESSION_ROUTES: Routes = {
  "GET session": { impersonated: true, responds: "json", onError: sessionFailure, run: session },
  "POST session": {
    impersonated: true,
    responds: "json",
    onError: sessionFailure,
    run: lazyAction(async () => (await import("./update.ts")).updateSession),
    csrf: always,
  },
  "GET accounts": {
    impersonated: true,
    responds: "negotiated",
    onError: accountFailure,
    run: lazyAction(async () => (await import("./accounts.ts")).showAccounts),
    isOn: hasSeveralAccounts,
  },
  "POST accounts": {
    responds: "negotiated",
    onError: accountFailure,
    run: lazyAction(async () => (await import("./accounts.ts")).changeAccounts),
    csrf: always,
    isOn: hasSeveralAccounts,
  },
  "GET csrf": { impersonated: true, responds: "json", run: csrf },
  "POST device-bound": {
    impersonated: true,
    cors: false,
    responds: "json",
    run: lazyAction(async () => (await import("./device-bound.ts")).deviceBound),
    isOn: ({ session }) => session.deviceBound !== undefined,
  },
}
