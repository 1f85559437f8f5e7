import { isDevelopment } from "../core/config/env.ts"
import type { Settings } from "../core/config/settings.ts"
import { asError } from "../errors.ts"
import { addressSource } from "../core/config/rate-limits.ts"
import { neededEndpoints } from "../oauth/identity.ts"
import { metadataFor } from "../oauth/metadata.ts"
import { describeAddress } from "../providers/option-values.ts"
import { isOAuth } from "../providers/protocol.ts"
import type { OAuthConfig, ProviderConfig, WebAuthnConfig } from "../providers/types.ts"
import { good, problem, warning, type Finding } from "../core/config/finding.ts"
import { createSite } from "../core/config/site.ts"

export function secretFindings({ secrets, production }: Settings): Finding[] {
  if (secrets.length === 0) return [] // already reported
  const weak = secrets.filter((secret) => secret.length < 32 || new Set(secret).size < 10)
  return [
    good(
      secrets.length === 1
        ? "A secret is set."
        : `${secrets.length} secrets are set. The first one seals, and any of them opens.`,
    ),
    ...(weak.length > 0 && !production
      ? [warning("A secret is short or easy to guess. Create one with `npx latchkit secret`.")]
      : []),
  ]
}

export function siteFindings({ site, production, env }: Settings): Finding[] {
  const { trustHost, unforwarded, pinned = unforwarded } = site
  if (!pinned) {
    if (isDevelopment(env))
      return [good("AUTH_URL is not set. In development, the request's host is used. Set AUTH_URL in production.")]
    return [
      trustHost
        ? warning(
            "AUTH_URL is not set, so the host header decides the links in emails, and rate limits count each host separately. Set AUTH_URL.",
          )
        : problem(
            "AUTH_URL is not set, and the host header isn't trusted. Set AUTH_URL, or AUTH_TRUST_HOST=true if your proxy overwrites the host header.",
          ),
    ]
  }
  const local = /^http:\/\/(?:localhost|127\.|\[::1\])/.test(pinned.origin)
  const plain = pinned.origin.startsWith("http:") && !local
  return [
    good(`The site is ${pinned.origin}, and Latchkit's base URL is ${pinned.url}.`),
    ...(plain
      ? [
          (production ? problem : warning)(
            "The site is on http, so an attacker on the network can read every session. Use https.",
          ),
        ]
      : []),
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
      return [
        warning(
          `${counts("no address, because the framework doesn't pass it on. All clients share one larger limit")} ${PROXIES}`,
        ),
      ]
    case "connection": {
      const text = counts("the address of the connection")
      if (proxiesFrom !== undefined && !site.trustHost)
        return [good(`${text} ${proxiesFrom} says that there is no proxy.`)]
      const hostNote = site.trustHost ? " A proxy's host header is trusted, but its X-Forwarded-For isn't." : ""
      return [warning(`${text}${hostNote} Behind a proxy, all clients then share one larger limit. ${PROXIES}`)]
    }
  }
}

const PROXIES = "Set AUTH_TRUSTED_PROXIES to the number of your proxies (0 if there are none), or `rateLimit.address`."

export function cookieFindings(settings: Settings): Finding[] {
  const site =
    settings.site.pinned ??
    createSite(isDevelopment(settings.env) ? "http://localhost" : "https://site.example", settings.site)
  const rows = Object.values(settings.cookies(site))
  const wrong = rows.flatMap(({ name, options }) => [
    ...(name.startsWith("__Host-") && (options.domain !== undefined || options.path !== "/" || !options.secure)
      ? [problem(`The cookie ${name} needs Secure, Path=/ and no Domain. Otherwise browsers reject it.`)]
      : []),
    ...(name.startsWith("__Secure-") && !options.secure
      ? [problem(`The cookie ${name} needs Secure. Otherwise browsers reject it.`)]
      : []),
    ...(options.sameSite === "none" && !options.secure
      ? [problem(`The cookie ${name} is SameSite=None, but not Secure, so browsers reject it.`)]
      : []),
  ])
  return wrong.length > 0 ? wrong : [good(`The session cookie is ${settings.cookies(site).sessionToken.name}.`)]
}

/** Reports each provider's redirect URI, and whether its issuer responds. */
export async function providerFindings(settings: Settings): Promise<Finding[]> {
  const { providers, site } = settings
  const url = site.pinned?.url ?? `https://your.site${site.basePath}`
  const findings = await Promise.all(
    [...providers.values()].map((provider) => providerFindingsFor(provider, settings, url)),
  )
  return findings.flat()
}

async function providerFindingsFor(provider: ProviderConfig, settings: Settings, url: string): Promise<Finding[]> {
  if (provider.type === "webauthn") return [await passkeyFinding(provider, settings)]
  if (!isOAuth(provider)) return [good(`${provider.name} (${provider.type})`)]
  const uri = `${provider.redirectProxyUrl ?? settings.redirectProxyUrl ?? url}/callback/${provider.id}`
  const { id, name, endSession, backchannelLogout, initiateLogin } = provider
  return [
    good(`${name}: register the redirect URI ${uri}`),
    ...(endSession ? [good(`${name}: register the post-logout redirect URI ${url}/signout/${id}`)] : []),
    ...(backchannelLogout
      ? [good(`${name}: register the back-channel logout URI ${url}/backchannel-logout/${id}`)]
      : []),
    ...(initiateLogin ? [good(`${name}: register the URI that starts a sign-in, ${url}/initiate-login/${id}`)] : []),
    ...(await discoveryFindings(provider, settings)),
  ]
}

// A browser accepts a page's own host, whatever the Public Suffix List says
async function passkeyFinding({ name, type, relyingParty }: WebAuthnConfig, { site }: Settings): Promise<Finding> {
  const { id, origin = site.pinned?.origin ?? [] } = relyingParty ?? {}
  const isOwnHost = [origin].flat().every((one) => URL.parse(one)?.hostname === id)
  if (id === undefined || isOwnHost || !(await import("../core/config/public-suffixes.ts")).isPublicSuffix(id))
    return good(`${name} (${type})`)
  return problem(
    `${name}: browsers reject the \`relyingParty.id\` ${describeAddress(id)}, because anyone can register a host below this public suffix. Set a domain of your own.`,
  )
}

async function discoveryFindings(provider: OAuthConfig, settings: Settings): Promise<Finding[]> {
  if (!provider.issuer && !provider.wellKnown) return []
  try {
    const metadata = await metadataFor({ engine: settings, provider }, [
      "authorization_endpoint",
      ...neededEndpoints(provider),
      ...(provider.endSession ? (["end_session_endpoint"] as const) : []),
    ])
    if (!provider.endSession || metadata.end_session_endpoint) return []
    return [
      warning(`${provider.name}: the issuer has no end_session_endpoint, so signing out only ends the session here`),
    ]
  } catch (error) {
    return [problem(`${provider.name}: the issuer's metadata could not be loaded: ${asError(error).message}`)]
  }
}
