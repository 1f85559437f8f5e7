import { lazy } from "../../lazy.ts"
import type { Routes } from "../request/route.ts"

const showSignOut = lazy(() => import("../sign-in/show-pages.ts"), "showSignOut")
const endSession = lazy(() => import("./end-session.ts"), "endSession")

/** The ends of a session: here, and at the provider. An adapter adds the end by the provider. */
export const SIGN_OUT_ROUTES: Routes = {
  "GET signout": {
    impersonated: true,
    run: (context) => (context.target === undefined ? showSignOut : endSession)(context),
    target: "provider or none",
    changesState: (provider) => provider !== undefined,
  },
  "POST signout": { impersonated: true, run: lazy(() => import("./form.ts"), "signOut"), csrf: "always" },
}
