import { CREDENTIAL_FORMS } from "../../core/limits/credential-forms.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"

/** Signs in with a form whose fields the app checks. */
export const credentials: Feature = {
  name: "credentials",
  isOn: ({ providers }) => [...providers.values()].some(({ type }) => type === "credentials"),
  credentialForms: CREDENTIAL_FORMS,
  providerTypes: ["credentials"],
  identify: lazy(() => import("./sign-in.ts"), "identifyByCredentials"),
}
