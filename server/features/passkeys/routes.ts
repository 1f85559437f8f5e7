import type { Settings } from "../../core/config/settings.ts"
import { lazy } from "../../lazy.ts"
import type { Routes } from "../../core/request/route.ts"

const loadWellKnown = () => import("./addresses.ts")
const hasPasskeys = ({ webauthn }: Settings) => webauthn
// If the provider is there but passkeys are off, the response is a configuration error
/** Returns whether the app has passkeys, even if a flag turns them off. */
export const hasPasskeyProvider = ({ providers }: Settings) =>
  [...providers.values()].some(({ type }) => type === "webauthn")

/** The requests about passkeys. */
export const PASSKEY_ROUTES: Routes = {
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
