import type * as oauth from "oauth4webapi"
import type { JsonValue } from "../types.ts"
import { readPath } from "../providers/template.ts"
import type { OAuthConfig } from "../providers/types.ts"
import type { TokenSet } from "../providers/profile-types.ts"
import { toEndpoint, printable, isFields, isText, parseJson, type Fields } from "./values.ts"
import type { ProviderClient, ProviderResponse } from "./types.ts"

/**
 * A token response in the format of [RFC 6749, section 5.1](https://www.rfc-editor.org/rfc/rfc6749#section-5.1), for
 * oauth4webapi to validate.
 */
export interface NormalizedTokens {
  /** Creates a new response each time, because validating one consumes its body. */
  response(): Response
  /** The ID token. Only the response of an OpenID provider keeps it. */
  idToken: string | undefined
  /** The body as the provider sent it. Some providers put the profile there. */
  body: Fields
}

/**
 * Converts a token response to the standard format. Some providers encode it as a form, wrap it, return errors with
 * status 200, or omit the token type. `withIdToken` keeps the ID token; a plain OAuth 2.0 provider's can't be
 * validated.
 */
export function normalizeTokens(
  { provider }: ProviderClient,
  answer: ProviderResponse,
  { withIdToken = provider.type === "oidc" }: { withIdToken?: boolean } = {},
): NormalizedTokens {
  const fullBody = parseTokenBody(answer)
  // Neither JSON nor a form, so oauth4webapi rejects it
  if (!fullBody) return { response: () => unreadableResponse(answer), idToken: undefined, body: {} }
  const path = toEndpoint(provider.token).unwrap
  const inside = path ? readPath(path, fullBody) : fullBody
  const body = isFields(inside) ? inside : fullBody
  const error = readError(fullBody) ?? readError(body)
  const succeeded = error === undefined && answer.status >= 200 && answer.status < 300
  const status = succeeded ? 200 : Math.max(answer.status, 400)
  const { id_token: idToken, ...rest } = standardFields(body)
  const fields = succeeded
    ? { ...rest, ...(withIdToken && idToken !== undefined && { id_token: idToken }) }
    : { error: error ?? "unknown" }
  return {
    response: () => Response.json(fields, { status }),
    idToken: isText(idToken) ? idToken : undefined,
    body: fullBody,
  }
}

const unreadableResponse = ({ status }: ProviderResponse) =>
  new Response("", { status: status >= 200 && status < 300 ? 200 : status })

/**
 * Returns the fields with the types of RFC 6749. A value that can't be converted stays as it is, and is rejected later.
 */
function standardFields(body: Fields): Fields {
  const { token_type, expires_in, scope, refresh_token, id_token, ...rest } = body
  const isEmpty = (value: unknown) => value === undefined || value === null || value === ""
  const number = isText(expires_in) && /^\d+(?:\.\d+)?$/.test(expires_in) ? Number(expires_in) : expires_in
  return {
    ...rest,
    token_type: isEmpty(token_type) ? "bearer" : token_type, // several providers omit it
    ...(!isEmpty(expires_in) && { expires_in: isText(number) ? null : number }),
    ...(!isEmpty(refresh_token) && { refresh_token }),
    ...(!isEmpty(id_token) && { id_token }),
    ...(isText(scope) && { scope }),
    ...(Array.isArray(scope) && scope.length > 0 && { scope: scope.map(String).join(" ") }),
  }
}

/** Token types other than `bearer` that providers return for bearer tokens. */
const BEARER_TYPES = ["user", "token", "oauth", "access_token", "n/a", "bearertoken", "authorization"]

const reject = (found: string, expected: string) => () => {
  throw new TypeError(`the token type is ${found}, but ${expected} was requested`)
}

/**
 * Returns the token types that a response may have. A client must not use a token of a type that it doesn't know ([RFC
 * 6749, section 7.1](https://www.rfc-editor.org/rfc/rfc6749#section-7.1)). A client that asked for a `dpop` token
 * accepts no other, because anyone could use a bearer token ([RFC 9449, section
 * 5](https://www.rfc-editor.org/rfc/rfc9449#section-5)).
 */
export function tokenTypesFor({ dpop }: Pick<ProviderClient, "dpop">): oauth.RecognizedTokenTypes {
  if (dpop) return { dpop: () => {}, bearer: reject("bearer", "dpop") }
  return { ...Object.fromEntries(BEARER_TYPES.map((type) => [type, () => {}])), dpop: reject("dpop", "bearer") }
}

/**
 * Returns the error code of a body, in the spelling of RFC 6749 or of some providers. Codes that mean success are
 * skipped.
 */
function readError(body: Fields): string | undefined {
  const { error, errcode, ok } = body
  if (error !== undefined && error !== null && error !== 0 && error !== "" && error !== false) {
    return printable(isText(error) ? error : JSON.stringify(error))
  }
  if (errcode !== undefined && errcode !== 0) return printable(String(errcode))
  return ok === false ? "not ok" : undefined
}

function parseTokenBody({ headers, text }: ProviderResponse): Fields | undefined {
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

// Fields of an account that Latchkit sets itself. No response can set them
const RESERVED_KEYS = new Set([
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
  "dpop_key",
])

const TEN_YEARS = 10 * 365 * 24 * 60 * 60

/** Returns the token set of a validated response, without the fields of the account that Latchkit sets itself. */
export function toTokenSet({ engine }: ProviderClient, validated: Fields, idToken: string | undefined): TokenSet {
  const storedEntries = Object.entries(validated).filter(
    ([name, value]) => !RESERVED_KEYS.has(name) && value !== undefined,
  )
  const { expires_in: seconds } = validated
  const lasts = typeof seconds === "number" ? Math.min(Math.floor(seconds), TEN_YEARS) : undefined
  return {
    ...(Object.fromEntries(storedEntries) as Record<string, JsonValue>), // it was parsed from JSON
    ...(idToken !== undefined && { id_token: idToken }),
    ...(lasts !== undefined && { expires_in: lasts, expires_at: Math.floor(engine.now() / 1000) + lasts }),
  }
}

const STORED_FIELDS = [
  "access_token",
  "id_token",
  "refresh_token",
  "expires_at",
  "scope",
  "token_type",
  "session_state",
]

/**
 * Returns the fields of a token response to store with the account: those that `account` selects, otherwise the usual
 * ones.
 */
export function storedFields(provider: OAuthConfig, tokens: TokenSet): Partial<TokenSet> {
  const chosen = provider.account?.(tokens)
  if (chosen) return chosen
  return Object.fromEntries(
    STORED_FIELDS.filter((name) => tokens[name] !== undefined).map((name) => [name, tokens[name]]),
  )
}
