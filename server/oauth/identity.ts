import * as oauth from "oauth4webapi"
import { normalEmail } from "../providers/email-address.ts"
import type { Account } from "../types.ts"
import { readPath } from "../providers/template.ts"
import { typeFor } from "../providers/account-type.ts"
import type { Identity } from "../providers/identity.ts"
import type { OAuthConfig, Profile, ProfileUser, TokenSet } from "../providers/types.ts"
import { checkParameters, checkSameServer, validatedResponse } from "./callback-params.ts"
import { boundedFetch } from "./request.ts"
import type { FlowChecks, OAuthEngine, Party } from "./types.ts"
import { acceptedIssuer, claimsOf, isIssuer } from "./id-token.ts"
import { metadataFor, type Needed } from "./metadata.ts"
import { type Metadata } from "./types.ts"
import { asAuthError, refusal } from "./refusal.ts"
import { isFields, isText, parseJson, type Fields } from "./shapes.ts"
import { clientFor, serverFor, step } from "./standard.ts"
import { endpointOf } from "./endpoints.ts"
import { requestTokens } from "./token-request.ts"
import { normalizedTokens, recognizedTokenTypes, tokenSetOf } from "./tokens.ts"
import { extraAnswers, userinfo } from "./userinfo.ts"

export interface Callback {
  engine: OAuthEngine
  provider: OAuthConfig
  /** The same as at the start. */
  redirectUri: string
  /** What the provider sent with the visitor. */
  parameters: URLSearchParams
  /** What the start of this flow must find again. */
  checks: FlowChecks
}

/**
 * Who the provider says the visitor is: checks its answer, trades the code for tokens and reads the profile.
 *
 * @throws {AuthError} `OAuthCallbackError`, with `cancelled: true` in its cause where the visitor chose not to sign in
 */
export async function identifyOAuth({
  engine,
  provider: configured,
  redirectUri,
  parameters,
  checks,
}: Callback): Promise<Identity> {
  checkParameters({ engine, provider: configured }, parameters)
  try {
    const failed = parameters.has("error") // then no endpoint is needed, and nothing is requested
    const changes = failed ? undefined : await configured.atCallback?.(parameters, configured)
    const provider = { ...configured, ...changes }
    const party: Party = { engine, provider }
    const metadata = await metadataFor(party, failed ? [] : neededBy(provider))
    checkSameServer(party, metadata, checks)
    const response = await validatedResponse(party, parameters, { metadata, checks })
    const validated = await tradeCode(party, metadata, { response, redirectUri, checks })
    return await identityFrom(party, metadata, { ...validated, checks, parameters })
  } catch (thrown) {
    throw asAuthError(thrown, "OAuthCallbackError", `The sign-in at ${configured.id} could not be finished`)
  }
}

function neededBy(provider: OAuthConfig): Needed[] {
  const reads = sourceOfProfile(provider)
  const asks = reads === "userinfo" && !endpointOf(provider.userinfo).request
  return [
    "token_endpoint",
    ...(provider.type === "oidc" ? (["jwks_uri"] as const) : []),
    ...(asks ? (["userinfo_endpoint"] as const) : []),
  ]
}

function sourceOfProfile(provider: OAuthConfig): NonNullable<OAuthConfig["profileSource"]> {
  if (provider.profileSource) return provider.profileSource
  const fromToken = provider.type === "oidc" && Reflect.get(provider, "idToken") !== false
  return fromToken ? "id_token" : "userinfo"
}

type Trade = Pick<Callback, "redirectUri" | "checks"> & { response: URLSearchParams }

/** What the validated token response says. */
interface Validated {
  tokens: TokenSet
  /** The claims of an OpenID provider's ID token. */
  claims: Profile | undefined
  /** The token response as the provider sent it. */
  body: Fields
}

async function tradeCode(
  party: Party,
  metadata: Metadata,
  { response, redirectUri, checks }: Trade,
): Promise<Validated> {
  const isOpenId = party.provider.type === "oidc"
  const verifier = checks.code_verifier
  const answer = await step(party, "token request", () =>
    requestTokens(party, metadata, { response, redirectUri, verifier }),
  )
  const normalized = normalizedTokens(party, answer)
  const { idToken, body } = normalized
  const server = serverFor(party, metadata, acceptedIssuer(party, isOpenId ? idToken : undefined, { metadata, checks }))
  const tokenResponse = normalized.response()
  const expectedNonce: string | typeof oauth.expectNoNonce = checks.nonce ?? oauth.expectNoNonce
  const validated = await step(party, "token response", () =>
    oauth.processAuthorizationCodeResponse(server, clientFor(party), tokenResponse, {
      recognizedTokenTypes,
      ...(isOpenId && { requireIdToken: true, expectedNonce }),
    }),
  )
  const tokens = tokenSetOf(party, validated, idToken)
  const accessToken = tokens.access_token
  const signed = { metadata, server, response: tokenResponse, idToken: idToken ?? "", accessToken }
  return { tokens, claims: isOpenId ? await claimsOf(party, signed) : undefined, body }
}

interface Answered extends Validated {
  checks: FlowChecks
  parameters: URLSearchParams
}

async function identityFrom(
  party: Party,
  metadata: Metadata,
  { tokens, claims, body, checks, parameters }: Answered,
): Promise<Identity> {
  const { provider } = party
  const before = await extraAnswers(party, { tokens, extra: {} }, { before: true })
  const whole = await wholeProfile(party, metadata, { tokens, claims, body, extra: before })
  const extra = await extraAnswers(party, { tokens, extra: before, profile: whole }, { before: false })
  const inside = provider.profileUnwrap ? readPath(provider.profileUnwrap, whole) : whole
  if (!isFields(inside)) throw refusal(`The profile of ${provider.id} is not where it should be`)
  const profile: Profile = { ...inside }
  const context = { extra, form: formOf(parameters), fetch: boundedFetch(party) }
  const user = await (provider.profile ?? standardUser)(profile, tokens, context)
  const providerAccountId = subjectOf(provider.id, user?.id)
  const whose = { provider: provider.id, type: typeFor(provider.type, party.engine), providerAccountId }
  const storedAccount: Account = { ...storedFields(provider, tokens), ...whose }
  const account: Account = { ...tokens, ...storedAccount }
  const emailProven = proves(provider, user, profile)
  const isIssuedBy = claims && ((issuer: string) => isIssuer(provider, issuer, { claims, metadata, checks }))
  return {
    user: { ...user, id: providerAccountId },
    account,
    storedAccount,
    profile,
    emailProven,
    ...(isIssuedBy && { isIssuedBy }),
  }
}

interface Sources extends Validated {
  extra: Record<string, unknown>
}

async function wholeProfile(
  party: Party,
  metadata: Metadata,
  { tokens, claims, body, extra }: Sources,
): Promise<Profile> {
  const { provider } = party
  switch (sourceOfProfile(provider)) {
    case "id_token":
      if (claims) return claims
      throw refusal(`The profile of ${provider.id} is read from its ID token, which only type oidc verifies`)
    case "token_response":
      return { ...body }
    case "access_token_jwt":
      return claimsInside(provider.id, tokens.access_token)
    case "userinfo":
      return userinfo(party, metadata, { tokens, extra, subject: claims?.sub ?? undefined })
  }
}

// It came from the token endpoint itself over https; nobody else could have written it
function claimsInside(id: string, token: string | undefined): Profile {
  const [, part = ""] = token?.split(".") ?? []
  const claims = parseJson(textOf(part))
  if (!isFields(claims)) throw refusal(`The access token of ${id} is no JWT`)
  return { ...claims }
}

function textOf(part: string): string {
  try {
    const binary = atob(part.replaceAll("-", "+").replaceAll("_", "/"))
    return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
  } catch {
    return ""
  }
}

function formOf(parameters: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...parameters].map(([name, value]) => [name, /^[{[]/.test(value) ? (parseJson(value) ?? value) : value]),
  )
}

/** The user of a profile in the standard claims. */
function standardUser({ sub, id, name, nickname, preferred_username: handle, email, picture }: Profile): ProfileUser {
  const own = sub ?? id
  return {
    ...(own !== undefined && own !== null && { id: own }),
    name: name ?? nickname ?? handle ?? null,
    email: email ?? null,
    image: isText(picture) ? picture : null,
  }
}

const NOBODY = new Set(["", "undefined", "null", "nan", "[object object]", "false", "true"])

/** The provider's id of a person, as text. One that everybody could have would make everybody the same user. */
function subjectOf(provider: string, id: unknown): string {
  const text = typeof id === "number" && Number.isSafeInteger(id) ? String(id) : typeof id === "string" ? id : ""
  // Blanks at an end are none to some databases, which would take the id for another one
  if (NOBODY.has(text.toLowerCase()) || text !== text.trim() || text.length > 255) {
    throw refusal(`The profile of ${provider} has no usable id: ${JSON.stringify(id)?.slice(0, 80) ?? "undefined"}`)
  }
  return text
}

const KEPT = ["access_token", "id_token", "refresh_token", "expires_at", "scope", "token_type", "session_state"]

function storedFields(provider: OAuthConfig, tokens: TokenSet): Partial<TokenSet> {
  const chosen = provider.account?.(tokens)
  if (chosen) return chosen
  return Object.fromEntries(KEPT.filter((name) => tokens[name] !== undefined).map((name) => [name, tokens[name]]))
}

function proves({ emailTrust = "claim" }: OAuthConfig, user: ProfileUser, profile: Profile): boolean {
  if (!isText(user.email)) return false
  if (emailTrust === "always") return true
  if (emailTrust !== "claim") return false
  const { emailVerified } = user
  if (emailVerified !== undefined && emailVerified !== null) return emailVerified === true || isTime(emailVerified)
  // The claim is about `email`. A profile callback may have read the address from a claim that the user can edit
  return profile.email_verified === true && normalEmail(user.email) === normalEmail(profile.email)
}

// JSON has no dates: only the app's own `profile` callback can return one
function isTime(value: unknown): boolean {
  return value instanceof Date && !Number.isNaN(value.getTime())
}
