import type { JsonValue } from "../../adapters/contract.ts"
import { readPath } from "../../providers/template.ts"
import type { TokenSet } from "../../providers/types.ts"
import { printable } from "./callback-params.ts"
import { endpointOf } from "./endpoints.ts"
import type { Party } from "./engine.ts"
import { refusal } from "./refusal.ts"
import type { Answer } from "./request.ts"
import { isFields, isText, parseJson, type Fields } from "./shapes.ts"

/** What a token endpoint said. */
export interface TokenAnswer {
  tokens: TokenSet
  /** The whole of it: some providers put the profile there. */
  body: Fields
}

/**
 * Reads a token response, however it is written: JSON, form-encoded, wrapped, with its errors at status 200.
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export function tokensFrom(party: Party, answer: Answer): TokenAnswer {
  const { id } = party.provider
  const whole = bodyOf(answer)
  if (!whole) throw refusal(`The token endpoint of ${id} answered with status ${answer.status} and no tokens`)
  const path = endpointOf(party.provider.token).unwrap
  const inside = path ? readPath(path, whole) : whole
  const body = isFields(inside) ? inside : whole
  const error = errorIn(whole) ?? errorIn(body)
  if (error || answer.status < 200 || answer.status > 299) {
    throw refusal(
      `The token endpoint of ${id} answered with status ${answer.status} and the error ${error ?? "unknown"}`,
    )
  }
  return { tokens: normalise(party, body), body: whole }
}

/** Error codes that do not say success, as RFC 6749 and as some providers spell them. */
function errorIn(body: Fields): string | undefined {
  const { error, errcode, ok } = body
  if (error !== undefined && error !== null && error !== 0 && error !== "" && error !== false) {
    return printable(isText(error) ? error : JSON.stringify(error))
  }
  if (errcode !== undefined && errcode !== 0) return printable(String(errcode))
  return ok === false ? "not ok" : undefined
}

function bodyOf({ headers, text }: Answer): Fields | undefined {
  const type = headers.get("content-type") ?? ""
  if (/^\s*(?:text\/html|application\/xhtml|image\/|multipart\/)/i.test(type)) return undefined
  const json = parseJson(
    text.replace(/^&&&START&&&|^\s*(?:callback|jsonp)\(|\)[\s;]*$/g, (part) =>
      part.includes(")") && !/^\s*[a-z]+\(/.test(text) ? part : "",
    ),
  )
  if (isFields(json)) return json
  if (json !== undefined || !/^[\w%.+~-]+=[^\s<{]*$/.test(text.trim())) return undefined
  return Object.fromEntries(new URLSearchParams(text.trim()))
}

// Fields that are the service's own in an account: no answer sets them
const OURS = new Set([
  "provider",
  "providerAccountId",
  "type",
  "userId",
  "user",
  "id",
  "constructor",
  "prototype",
  "__proto__",
  "expires_at",
  "label",
  "proven_email",
])

function normalise({ engine, provider }: Party, body: Fields): TokenSet {
  const { access_token, token_type, expires_in, scope, refresh_token, id_token, ...rest } = body
  if (!isText(access_token)) throw refusal(`The token endpoint of ${provider.id} answered without an access token`)
  const seconds = lifetime(provider.id, expires_in)
  return {
    ...others(rest),
    access_token,
    token_type: tokenType(provider.id, token_type),
    ...optionalText(provider.id, "refresh_token", refresh_token),
    ...optionalText(provider.id, "id_token", id_token),
    ...scopeIn(scope),
    ...(seconds !== undefined && { expires_in: seconds, expires_at: Math.floor(engine.now() / 1000) + seconds }),
  }
}

function others(rest: Fields): Record<string, JsonValue> {
  const kept = Object.entries(rest).filter(([name, value]) => !OURS.has(name) && value !== undefined)
  return Object.fromEntries(kept) as Record<string, JsonValue> // it was parsed from JSON
}

function tokenType(id: string, type: unknown): Lowercase<string> {
  if (type === undefined || type === null || type === "") return "bearer" // several providers leave it out
  const lower = isText(type) ? type.toLowerCase() : ""
  // RFC 6749, section 7.1: a type that is not understood must not be used
  if (!KNOWN_TYPES.has(lower))
    throw refusal(`The token endpoint of ${id} answered with token type ${printable(String(type))}`)
  return lower as Lowercase<string> // it was lower-cased above
}

const KNOWN_TYPES = new Set(["bearer", "user", "token", "oauth", "access_token", "n/a", "bearertoken", "authorization"])

const TEN_YEARS = 10 * 365 * 24 * 60 * 60

function lifetime(id: string, value: unknown): number | undefined {
  if (value === undefined || value === null || value === "") return undefined
  const seconds = typeof value === "number" || isText(value) ? Number(value) : Number.NaN
  if (!Number.isFinite(seconds) || seconds < 0)
    throw refusal(`The token endpoint of ${id} answered with an expires_in that is no number of seconds`)
  return Math.min(Math.floor(seconds), TEN_YEARS)
}

function optionalText(id: string, name: string, value: unknown): Record<string, string> {
  if (value === undefined || value === null || value === "") return {}
  if (!isText(value)) throw refusal(`The token endpoint of ${id} answered with a ${name} that is no text`)
  return { [name]: value }
}

function scopeIn(scope: unknown): { scope?: string } {
  if (isText(scope)) return { scope }
  return Array.isArray(scope) && scope.length > 0 ? { scope: scope.map(String).join(" ") } : {}
}
