import { sessionFailure } from "../request/failures.ts"
import { lazy } from "../../lazy.ts"
import type { Routes } from "../request/route.ts"
import { csrf } from "./csrf.ts"
import { session } from "./read.ts"

/** The session and the CSRF token. */
export const SESSION_ROUTES: Routes = {
  "GET session": { impersonated: true, json: true, onError: sessionFailure, run: session },
  "POST session": {
    impersonated: true,
    json: true,
    onError: sessionFailure,
    run: lazy(() => import("./update.ts"), "updateSession"),
    csrf: "always",
  },
  "GET csrf": { impersonated: true, json: true, run: csrf },
}
