import type { Settings } from "../../config/settings.ts"
import { always, lazyAction, type Routes } from "../route.ts"

const loadWellKnown = () => import("./addresses.ts")
const hasPasskeys = ({ webauthn }: Settings) => webauthn
// If the provider is there but passkeys are off, the response is a configuration error
const hasPasskeyProvider = ({ providers }: Settings) => [...providers.values()].some(({ type }) => type === "webauthn")

/** The requests about passkeys. */
export const PASSKEY_ROUTES: Routes = {
  "GET passkey-endpoints": {
    impersonated: true,
    responds: "json",
    run: lazyAction(async () => (await loadWellKnown()).passkeyEndpoints),
    isOn: hasPasskeys,
  },
  "GET related-origins": {
    impersonated: true,
    responds: "json",
    run: lazyAction(async () => (await loadWellKnown()).relatedOrigins),
    isOn: hasPasskeys,
  },
  "GET webauthn-options": {
    responds: "json",
    run: lazyAction(async () => (await import("./options.ts")).webauthnOptions),
    isOn: hasPasskeyProvider,
    target: "provider or none",
    limit: () => "passkey",
    changesState: always,
  },
}
