import type { Settings } from "../../core/config/settings.ts"
import type { Routes } from "../../core/request/route.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"

const loadWellKnown = () => import("./addresses.ts")
const loadOwnPasskey = () => import("./own-passkey.ts")
const loadChanges = () => import("./change-passkeys.ts")
const clearAnsweredCeremony = lazy(() => import("./ceremony.ts"), "clearAnsweredCeremony")

const hasPasskeys = ({ webauthn }: Settings) => webauthn
// If the provider is there but passkeys are off, the response is a configuration error
const hasPasskeyProvider = ({ providers }: Settings) => [...providers.values()].some(({ type }) => type === "webauthn")

/** The requests about passkeys. */
const ROUTES: Routes = {
  "GET passkey-endpoints": {
    impersonated: true,
    json: true,
    run: lazy(loadWellKnown, "passkeyEndpoints"),
    isOn: hasPasskeys,
  },
  "GET related-origins": {
    impersonated: true,
    json: true,
    run: lazy(loadWellKnown, "relatedOrigins"),
    isOn: hasPasskeys,
  },
  "GET webauthn-options": {
    json: true,
    run: lazy(() => import("./show-options.ts"), "webauthnOptions"),
    isOn: hasPasskeyProvider,
    target: "provider or none",
    limit: "passkey",
    changesState: "always",
  },
}

/** Signs in with passkeys. */
export const passkeys: Feature = {
  name: "passkeys",
  isOn: hasPasskeyProvider,
  routes: ROUTES,
  pageScripts: () => import("../../../components/html/feature-scripts.generated.ts"),
  accountChanges: {
    "rename-passkey": { run: lazy(loadChanges, "renameUserPasskey"), event: "passkeyRenamed", withoutStepUp: true },
    "remove-passkey": { run: lazy(loadChanges, "removeUserPasskey"), event: "passkeyRemoved" },
  },
  accountDetails: lazy(() => import("./account-details.ts"), "passkeyDetails"),
  providerTypes: ["webauthn"],
  identify: lazy(() => import("./identify.ts"), "identifyByPasskey"),
  ownPasskey: {
    request: lazy(loadOwnPasskey, "requestUserPasskey"),
    verify: lazy(loadOwnPasskey, "verifyUserPasskey"),
  },
  takes: { newPasskey: lazy(() => import("./add-passkey.ts"), "finishRegistration") },
  async onFailed(request) {
    const { data } = request.body.fields
    return data === undefined ? [] : clearAnsweredCeremony(request, data)
  },
}
