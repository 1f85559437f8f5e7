import { missingRecordsMessage } from "../../adapters/required.ts"
import { ownSettings } from "../../core/config/own-settings.ts"
import type { CoreSessionOptions } from "../../core/config/session-options.ts"
import type { Settings } from "../../core/config/settings.ts"
import {
  BOOLEAN,
  describeWord,
  either,
  ITSELF,
  OBJECT,
  SECONDS,
  type OptionsOf,
} from "../../providers/option-values.ts"

/** Options for sessions that are bound to a key of the browser. */
export interface DeviceBoundOptions {
  /**
   * Seconds that a copied cookie works at most, from 300 to 86_400. The browser proves its key this often.
   * @default 600
   */
  maxAge?: number | undefined
}

/** The part of the `session` option that this feature reads. @internal */
export interface DeviceBoundSessionOptions {
  /**
   * Binds each new session to a key of the browser, where the browser supports it (Device Bound Session Credentials). A
   * copied cookie then stops working within `maxAge`. Needs an adapter with account records.
   *
   * @experimental
   * @default false
   */
  deviceBound?: boolean | DeviceBoundOptions | undefined
}

const DEVICE_BOUND: OptionsOf<DeviceBoundOptions> = { [ITSELF]: either(BOOLEAN, OBJECT), maxAge: SECONDS }

/** The kinds of the values. */
export const deviceBoundOptions: OptionsOf<{ session: DeviceBoundSessionOptions }> = {
  session: { deviceBound: DEVICE_BOUND },
}

const MAX_AGE = 600

/** The seconds that a copied cookie works at most. */
export const deviceBoundSettings = ownSettings(
  "device-bound",
  ({ session: { deviceBound } = {} }: { session?: (CoreSessionOptions & DeviceBoundSessionOptions) | undefined }) =>
    deviceBound ? { maxAge: (deviceBound === true ? undefined : deviceBound.maxAge) ?? MAX_AGE } : undefined,
)

/** Returns the problems of `session.deviceBound`. */
export function deviceBoundProblems(settings: Settings): string[] {
  const { session, adapter, rules, cookies, site, features } = settings
  const { maxAge } = deviceBoundSettings.of(settings) ?? { maxAge: MAX_AGE }
  const { domain, sameSite } = cookies(site.pinned ?? { secure: true }).sessionToken.options
  const name = "`session.deviceBound`"
  return [
    ...(Number.isInteger(maxAge) && maxAge >= 300 && maxAge <= 86_400
      ? []
      : [`\`session.deviceBound.maxAge\` is ${describeWord(maxAge)}. Set it to whole seconds from 300 to 86400`]),
    ...(adapter?.createAccountRecord ? [] : [missingRecordsMessage(name)]),
    ...(session.maxAccounts > 1
      ? [`${name} doesn't support several accounts in a browser. Remove it, or \`session.maxAccounts\``]
      : []),
    // The bearer token of a native app would make a copied cookie last
    ...(features.some(({ name }) => name === "native-apps")
      ? [`${name} doesn't support native apps. Remove it, or \`nativeApps\``]
      : []),
    ...(rules.sharedTokens ? [`${name} doesn't support the preset for Auth.js. Remove the preset first`] : []),
    ...(domain !== undefined
      ? [`${name} binds sessions of one host, but the session cookie has the domain ${domain}. Remove the domain`]
      : []),
    ...(sameSite === "none"
      ? [`${name} doesn't support a session cookie with \`sameSite: "none"\`. Set it to "lax" or "strict"`]
      : []),
  ]
}
