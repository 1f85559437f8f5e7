import { good, warning, type Finding } from "../../core/config/finding.ts"
import { missingRecordsMessage } from "../../adapters/required.ts"
import { ownSettings } from "../../core/config/own-settings.ts"
import type { Settings } from "../../core/config/settings.ts"
import type { CoreConfig } from "../../core/config/types.ts"
import { describeAddress, describeText, STRING, STRINGS, type OptionsOf } from "../../providers/option-values.ts"

/** A native app of yours: on a phone, on a desktop, or on the command line. */
export interface NativeAppOptions {
  /** The name that users read when they continue to the app, of at most 32 characters. @default its id */
  name?: string | undefined
  /**
   * The addresses at which the app receives its code, compared character by character. Each is an https link that the
   * system has verified for the app, or a custom scheme with a period such as `com.example.app:/signed-in`. For an app
   * that listens on its own computer, it is `http://127.0.0.1/signed-in`, which allows any port.
   */
  redirectUris: readonly string[]
}

/** The option for native apps. */
export interface NativeAppsOptions {
  /**
   * Your native apps, by client id. Each signs its user in with the system's browser and exchanges a one-time code for
   * a session token of its own.
   *
   * @default none
   */
  nativeApps?: Readonly<Record<string, NativeAppOptions>> | undefined
}

const NATIVE_APP: OptionsOf<NativeAppOptions> = { name: STRING, redirectUris: STRINGS.required() }

/** The kinds of the values. */
export const nativeAppsOptions: OptionsOf<NativeAppsOptions> = { nativeApps: { "*": NATIVE_APP } }

/** A registered native app. */
export interface NativeApp {
  readonly id: string
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** The registered apps, by client id. */
export const nativeAppSettings = ownSettings("native-apps", ({ nativeApps = {} }: CoreConfig & NativeAppsOptions) => {
  const apps = Object.entries(nativeApps).map(([id, { name = id, redirectUris }]) => ({ id, name, redirectUris }))
  return apps.length > 0 ? new Map<string, NativeApp>(apps.map((app) => [app.id, app])) : undefined
})

const CLIENT_ID = /^[\w.-]{1,64}$/
const MAX_NAME = 32
const MAX_URI = 512
/** A scheme of a domain in reverse, which no other app has by accident (RFC 8252, section 7.1). */
const CUSTOM_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\/?[^\s#\\]*$/i
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]"])
/** Visible ASCII, because the address goes into a header as it is. */
const ADDRESS = /^[\u0021-\u007e]+$/

/** Returns the mistakes in `nativeApps`, one sentence each. */
export function nativeAppProblems(settings: Settings): string[] {
  const { session, adapter } = settings
  return [
    ...[...(nativeAppSettings.of(settings)?.values() ?? [])].flatMap(appProblems),
    ...(session.bearer ? [] : ["`session.bearer` is false, but `nativeApps` sends bearer tokens. Leave it out"]),
    ...(session.strategy === "jwt" || adapter?.createAccountRecord
      ? []
      : [missingRecordsMessage("`nativeApps` with stored sessions")]),
  ]
}

function appProblems({ id, name, redirectUris }: NativeApp): string[] {
  const at = `\`nativeApps[${JSON.stringify(id)}]\``
  const uris: unknown = redirectUris
  return [
    ...(CLIENT_ID.test(id) ? [] : [`${at} isn't a client id. Use 1 to 64 letters, digits, ".", "_" and "-"`]),
    ...(typeof name === "string" && name.trim() !== "" && name.length <= MAX_NAME
      ? []
      : [`${at} has the \`name\` ${describeText(name)}. Set 1 to ${MAX_NAME} characters`]),
    ...(Array.isArray(uris) && uris.length > 0 ? [] : [`${at} has no \`redirectUris\`. List at least one`]),
    ...(Array.isArray(uris) ? uris : []).flatMap((uri: unknown) => {
      const problem = redirectUriProblem(uri)
      return problem === undefined ? [] : [`${at} has the redirect URI ${describeAddress(uri)}. ${problem}`]
    }),
  ]
}

function redirectUriProblem(uri: unknown): string | undefined {
  const url = typeof uri === "string" && uri.length <= MAX_URI && ADDRESS.test(uri) ? URL.parse(uri) : null
  if (!url || typeof uri !== "string" || uri.includes("#") || uri.includes("\\") || url.username || url.password)
    return `Set a URL of at most ${MAX_URI} ASCII characters, without a fragment and a user name`
  switch (url.protocol) {
    case "https:":
      return undefined
    case "http:":
      if (!LOOPBACK_HOSTS.has(url.hostname))
        return 'Use https, or "http://127.0.0.1/…" for an app that listens on its own computer'
      return url.port === "" ? undefined : "Leave out the port. The app may use any port of its own computer"
    default:
      return CUSTOM_SCHEME.test(uri)
        ? undefined
        : 'Use a scheme with a period, such as "com.example.app:/signed-in", which no other app has by accident'
  }
}

/**
 * Returns whether an app has registered a redirect URI. Only the port of a loopback address may differ.
 *
 * @see [RFC 8252, section 7.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3)
 * @see [RFC 9700, section 4.1.3](https://www.rfc-editor.org/rfc/rfc9700#section-4.1.3)
 */
export function isRegisteredRedirect({ redirectUris }: NativeApp, uri: string): boolean {
  return redirectUris.includes(uri) || redirectUris.some((registered) => isSameLoopback(registered, uri))
}

const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):[1-9]\d{0,4}(?=[/?]|$)/

function isSameLoopback(registered: string, uri: string): boolean {
  return LOOPBACK.test(uri) && uri.replace(LOOPBACK, "$1") === registered && URL.canParse(uri)
}

/**
 * Returns the source that lets a form lead to a redirect URI, or `undefined` if the policy of a page allows it anyway.
 */
export function redirectSource(uri: string): string | undefined {
  const { protocol, hostname } = new URL(uri)
  if (protocol === "https:") return undefined
  return hostname === "127.0.0.1" ? "http://127.0.0.1:*" : protocol // a source can't name an IPv6 address
}

/** Reports the endpoints of native apps, and whether their sessions can be revoked. */
export function nativeAppFindings(settings: Settings): Finding[] {
  const nativeApps = nativeAppSettings.of(settings) ?? new Map<string, NativeApp>()
  const { session, site } = settings
  const url = site.pinned?.url ?? `https://your.site${site.basePath}`
  return [
    good(`Native apps (${[...nativeApps.keys()].join(", ")}) open ${url}/authorize and exchange codes at ${url}/token`),
    ...(session.strategy === "jwt"
      ? [
          warning(
            "Native apps get sealed sessions, which no user can revoke. Use stored sessions, or a short `session.maxAge`.",
          ),
        ]
      : []),
  ]
}
