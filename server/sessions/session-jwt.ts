import type { Awaitable } from "../types.ts"
import type { CookiesOptions } from "../cookies/options.ts"
import { CLOCK_TOLERANCE } from "../crypto/jwt.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import { isSiteAudience, openToken, sealToken } from "../crypto/token-form.ts"
import { asError, AuthError } from "../errors.ts"
import type { Visit } from "../http/auth-request.ts"
import type { Site } from "../config/site.ts"

interface Life {
  /** Seconds since the epoch. */
  now: number
  /** Seconds. */
  maxAge: number
}

/** Seals a session token, with the app's `jwt.encode` if it has one. */
export async function encodeSession(visit: Visit, token: JWT, { now, maxAge }: Life): Promise<string> {
  const { settings, cookieTable } = visit
  const salt = cookieTable.sessionToken.name
  const site = audienceOf(visit)
  const { encode } = settings.jwt
  if (!encode) return sealToken(settings.tokenForms, token, { salt, site, now, maxAge })
  // Auth.js hands the token over as it is. An encode that only signs it has neither an end nor a site there
  const whole = settings.compat ? token : { ...token, iat: now, exp: now + maxAge, aud: site }
  const sealed: unknown = await encode({ token: whole, secret: settings.jwt.secret, salt, maxAge })
  if (typeof sealed === "string" && sealed !== "") return sealed
  throw new AuthError("JWTSessionError", `\`jwt.encode\` returned ${describe(sealed)}. Return a non-empty string`)
}

/** Opens a session token, with the app's `jwt.decode` if it has one. Returns `null` if it is no live session of this site. */
export function decodeSession(visit: Visit, sealed: string): Awaitable<JWT | null> {
  const { settings, cookieTable } = visit
  const { encode, decode } = settings.jwt
  if (decode) return decodeByApp(visit, sealed)
  const salt = cookieTable.sessionToken.name
  const site = audienceOf(visit)
  // An app that only has an `encode` may have left the site out of the token
  const isForSite = (audience: unknown) => audience === site || (encode !== undefined && audience === undefined)
  return openToken(settings.tokenForms, sealed, { salt, isForSite, now: seconds(visit) })
}

async function decodeByApp(visit: Visit, token: string): Promise<JWT | null> {
  const { settings, cookieTable } = visit
  try {
    const { decode, secret } = settings.jwt
    const found: unknown = await decode?.({ token, secret, salt: cookieTable.sessionToken.name })
    return found === null ? null : liveToken(visit, found)
  } catch (error) {
    settings.logger.debug(`\`jwt.decode\` rejected the session cookie: ${asError(error).message}`)
    return null
  }
}

function liveToken(visit: Visit, found: unknown): JWT | null {
  const { settings } = visit
  if (typeof found !== "object" || found === null || Array.isArray(found)) return unusable(visit, describe(found))
  const { aud, ...token } = found as JWT // an object is what a token is
  const { exp } = token
  // Auth.js accepts a token that never expires; it gets an end when it is sealed again, at once
  const endless = exp === undefined && settings.compat === "authjs"
  if (!endless && !Number.isFinite(exp)) return unusable(visit, `a token whose \`exp\` is ${describe(exp)}`)
  if (!endless && Number(exp) <= seconds(visit) - CLOCK_TOLERANCE) return null
  if (settings.compat) return found as JWT // as above
  if (aud === audienceOf(visit)) return token
  return isSiteAudience(aud) ? null : (found as JWT) // as above; an audience of the app's own is the app's to check
}

function unusable({ settings }: Visit, found: string): null {
  const wanted = "Return an object whose `exp` is a number of seconds since the epoch, or null"
  settings.logger.error(new AuthError("JWTSessionError", `\`jwt.decode\` returned ${found}. ${wanted}`))
  return null
}

/** What a token is for. A cookie with a domain is shared by all sites of that domain. */
function audienceOf({ site, cookieTable }: { site: Site; cookieTable: CookiesOptions }): string {
  const { domain } = cookieTable.sessionToken.options
  return domain === undefined ? site.url : `.${domain.replace(/^\./, "")}`
}

const seconds = ({ settings }: Visit) => Math.floor(settings.now() / 1000)

function describe(value: unknown): string {
  return Array.isArray(value)
    ? "a list"
    : typeof value === "object" && value
      ? "an object"
      : (JSON.stringify(value) ?? "undefined")
}
