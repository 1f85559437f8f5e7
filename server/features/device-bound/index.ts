import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { deviceBoundOptions, deviceBoundProblems, deviceBoundSettings } from "./options.ts"
import { withDeviceBinding } from "./strategy.ts"

const loadPending = () => import("./pending-registration.ts")
const registrationHeaders = lazy(() => import("./challenge.ts"), "registrationHeaders")

/** Binds a session to a key of the browser, so that a copied cookie soon stops working. */
export const deviceBound: Feature = {
  name: "device-bound",
  isOn: (settings) => deviceBoundSettings.of(settings) !== undefined,
  options: deviceBoundOptions,
  settings: deviceBoundSettings,
  bindsSessions: true,
  problems: deviceBoundProblems,
  routes: {
    "POST device-bound": {
      impersonated: true,
      cors: false,
      json: true,
      run: lazy(() => import("./endpoint.ts"), "deviceBound"),
    },
  },
  sessions: withDeviceBinding,
  onRead: lazy(loadPending, "takeRegistration"), // a sign-in by a server action keeps one
  onOpen: (context, { user: { id: userId = null }, lifetime }) => ({
    async opened({ key }) {
      const { maxAge } = lifetime ?? context.settings.session
      const headers = await registrationHeaders(context, { key, userId, maxAge })
      const { keepRegistration } = await loadPending()
      return { headers, insteadOfHeaders: keepRegistration(context, headers) }
    },
  }),
}
