import { lazy } from "../../lazy.ts"
import type { Routes } from "../request/route.ts"

const loadStep = () => import("./step.ts")

/** A sign-in that waits for an emailed link or code, or for a step. On Node, every app has these routes. */
export const WAITING_ROUTES: Routes = {
  "GET verify-request": {
    impersonated: true,
    run: lazy(() => import("../mailbox/show-verify-request.ts"), "showVerifyRequest"),
  },
  "GET step": { run: lazy(loadStep, "showStep"), target: "step or none" },
  "POST step": { run: lazy(loadStep, "submitStep"), target: "step", csrf: "always", limit: "step" },
}
