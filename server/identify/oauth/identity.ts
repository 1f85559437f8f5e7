import { normalEmail } from "../../accounts/email.ts"
import type { Account } from "../../adapters/contract.ts"
import { affirms, readPath } from "../../providers/template.ts"
import type { Identity } from "../../providers/identity.ts"
import type { OAuthConfig, Profile, ProfileUser, TokenSet } from "../../providers/types.ts"
import { checkResponseIssuer, checkSameServer, codeFrom } from "./callback-params.ts"
import { fetchOf } from "./request.ts"
import type { FlowChecks, OAuthEngine, Party } from "./engine.ts"
import { claimsOf, isIssuer } from "./id-token.ts"
import { metadataFor, type Metadata, type Needed } from "./metadata.ts"
import { asAuthError, refusal } from "./refusal.ts"
import { isFields, isText, parseJson } from "./shapes.ts"
import { endpointOf } from "./endpoints.ts"
import { requestTokens } from "./token-request.ts"
import { tokensFrom, type TokenAnswer } from "./tokens.ts"
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
  const code = codeFrom({ engine, provider: configured }, parameters, checks)
  try {
    const provider = { ...configured, ...(await configured.atCallback?.(parameters, configured)) }
    const party: Party = { engine, provider }
    const metadata = await metadataFor(party, neededBy(provider))
    checkSameServer(party, metadata, checks)
    checkResponseIssuer(party, metadata, parameters, checks)
    const answer = await tradeCode(party, metadata, { code, redirectUri, parameters, checks })
    return await identityFrom(party, metadata, { answer, checks, parameters })
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

type Trade = Pick<Callback, "redirectUri" | "parameters" | "checks"> & { code: string }

async function tradeCode(
  party: Party,
  metadata: Metadata,
  { code, redirectUri, parameters, checks }: Trade,
): Promise<TokenAnswer> {
  const endpoint = endpointOf(party.provider.token)
  const repeated = (endpoint.callbackParams ?? []).flatMap((name): [string, string][] => {
    const value = parameters.get(name)
    return value === null ? [] : [[name, value]]
  })
  const grant: [string, string][] = [
    ["grant_type", "authorization_code"],
    ["code", code],
    ["redirect_uri", redirectUri],
    ...(checks.code_verifier === undefined ? [] : [["code_verifier", checks.code_verifier] satisfies [string, string]]),
    ...repeated,
  ]
  if (endpoint.request) {
    const { tokens } = await endpoint.request({ params: Object.fromEntries(grant), provider: party.provider })
    const text = JSON.stringify(tokens)
    return tokensFrom(party, { status: 200, headers: new Headers({ "content-type": "application/json" }), text })
  }
  return tokensFrom(party, await requestTokens(party, metadata, grant))
}

interface Answered {
  answer: TokenAnswer
  checks: FlowChecks
  parameters: URLSearchParams
}

async function identityFrom(
  party: Party,
  metadata: Metadata,
  { answer, checks, parameters }: Answered,
): Promise<Identity> {
  const { provider } = party
  const { tokens } = answer
  const accessToken = tokens.access_token
  const claims =
    provider.type === "oidc" ? await claimsOf(party, tokens.id_token, { metadata, checks, accessToken }) : undefined
  const before = await extraAnswers(party, { tokens, extra: {} }, { before: true })
  const whole = await wholeProfile(party, metadata, { answer, claims, extra: before })
  const extra = await extraAnswers(party, { tokens, extra: before, profile: whole }, { before: false })
  const inside = provider.profileUnwrap ? readPath(provider.profileUnwrap, whole) : whole
  if (!isFields(inside)) throw refusal(`The profile of ${provider.id} is not where it should be`)
  const profile: Profile = { ...inside }
  const context = { extra, form: formOf(parameters), fetch: fetchOf(party) }
  const user = await (provider.profile ?? standardUser)(profile, tokens, context)
  const providerAccountId = subjectOf(provider.id, user?.id)
  const account: Account = {
    ...accountFields(provider, tokens),
    provider: provider.id,
    type: provider.type,
    providerAccountId,
  }
  const emailProven = proves(provider, user, profile)
  const isIssuedBy = claims && ((issuer: string) => isIssuer(provider, issuer, { claims, metadata, checks }))
  return { user: { ...user, id: providerAccountId }, account, profile, emailProven, ...(isIssuedBy && { isIssuedBy }) }
}

interface Sources {
  answer: TokenAnswer
  claims: Profile | undefined
  extra: Record<string, unknown>
}

async function wholeProfile(party: Party, metadata: Metadata, { answer, claims, extra }: Sources): Promise<Profile> {
  const { provider } = party
  switch (sourceOfProfile(provider)) {
    case "id_token":
      if (claims) return claims
      throw refusal(`The profile of ${provider.id} is read from its ID token, which only type oidc verifies`)
    case "token_response":
      return { ...answer.body }
    case "access_token_jwt":
      return claimsInside(provider.id, answer.tokens.access_token)
    case "userinfo": {
      const profile = await userinfo(party, metadata, { tokens: answer.tokens, extra })
      // OpenID Connect Core, section 5.3.2
      if (claims && profile.sub !== claims.sub)
        throw refusal(`The userinfo of ${provider.id} is about somebody else than its ID token`)
      return profile
    }
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

function accountFields(provider: OAuthConfig, tokens: TokenSet): Partial<TokenSet> {
  const chosen = provider.account?.(tokens)
  if (chosen) return chosen
  return Object.fromEntries(KEPT.filter((name) => tokens[name] !== undefined).map((name) => [name, tokens[name]]))
}

function proves({ emailTrust = "claim" }: OAuthConfig, user: ProfileUser, profile: Profile): boolean {
  if (!isText(user.email)) return false
  if (emailTrust === "always") return true
  if (emailTrust !== "claim") return false
  if (user.emailVerified !== undefined && user.emailVerified !== null) return affirms(user.emailVerified)
  // The claim speaks of `email`: what a profile callback took from another claim, a visitor may have typed there
  return affirms(profile.email_verified) && normalEmail(user.email) === normalEmail(profile.email)
}
