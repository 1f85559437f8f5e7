import { ACTIONS } from "../../../client/protocol.ts"
import type { Settings } from "../config/settings.ts"
import { isLoopbackHost, parseUrl } from "../config/site.ts"
import { AuthError } from "../../errors.ts"

type Paths = Pick<Settings, "basePaths" | "logger" | "site" | "warned">

const ACTION_PATH = new RegExp(`^(.*)/(?:${ACTIONS.join("|")})(?:/[^/]+)?/?$`)
/** The first requests of a page. No app has pages of its own there. */
const CLIENT_PATH = /^(.*\/auth)\/(?:csrf|providers|session)$/

/**
 * Logs once that requests for Latchkit arrive at another path than the configured one.
 *
 * @param isOurs whether the app has passed the request on. Otherwise the path may be one of the app's own
 */
export function reportPathMismatch({ basePaths, logger, site, warned }: Paths, pathname: string, isOurs = true): void {
  if (basePaths.some((base) => pathname.startsWith(`${base}/`))) return
  const [, found] = (isOurs ? ACTION_PATH : CLIENT_PATH).exec(pathname) ?? []
  if (found === undefined) return
  const expected = basePaths.map((base) => `\`${base || "/"}\``).join(" or ")
  log(
    { logger, warned },
    `a request for \`${pathname}\` is below \`${found || "/"}\`, but Latchkit responds below ${expected}. Mount it there, or set ${site.pinned ? `\`AUTH_URL=${site.pinned.origin}${found}\`` : `\`basePath: "${found}"\``}`,
  )
}

/**
 * Logs once that requests arrive at the integration's path, although AUTH_URL has another one. Behind a proxy that
 * removes `/api`, that is right, so it is logged only in development.
 */
export function reportOtherMount(
  { basePaths, logger, production, site, warned }: Paths & Pick<Settings, "production">,
  pathname: string,
): void {
  const ownBase = basePaths.find((base) => pathname.startsWith(`${base}/`))
  if (ownBase === undefined) return
  if (site.basePath.endsWith(ownBase) && (production || site.basePath === site.path + ownBase)) return
  log(
    { logger, warned },
    `a request for \`${pathname}\` is below \`${ownBase}\`, but AUTH_URL leads to \`${site.basePath || "/"}\`. Mount Latchkit there, or set \`AUTH_URL=${site.pinned?.origin ?? ""}${ownBase}\``,
  )
}

/**
 * Logs once that the app runs at another address than AUTH_URL has, such as another port. The browser
 * names AUTH_URL if a proxy replaced the host.
 */
export function reportOtherHost(
  { logger, site, warned }: Pick<Settings, "logger" | "site" | "warned">,
  headers: Pick<Headers, "get">,
  requestUrl: URL | undefined,
): void {
  const { origin } = site.pinned ?? site.unforwarded ?? {}
  if (origin === undefined || warned.has("host-mismatch")) return
  const host = headers.get("host") ?? requestUrl?.host ?? ""
  if (!isLoopbackHost(host) || origin.endsWith(`/${host}`)) return
  const named = ["origin", "referer"].map((name) => parseUrl(headers.get(name) ?? "")?.origin)
  if (named.includes(origin) || headers.get("x-forwarded-host") !== null) return
  warned.add("host-mismatch")
  logger.error(
    new AuthError(
      "InvalidConfiguration",
      `Host mismatch: a request is for \`http://${host}\`, but AUTH_URL is \`${origin}\`, where links, forms and redirects lead. Set \`AUTH_URL=http://${host}\`, remove it in development, or start the app at that address. A proxy must keep the host`,
    ),
  )
}

function log({ logger, warned }: Pick<Paths, "logger" | "warned">, mismatch: string): void {
  if (warned.has("path-mismatch")) return
  warned.add("path-mismatch")
  logger.error(new AuthError("InvalidConfiguration", `Base path mismatch: ${mismatch}`))
}
