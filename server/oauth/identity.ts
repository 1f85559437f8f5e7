import { withTimeout } from "../core/crypto/with-timeout.ts"
import { normalizeEmail } from "../providers/email-address.ts"
import type { Account } from "../types.ts"
import { readPath, rootName } from "../providers/template.ts"
import { typeFor } from "../providers/protocol.ts"
import type { Identity } from "../providers/identity.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { Profile, ProfileUser } from "../providers/profile-types.ts"
import { checkParameters, checkSameServer, validateAuthResponse } from "./callback-params.ts"
import { boundedFetch } from "./request.ts"
import { requireExtensions, withCheckedDpop } from "./require-extensions.ts"
import type {
  AuthorizationChecks,
  EndpointName,
  Metadata,
  OAuthEngine,
  ProviderClient,
  ValidatedTokens,
} from "./types.ts"
import { exchangeCode } from "./exchange-code.ts"
import { metadataFor } from "./metadata.ts"
import { wrapAsAuthError, callbackError, isFields, isText, parseJson, toEndpoint } from "./values.ts"
import { storedFields } from "./tokens.ts"
import { fetchExtras, userinfo } from "./userinfo.ts"

export interface OAuthCallback {
  engine: OAuthEngine
  provider: OAuthConfig
  /** The same value as at the start. */
  redirectUri: string
  /** The parameters of the provider's redirect. */
  parameters: URLSearchParams
  /** The checks that the start of this transaction stored. */
  checks: AuthorizationChecks
}

/**
 * Identifies the user: checks the provider's response, exchanges the code for tokens and reads the profile.
 *
 * @throws {AuthError} `OAuthCallbackError`, with `cancelled: true` in its cause if the user cancelled the sign-in
 */
export async function identifyOAuth({
  engine,
  provider: configured,
  redirectUri,
  parameters,
  checks,
}: OAuthCallback): Promise<Identity> {
  checkParameters({ engine, provider: configured }, parameters)
  try {
    // No endpoint is needed then, so none is discovered
    const failed = parameters.has("error") && configured.signedResponse !== true
    const changes = failed
      ? undefined
      : await withTimeout("`onCallback`", configured.onCallback?.(parameters, configured))
    const provider = { ...configured, ...changes }
    const client: ProviderClient = await withCheckedDpop({ engine, provider }, checks)
    const metadata = await metadataFor(client, failed ? [] : neededEndpoints(provider))
    checkSameServer(client, metadata, checks)
    const response = await validateAuthResponse(client, parameters, { metadata, checks, redirectUri })
    const validated = await exchangeCode(client, metadata, { response, redirectUri, checks })
    return await identityFrom(client, metadata, { ...validated, checks, parameters })
  } catch (thrown) {
    throw wrapAsAuthError(thrown, "OAuthCallbackError", `The sign-in at ${configured.id} could not be finished`)
  }
}

/** Returns the endpoints that finish a sign-in. */
export function neededEndpoints(provider: OAuthConfig): EndpointName[] {
  const reads = profileSourceFor(provider)
  const asks = reads === "userinfo" && !toEndpoint(provider.userinfo).request
  return [
    "token_endpoint",
    ...(provider.type === "oidc" || provider.signedResponse ? (["jwks_uri"] as const) : []),
    ...(asks ? (["userinfo_endpoint"] as const) : []),
  ]
}

function profileSourceFor(provider: OAuthConfig): NonNullable<OAuthConfig["profileSource"]> {
  if (provider.profileSource) return provider.profileSource
  const fromToken = provider.type === "oidc" && Reflect.get(provider, "idToken") !== false
  return fromToken ? "id_token" : "userinfo"
}

interface IdentityInput extends ValidatedTokens {
  checks: AuthorizationChecks
  parameters: URLSearchParams
}

/** Returns the field that the profile is in, such as `data`. The callbacks of an app from Auth.js read it there. */
function outerField({ provider: { profileUnwrap }, engine }: ProviderClient, fullProfile: Profile): Profile {
  if (!profileUnwrap || engine.compatVersion === undefined) return {}
  const name = rootName(profileUnwrap)
  return { [name]: readPath(name, fullProfile) }
}

/** Reads the profile, and returns the user. */
export async function identityFrom(
  client: ProviderClient,
  metadata: Metadata,
  { tokens, claims, body, isIssuedBy, checks, parameters }: IdentityInput,
): Promise<Identity> {
  const { provider } = client
  const before = await fetchExtras(client, { tokens, extra: {} }, { before: true })
  const fullProfile = await fetchProfile(client, metadata, { tokens, claims, body, extra: before })
  const extra = await fetchExtras(client, { tokens, extra: before, profile: fullProfile }, { before: false })
  const inside = provider.profileUnwrap ? readPath(provider.profileUnwrap, fullProfile) : fullProfile
  if (!isFields(inside))
    throw callbackError(`The profile of ${provider.id} isn't at the path that \`profileUnwrap\` names`)
  const profile: Profile = { ...outerField(client, fullProfile), ...inside }
  checkPinnedParams(provider, profile)
  const context = { extra, form: toForm(parameters), fetch: boundedFetch(client) }
  const user = await withTimeout("`profile`", (provider.profile ?? standardUser)(profile, tokens, context))
  const providerAccountId = requireSubject(provider.id, user?.id)
  const accountKey = { provider: provider.id, type: typeFor(provider.type, client.engine), providerAccountId }
  const storedAccount: Account = { ...storedFields(provider, tokens), ...accountKey }
  const account: Account = { ...tokens, ...storedAccount }
  const emailProven = isEmailTrusted(provider, user, profile)
  return {
    user: { ...user, id: providerAccountId },
    account,
    storedAccount,
    ...(checks.dpop_key !== undefined && { dpopKey: checks.dpop_key }),
    profile,
    emailProven,
    ...(claims && { authenticated: { time: claims["auth_time"], acr: claims["acr"] } }),
    ...(isIssuedBy && { isIssuedBy }),
  }
}

/** Requires that the parameters that limit who may sign in had their effect. A user can change the URL. */
function checkPinnedParams({ id, authorization, pinnedParams = {} }: OAuthConfig, profile: Profile): void {
  const { url, params = {} } = toEndpoint(authorization)
  for (const [name, matches] of Object.entries(pinnedParams)) {
    const value = params[name] ?? URL.parse(url ?? "")?.searchParams.get(name)
    if (value !== undefined && value !== null && !matches(profile, String(value)))
      throw callbackError(`The user of ${id} isn't of the \`${name}\` that the configuration asks for`)
  }
}

interface ProfileSources extends ValidatedTokens {
  extra: Record<string, unknown>
}

async function fetchProfile(
  client: ProviderClient,
  metadata: Metadata,
  { tokens, claims, body, extra }: ProfileSources,
): Promise<Profile> {
  const { provider } = client
  switch (profileSourceFor(provider)) {
    case "id_token":
      if (claims) return requireExtensions(client).completeClaims(client, metadata, { tokens, claims, extra })
      throw callbackError(`The profile of ${provider.id} is read from its ID token, which only type oidc verifies`)
    case "token_response":
      return { ...body }
    case "access_token_jwt":
      return decodeClaims(provider.id, tokens.access_token)
    case "userinfo":
      return userinfo(client, metadata, { tokens, extra, subject: claims?.sub ?? undefined })
  }
}

// The token endpoint returned it over https, so its signature needs no check
function decodeClaims(id: string, token: string | undefined): Profile {
  const [, part = ""] = token?.split(".") ?? []
  const claims = parseJson(decodePart(part))
  if (!isFields(claims)) throw callbackError(`The access token of ${id} isn't a JWT`)
  return { ...claims }
}

function decodePart(part: string): string {
  try {
    const binary = atob(part.replaceAll("-", "+").replaceAll("_", "/"))
    return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
  } catch {
    return ""
  }
}

function toForm(parameters: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...parameters].map(([name, value]) => [name, /^[{[]/.test(value) ? (parseJson(value) ?? value) : value]),
  )
}

/** Returns the user for a profile with the standard claims. */
function standardUser({ sub, id, name, nickname, preferred_username: handle, email, ...rest }: Profile): ProfileUser {
  const subject = sub ?? id
  const picture = rest.picture ?? rest["image"]
  return {
    ...(subject !== undefined && subject !== null && { id: subject }),
    name: name ?? nickname ?? handle ?? null,
    email: email ?? null,
    image: isText(picture) ? picture : null,
  }
}

const INVALID_SUBJECTS = new Set(["", "undefined", "null", "nan", "[object object]", "false", "true"])

/**
 * Returns the provider's id of a user as a string. Rejects placeholder ids, which would give everyone the same account.
 */
function requireSubject(provider: string, id: unknown): string {
  const text = typeof id === "number" && Number.isSafeInteger(id) ? String(id) : typeof id === "string" ? id : ""
  // Some databases ignore trailing spaces, and would find the account of another id. UTF-8 has no lone surrogates
  const isStorable = text === text.trim() && text.length <= 255 && text.isWellFormed() && !text.includes("\0")
  if (INVALID_SUBJECTS.has(text.toLowerCase()) || !isStorable) {
    throw callbackError(
      `The profile of ${provider} has no usable id: ${JSON.stringify(id)?.slice(0, 80) ?? "undefined"}`,
    )
  }
  return text
}

function isEmailTrusted({ emailTrust = "claim" }: OAuthConfig, user: ProfileUser, profile: Profile): boolean {
  if (!isText(user.email)) return false
  if (emailTrust === "always") return true
  if (emailTrust !== "claim") return false
  const { emailVerified } = user
  if (emailVerified !== undefined && emailVerified !== null) return emailVerified === true || isTime(emailVerified)
  // The claim is about `email`. A profile callback may have read the address from a claim that the user can edit
  return profile.email_verified === true && normalizeEmail(user.email) === normalizeEmail(profile.email)
}

// JSON has no dates, so only the app's own `profile` callback can return one
function isTime(value: unknown): boolean {
  return value instanceof Date && !Number.isNaN(value.getTime())
}
