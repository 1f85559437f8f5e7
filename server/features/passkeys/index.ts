import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { hasPasskeyProvider, PASSKEY_ROUTES } from "./routes.ts"

const loadOwnPasskey = () => import("./own-passkey.ts")
const loadChanges = () => import("./change-passkeys.ts")
const identifyByPasskey = lazy(() => import("./identify.ts"), "identifyByPasskey")
const clearAnsweredCeremony = lazy(() => import("./ceremony.ts"), "clearAnsweredCeremony")

/** Signs in with passkeys. */
export const passkeys: Feature = {
  name: "passkeys",
  isOn: hasPasskeyProvider,
  routes: PASSKEY_ROUTES,
  pageScripts: () => import("../../../components/html/feature-scripts.generated.ts"),
  accountChanges: {
    "rename-passkey": { run: lazy(loadChanges, "renameUserPasskey"), event: "passkeyRenamed", withoutStepUp: true },
    "remove-passkey": { run: lazy(loadChanges, "removeUserPasskey"), event: "passkeyRemoved" },
  },
  accountDetails: lazy(() => import("./account-details.ts"), "passkeyDetails"),
  identify: (context, provider) => (provider.type === "webauthn" ? identifyByPasskey(context, provider) : undefined),
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
