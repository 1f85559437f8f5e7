import { olderName, optionalOption, type Row } from "../rows.ts"
import type { Fetch, OAuthConfig } from "../types.ts"

/** The options of the Entra functions. */
export const entraOptions = {
  tenant: optionalOption("`common`, `organizations`, `consumers`, a tenant's GUID or one of its domains", "common"),
  tenantId: olderName("tenant"),
  issuer: optionalOption(
    "Instead of the tenant: the issuer of another cloud",
    "https://login.microsoftonline.com/{tenant}/v2.0",
  ),
  wellKnown: optionalOption("Instead of the tenant: its discovery document, as in next-auth 4"),
  profilePhotoSize: optionalOption<48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648>(
    "Pixels of the photo to keep as a data URL; without it there is none, as a photo makes a session large",
  ),
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** The tenant of all personal Microsoft accounts. */
const CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad"

const TENANT_RULES: Readonly<Record<string, (tenant: string) => boolean>> = {
  common: () => true,
  organizations: (tenant) => tenant !== CONSUMERS,
  consumers: (tenant) => tenant === CONSUMERS,
}

/**
 * Accepts the tenant's own issuer if several tenants may sign in. The `tid` claim must be a GUID of an allowed tenant,
 * and the token's issuer must be exactly that tenant's.
 *
 * @see https://learn.microsoft.com/entra/identity-platform/access-tokens#validate-the-issuer
 */
export function tenantIssuer(authority: string, tenants: string): NonNullable<OAuthConfig["acceptsIssuer"]> {
  return (issuer, { tid }) =>
    typeof tid === "string" &&
    GUID.test(tid) &&
    TENANT_RULES[tenants]?.(tid.toLowerCase()) === true &&
    issuer === `${authority}/${tid}/v2.0`
}

/**
 * Returns the endpoints of an Entra authority. A tenant's GUID is an ordinary issuer. `common` and similar names accept
 * the issuers of tenants. For a tenant's domain, or another cloud, the discovery document is requested.
 */
export function entraEndpoints(issuer: string): Partial<Row> {
  const [, authority = "", tenant = ""] = /^(https:\/\/[^/]+)\/([^/]+)\/v2\.0\/?$/.exec(issuer) ?? []
  const many = Object.hasOwn(TENANT_RULES, tenant)
  if (authority === "") return { issuer }
  if (!many && !GUID.test(tenant)) return { wellKnown: `${authority}/${tenant}/v2.0/.well-known/openid-configuration` }
  if (!many && authority !== "https://login.microsoftonline.com") return { issuer }
  return {
    issuer: `${authority}/${tenant}/v2.0`,
    jwks: `${authority}/${tenant}/discovery/v2.0/keys`,
    authorization: `${authority}/${tenant}/oauth2/v2.0/authorize`,
    token: `${authority}/${tenant}/oauth2/v2.0/token`,
    ...(many && { acceptsIssuer: tenantIssuer(authority, tenant) }),
  }
}

interface EntraOptions {
  tenant?: string | undefined
  issuer?: string | undefined
  wellKnown?: string | undefined
}

/**
 * Returns the endpoints of the options. An issuer or a discovery document narrows the default tenant `common`.
 * Any other tenant must be the issuer's own, because neither of the two may let in users that the other one doesn't.
 */
export function entraTenant({ tenant = "common", issuer = "", wellKnown }: EntraOptions): Partial<Row> {
  if (wellKnown !== undefined && issuer === "https://login.microsoftonline.com/common/v2.0") return { wellKnown }
  const named = /^https:\/\/[^/]+\/([^/]+)\/v2\.0\/?$/.exec(issuer)?.[1]
  if (tenant === "common" || tenant === named) return entraEndpoints(issuer)
  const difference = `\`tenant\` is ${JSON.stringify(tenant)}, but \`issuer\` is ${JSON.stringify(issuer)}`
  return {
    problems: [`Different tenants of Microsoft Entra ID: ${difference}. Pass one of them, and check AUTH_…_ISSUER`],
  }
}

/** Reads the photo if a size is set. Microsoft only sends it as bytes. */
export function entraPhoto(size: number | undefined): Partial<Row> {
  if (size === undefined) return {}
  const url = `https://graph.microsoft.com/v1.0/me/photos/${size}x${size}/$value`
  return {
    refine: async (user, tokens, { fetch }) => ({ ...user, image: await fetchPhoto(fetch, url, tokens.access_token) }),
  }
}

async function fetchPhoto(fetch: Fetch, url: string, token = ""): Promise<string | null> {
  try {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    if (!response.ok) return null // most users have none
    const bytes = Array.from(new Uint8Array(await response.arrayBuffer()), (byte) => String.fromCharCode(byte))
    return `data:image/jpeg;base64,${btoa(bytes.join(""))}`
  } catch {
    return null // too slow or too large: the sign-in continues without a photo
  }
}

interface UserFlowOptions {
  issuer?: string | undefined
  wellKnown?: string | undefined
  tenantId?: string | undefined
  primaryUserFlow?: string | undefined
}

/**
 * Returns where a user flow of Azure AD B2C is discovered. next-auth 4 has the tenant and the flow as two options, or
 * the flow's URL as `issuer`. The flow's document names another issuer, which counts.
 */
export function b2cUserFlow({ issuer, wellKnown, tenantId, primaryUserFlow }: UserFlowOptions): Partial<Row> {
  if ((tenantId === undefined) !== (primaryUserFlow === undefined))
    return { problems: ["Azure AD B2C needs both `tenantId` and `primaryUserFlow`. Set the other one, too"] }
  const url = issuer ?? `https://${tenantId}.b2clogin.com/${tenantId}.onmicrosoft.com/${primaryUserFlow}/v2.0`
  if (!/^https:\/\/[^/]+\/[^/]+\/[^/]+\/v2\.0\/?$/.test(url)) return { issuer: url, ...(wellKnown && { wellKnown }) }
  return { wellKnown: wellKnown ?? `${url.replace(/\/$/, "")}/.well-known/openid-configuration` }
}
