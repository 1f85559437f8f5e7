import type { Feature } from "../../feature.ts"
import type { Routes } from "../../core/request/route.ts"
import { CREDENTIAL_FORMS } from "../../core/limits/credential-forms.ts"
import { lazy } from "../../lazy.ts"
import { passwordProblems } from "./problems.ts"

const loadReset = () => import("./reset.ts")
const onError = lazy(() => import("./expired-form.ts"), "expiredForm")
const identifyByPassword = lazy(() => import("./sign-in.ts"), "identifyByPassword")

/** The pages of a forgotten password. */
const ROUTES: Routes = {
  "GET forgot-password": { run: lazy(loadReset, "showForgotPassword") },
  "POST forgot-password": { onError, run: lazy(loadReset, "forgotPassword"), csrf: "always", limit: "email" },
  "GET reset-password": { run: lazy(loadReset, "showResetPassword") },
  "POST reset-password": { onError, run: lazy(loadReset, "resetPassword"), csrf: "always", limit: "code" },
}

/** Signs in with passwords that Latchkit stores. */
export const password: Feature = {
  name: "password",
  isOn: ({ passwords }) => passwords !== undefined,
  problems: passwordProblems,
  credentialForms: CREDENTIAL_FORMS,
  routes: ROUTES,
  pageScripts: () => import("../../../components/html/feature-scripts.generated.ts"),
  steps: lazy(() => import("./replace-password.ts"), "passwordSteps"),
  mayPause: ({ compromised }) => compromised === true,
  providerTypes: ["credentials"],
  identify(context, provider) {
    const passwords = provider.type === "credentials" && provider.storedPasswords && context.settings.passwords
    return passwords ? identifyByPassword(context, passwords) : undefined
  },
}
