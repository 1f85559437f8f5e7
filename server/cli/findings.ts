import type { Settings } from "../config/settings.ts"
import { asError } from "../errors.ts"
import { addressSource } from "../config/rate-limit-settings.ts"
import { oauthEngine } from "../config/oauth-engine.ts"
import { metadataFor } from "../oauth/metadata.ts"
import type { OAuthConfig, ProviderConfig } from "../providers/types.ts"
import { createSite } from "../config/site.ts"

/** The result of one check. */
export interface Finding {
  kind: "good" | "warning" | "problem"
  text: string
}

const good = (text: string): Finding => ({ kind: "good", text })
const warning = (text: string): Finding => ({ kind: "warning", text })
const problem = (text: string): Finding => ({ kind: "problem", text })

export function secretFindings({ secrets, production }: Settings): Finding[] {
  if (secrets.length === 0) return [] // already reported
  const weak = secrets.filter((secret) => secret.length < 32 || new Set(secret).size < 10)
  return [
    good(
      secrets.length === 1 ? "There is a secret." : `There are ${secrets.length} secrets: the first seals, each opens.`,
    ),
    ...(weak.length > 0 && !production
      ? [warning("A secret is short or plain: `npx latchkit secret` makes a good one.")]
      : []),
  ]
}

export function siteFindings({ site, production }: Settings): Finding[] {
  const { pinned, trustHost } = site
  if (!pinned) {
    return [
      trustHost
        ? warning("AUTH_URL is not set: the site is whatever the host header says, and rate limits count each host on its own.") // prettier-ignore
        : problem("AUTH_URL is not set, and nothing says that the host header can be believed (AUTH_TRUST_HOST)."),
    ]
  }
  const local = /^http:\/\/(?:localhost|127\.|\[::1\])/.test(pinned.origin)
  const plain = pinned.origin.startsWith("http:") && !local
  return [
    good(`The site is ${pinned.origin}, the service at ${pinned.url}.`),
    ...(plain ? [(production ? problem : warning)("The site is on http: whoever listens has every session.")] : []),
  ]
}

/** Reports the source of the client's address in rate limits. */
export function addressFindings({ rateLimit, site }: Settings): Finding[] {
  if (!rateLimit) return [good("Rate limits are off, so no client address is needed.")]
  const { trustedProxies, proxiesFrom } = rateLimit
  const counts = (what: string) => `Rate limits count a client by ${what}.`
  switch (addressSource(rateLimit)) {
    case "option":
      return [good(counts("the address that `rateLimit.address` returns"))]
    case "header": {
      const entry = trustedProxies === 1 ? "the last entry" : `entry ${trustedProxies} from the end`
      const why = proxiesFrom === "VERCEL" || proxiesFrom === "CF_PAGES" ? "is set" : `is ${trustedProxies}`
      return [good(counts(`${entry} of X-Forwarded-For, because ${proxiesFrom} ${why}`))]
    }
    case "nowhere":
      return [warning(`${counts("no address, because the framework passes none on: all clients share one larger limit")} ${PROXIES}`)] // prettier-ignore
    case "connection": {
      const text = counts("the address of the connection")
      if (proxiesFrom !== undefined && !site.trustHost) return [good(`${text} ${proxiesFrom} says that there is no proxy.`)] // prettier-ignore
      const hostNote = site.trustHost ? " The host header of a proxy is believed, its X-Forwarded-For isn't." : ""
      return [warning(`${text}${hostNote} Behind a proxy, all clients then share one larger limit. ${PROXIES}`)]
    }
  }
}

const PROXIES = "Set AUTH_TRUSTED_PROXIES to the number of your proxies (0 if there are none), or `rateLimit.address`."

export function cookieFindings(settings: Settings): Finding[] {
  const site = settings.site.pinned ?? createSite("https://site.example", settings.site.basePath)
  const rows = Object.values(settings.cookies(site))
  const wrong = rows.flatMap(({ name, options }) => [
    ...(name.startsWith("__Host-") && (options.domain !== undefined || options.path !== "/" || !options.secure)
      ? [problem(`The cookie ${name} needs Secure, Path=/ and no Domain: browsers refuse it otherwise.`)]
      : []),
    ...(name.startsWith("__Secure-") && !options.secure
      ? [problem(`The cookie ${name} needs Secure: browsers refuse it otherwise.`)]
      : []),
    ...(options.sameSite === "none" && !options.secure
      ? [problem(`The cookie ${name} is SameSite=None and not Secure: browsers refuse it.`)]
      : []),
  ])
  return wrong.length > 0 ? wrong : [good(`The session cookie is ${settings.cookies(site).sessionToken.name}.`)]
}

/** Reports each provider's redirect URI, and whether its issuer responds. */
export async function providerFindings(settings: Settings): Promise<Finding[]> {
  const { providers, site } = settings
  const url = site.pinned?.url ?? `https://your.site${site.basePath}`
  const found = await Promise.all(
    [...providers.values()].map((provider) => providerFindingsFor(provider, settings, url)),
  )
  return found.flat()
}

async function providerFindingsFor(provider: ProviderConfig, settings: Settings, url: string): Promise<Finding[]> {
  if (provider.type !== "oauth" && provider.type !== "oidc") return [good(`${provider.name} (${provider.type})`)]
  const uri = `${provider.redirectProxyUrl ?? settings.redirectProxyUrl ?? url}/callback/${provider.id}`
  const { id, name, endSession, backchannelLogout } = provider
  return [
    good(`${name}: register the redirect URI ${uri}`),
    ...(endSession ? [good(`${name}: register the post-logout redirect URI ${url}/signout/${id}`)] : []),
    ...(backchannelLogout
      ? [good(`${name}: register the back-channel logout URI ${url}/backchannel-logout/${id}`)]
      : []),
    ...(await discoveryFindings(provider, settings)),
  ]
}

async function discoveryFindings(provider: OAuthConfig, settings: Settings): Promise<Finding[]> {
  if (!provider.issuer && !provider.wellKnown) return []
  try {
    const found = await metadataFor({ engine: oauthEngine(settings), provider }, [
      "authorization_endpoint",
      "token_endpoint",
      "jwks_uri",
      ...(provider.endSession ? (["end_session_endpoint"] as const) : []),
    ])
    if (!provider.endSession || found.end_session_endpoint) return []
    return [
      warning(`${provider.name}: its issuer names no end_session_endpoint; signing out ends the session here alone`),
    ]
  } catch (error) {
    return [problem(`${provider.name}: its issuer could not be asked: ${asError(error).message}`)]
  }
}
