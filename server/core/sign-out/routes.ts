import { lazy } from "../../lazy.ts"
import type { Routes } from "../request/route.ts"
import { requireProviderEnd } from "./provider-end.ts"

const showSignOut = lazy(() => import("./form.ts"), "showSignOut")

/** The ends of a session: here, and at the provider. An adapter adds the end by the provider. */
export const SIGN_OUT_ROUTES: Routes = {
  "GET signout": {
    impersonated: true,
    run: async (context) =>
      context.target === undefined ? showSignOut(context) : requireProviderEnd(context.settings).resume(context),
    target: "provider or none",
    changesState: (provider) => provider !== undefined,
  },
  "POST signout": { impersonated: true, run: lazy(() => import("./form.ts"), "signOut"), csrf: "always" },
}
