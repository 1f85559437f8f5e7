import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { passwordProblems } from "./problems.ts"
import { PASSWORD_ROUTES } from "./routes.ts"

const identifyByPassword = lazy(() => import("./sign-in.ts"), "identifyByPassword")

/** Signs in with passwords that Latchkit stores. */
export const password: Feature = {
  name: "password",
  isOn: ({ passwords }) => passwords !== undefined,
  problems: passwordProblems,
  routes: PASSWORD_ROUTES,
  pageScripts: () => import("../../../components/html/feature-scripts.generated.ts"),
  steps: lazy(() => import("./replace-password.ts"), "passwordSteps"),
  mayPause: ({ compromised }) => compromised === true,
  identify(context, provider) {
    const passwords = provider.type === "credentials" && provider.storedPasswords && context.settings.passwords
    return passwords ? identifyByPassword(context, passwords) : undefined
  },
}
