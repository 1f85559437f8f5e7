import { hasPasswords, passwordSettings } from "../../core/config/passwords.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { passwordProblems } from "./problems.ts"
import { PASSWORD_ROUTES } from "./routes.ts"

const identifyByPassword = lazy(() => import("./sign-in.ts"), "identifyByPassword")

/** Signs in with passwords that Latchkit stores. */
export const password: Feature = {
  name: "password",
  isOn: hasPasswords,
  problems: passwordProblems,
  routes: PASSWORD_ROUTES,
  steps: lazy(() => import("./replace-password.ts"), "passwordSteps"),
  mayPause: ({ compromised }) => compromised === true,
  identify(context, provider) {
    const passwords = provider.type === "credentials" && provider.storedPasswords && passwordSettings(context.settings)
    return passwords ? identifyByPassword(context, passwords) : undefined
  },
}
