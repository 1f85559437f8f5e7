import type { Settings } from "../config/settings.ts"
import { lazyAction, type Route } from "./route.ts"

const loadWellKnown = () => import("./passkey-addresses.ts")
const hasPasskeys = ({ webauthn }: Settings) => webauthn

/** The requests about passkeys. */
export const PASSKEY_ROUTES: Readonly<Record<string, Route | undefined>> = {
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
    run: lazyAction(async () => (await import("./webauthn-options.ts")).webauthnOptions),
    target: "provider or none",
    limit: () => "passkey",
    changesState: () => true,
  },
}
