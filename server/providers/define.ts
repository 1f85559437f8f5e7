import { bringOAuth, bringOpenId } from "../brings.ts"
import { OAUTH } from "./oauth-names.ts"
import { checkOptionNames, type Names } from "./option-names.ts"
import { optionProblems } from "./option-problems.ts"
import { rejectWhen, renameTokens } from "./quirks/responses.ts"
import { toProfile, type Mapping } from "./mapping.ts"
import type { CatalogueFields, ProviderFunction, Row, RowOptions, OptionValues } from "./rows.ts"
import { fillTemplate, fillTemplates, type Source, mapTexts, withoutBraces } from "./template.ts"
import type { Check, EmailTrust, OAuthConfig, OIDCConfig, TokenEndpoint, UserinfoEndpoint } from "./types.ts"

const STANDARD_CLAIMS: Mapping = {
  id: "sub",
  name: "name",
  email: "email",
  emailVerified: "email_verified",
  image: "picture",
}

const CLIENT_AUTH = {
  basic: "client_secret_basic",
  post: "client_secret_post",
  none: "none",
  private_key_jwt: "private_key_jwt",
} as const

type GivenOptions = Readonly<Record<string, unknown>>

/** Returns an object's entries, also those whose key is a symbol, such as `customFetch`. */
function ownEntries(object: object): [PropertyKey, unknown][] {
  return Reflect.ownKeys(object).map((key) => [key, Reflect.get(object, key) as unknown])
}

/** Removes undefined values, so that they hide nothing when objects are merged. */
function withoutUndefined<T extends object>(object: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = ownEntries(object).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as never // the same keys, less those without a value
}

/** Returns the options' values, with fallbacks. A fallback may refer to another option or to the client id. */
function optionValues(options: RowOptions, given: GivenOptions): Source {
  const older = Object.entries(options).map(([name, { sameAs = name }]) => [sameAs, given[name]] as const)
  const named = Object.fromEntries(older.filter(([, value]) => value !== undefined && value !== null && value !== ""))
  const givenValues = withoutUndefined({ clientId: given["clientId"], ...named })
  const fallbacks = Object.entries(options)
    .filter(([name, option]) => !(name in givenValues) && option.fallback !== undefined)
    .map(([name, option]) => [name, option.fallback] as const)
  const own: Source = Object.fromEntries(fallbacks)
  return { ...fillTemplates(own, { ...own, ...givenValues }), ...givenValues }
}

/**
 * Fills options into the row. Removes a trailing slash of a base URL. The engine's own placeholders stay. An option
 * adds none, because a user of the app may have typed it. The engine fills none in an issuer, so that stays as it is.
 */
function fillRow(row: Row, values: Source): Row {
  const literals = mapTexts(values, withoutBraces)
  const { options, ...rest } = { ...row, ...row.derive?.(literals as OptionValues<RowOptions>) } // checked by `missing`
  const issuer = rest.issuer !== undefined && { issuer: fillTemplate(rest.issuer, values) }
  return { ...withoutEmptySegments({ ...fillTemplates(rest, literals), ...issuer }), ...(options && { options }) }
}

const withoutEmptySegments = <T>(row: T): T =>
  mapTexts(row, (text) => text.replace(/^(https:\/\/.*)$/, (url) => url.replace(/(?<!:)\/{2,}/g, "/")))

/** Returns the parameters to send. A parameter whose option the app left out isn't sent. */
function sentParams(params: GivenOptions | undefined, row: Row): GivenOptions {
  const open = new Set(Object.keys(row.options ?? {}).map((name) => `{${name}}`))
  return Object.fromEntries(Object.entries(params ?? {}).filter(([, value]) => !open.has(String(value))))
}

function toAuthorization(row: Row, scopes: unknown): OAuthConfig["authorization"] {
  const { url, params } = typeof row.authorization === "string" ? { url: row.authorization } : (row.authorization ?? {})
  const own = typeof scopes === "string" ? withoutBraces(scopes) : row.scopes
  const scope = own ?? (row.type === "oidc" ? "openid profile email" : undefined)
  return { ...(url !== undefined && { url }), params: { ...(scope && { scope }), ...sentParams(params, row) } }
}

function toTokenEndpoint(row: Row): TokenEndpoint {
  const endpoint = typeof row.token === "string" ? { url: row.token } : row.token
  // Without a method, parameters would become part of the URL
  return { method: "POST", ...(row.tokenNames && { transformResponse: renameTokens(row.tokenNames) }), ...endpoint }
}

function toUserinfoEndpoint(row: Row): UserinfoEndpoint | undefined {
  const endpoint = typeof row.userinfo === "string" ? { url: row.userinfo } : row.userinfo
  return row.errorWhen === undefined ? endpoint : { transformResponse: rejectWhen(row.errorWhen), ...endpoint }
}

function toChecks({ type, pkce = true, nonce = true }: Row): Check[] {
  return [...(pkce ? (["pkce"] as const) : []), "state", ...(type === "oidc" && nonce ? (["nonce"] as const) : [])]
}

/** Returns the row's mapping. For oidc it extends the standard claims. */
export function toMapping({ type, profile }: Row): Mapping {
  const fields = { ...(type === "oidc" && STANDARD_CLAIMS), ...profile }
  const { id, ...rest } = Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== null))
  return { id: id ?? "id", ...rest }
}

/** Returns how far the row's email addresses can be trusted. */
export function emailTrustFor(row: Row): EmailTrust {
  const { email, emailVerified } = toMapping(row)
  return row.emailTrust ?? (email === undefined ? "none" : emailVerified === undefined ? "unverified" : "claim")
}

/** Returns the row's `profile` callback. Its fields tell it from an app's own. */
function toProfileFunction(row: Row, options: Source): NonNullable<OAuthConfig["profile"]> {
  const mapped = toProfile(toMapping(row), options)
  const { refine, hasOtherId } = row
  const callback: typeof mapped = refine
    ? async (profile, tokens, context) => refine(await mapped(profile, tokens, context), tokens, context)
    : (profile, tokens, context) => mapped(profile, tokens, context)
  return Object.assign(callback, { mapped, ...(hasOtherId && { hasOtherId }) })
}

function toConfig(row: Row, given: GivenOptions, values: Source): OAuthConfig | OIDCConfig {
  const { scopes } = given
  // Scopes of another type stay an option, which the check of the configuration names
  const consumed: readonly unknown[] = [typeof scopes === "string" && "scopes", ...Object.keys(row.options ?? {})]
  return withoutUndefined({
    id: row.id,
    name: row.name,
    type: row.type,
    mark: row.mark,
    deprecated: row.deprecated,
    issuerFrom: row.issuerFrom,
    pinnedParams: row.pinnedParams,
    issuer: row.issuer,
    wellKnown: row.wellKnown,
    jwks_endpoint: row.jwks,
    clientSecret: row.clientSecret,
    authorization: toAuthorization(row, scopes ?? values["scopes"]),
    token: toTokenEndpoint(row),
    userinfo: toUserinfoEndpoint(row),
    extraRequests: row.extra && Object.entries(row.extra).map(([name, request]) => ({ name, ...request })),
    scopeSeparator: row.scopeSeparator,
    checks: toChecks(row),
    pkceMethod: row.pkce === "plain" ? ("plain" as const) : undefined,
    clientIdParam: row.clientIdParam,
    client: { token_endpoint_auth_method: CLIENT_AUTH[row.clientAuth ?? "basic"], ...row.client },
    idToken: row.idToken,
    profileSource: row.profileSource,
    profileUnwrap: row.unwrap,
    privateKey: row.clientAuth === "private_key_jwt" ? (given["privateKey"] as OAuthConfig["privateKey"]) : undefined,
    profile: toProfileFunction(row, values),
    emailTrust: emailTrustFor(row),
    acceptsIssuer: row.acceptsIssuer,
    onCallback: row.onCallback,
    endSessionParam: row.endSessionParam,
    options: Object.fromEntries(ownEntries(given).filter(([name]) => !consumed.includes(name))),
  })
}

/** Returns the features that a provider function brings. */
type Bring = () => object

function createProvider(
  base: Row,
  given: GivenOptions,
  bring: Bring | undefined,
  compat?: 4 | 5,
): OAuthConfig | OIDCConfig {
  const theirs = compat && base.compat?.[compat]
  const row = theirs ? { ...base, ...theirs, profile: { ...base.profile, ...theirs.profile } } : base
  const values = optionValues(row.options ?? {}, given)
  const wrong = optionProblems(row, given, values)
  const filled = wrong.length === 0 ? fillRow(row, values) : row
  const problems = [...wrong, ...(filled.problems ?? [])]
  const optionNames = ["clientId", "clientSecret", ...Object.keys(row.options ?? {})]
  const config: OAuthConfig | OIDCConfig = {
    ...toConfig(filled, given, values),
    ...bring?.(),
    ...(problems.length > 0 && { problems }),
    withOptions(more, provider = config, version = compat) {
      const changed = changedFields(config, provider)
      const own = Object.fromEntries(Object.entries(changed).filter(([name]) => optionNames.includes(name)))
      const passed = { ...withoutUndefined(given), ...own }
      const added = Object.fromEntries(optionNames.map((name) => [name, more[name]]))
      const namesServer = Object.keys(row.options ?? {}).some((name) => Object.hasOwn(passed, name))
      if (added["issuer"] === "" && namesServer) added["issuer"] = undefined // the app's own option counts instead
      const options = { ...given, ...withoutUndefined(added), ...passed }
      return { ...createProvider(base, options, bring, version), ...changed }
    },
  }
  return config
}

// `{ ...GitHub(), id: "github-enterprise" }`. Its options count as the function's: endpoints follow from a `tenant`
function changedFields(original: OAuthConfig, provider: OAuthConfig): Partial<OAuthConfig> {
  const before = new Map(ownEntries(original))
  return Object.fromEntries(
    ownEntries(provider).filter(([name, value]) => !before.has(name) || before.get(name) !== value),
  )
}

/** Makes the provider function of a row, without the evidence that the catalogue requires. */
export function toProviderFunction<O extends RowOptions, C extends OAuthConfig>(
  row: Row<O>,
  bring?: Bring,
): ProviderFunction<O, C> {
  const own = Object.entries(row.options ?? {}).map(([name, option]) => [name, option.names ?? true] as const)
  const names: Names = { ...OAUTH, ...Object.fromEntries(own) }
  const call = (given: GivenOptions = {}) => {
    checkOptionNames(row, given, names)
    return createProvider(row, given, bring) as C // `type` of the row decides which
  }
  return Object.assign(call, { row, bring }) as ProviderFunction<O, C> // its arguments are checked at the host's call
}

/** Makes a provider function of an OAuth 2.0 row. */
export function oauth<const O extends RowOptions = Record<never, never>>(
  id: string,
  name: string,
  fields: CatalogueFields<O>,
): ProviderFunction<O, OAuthConfig> {
  return toProviderFunction({ id, name, type: "oauth", ...fields }, bringOAuth)
}

/** Makes a provider function of an OpenID Connect row. Fields that the row leaves out have the standard's values. */
export function oidc<const O extends RowOptions = Record<never, never>>(
  id: string,
  name: string,
  fields: CatalogueFields<O>,
): ProviderFunction<O, OIDCConfig> {
  return toProviderFunction({ id, name, type: "oidc", ...fields }, bringOpenId)
}

/** Makes the provider function of a row whose profile has a type. */
type TypedRow<C extends OAuthConfig, Sent extends object> = <const O extends RowOptions = Record<never, never>>(
  id: string,
  name: string,
  fields: CatalogueFields<O>,
) => ProviderFunction<O, C, Sent>

// Two functions, because a bundler keeps all members of an object
/** Names the type of the profile that an app's `profile` callback gets: `oauthWith<GitHubProfile>()(…)`. */
export const oauthWith = <Sent extends object>(): TypedRow<OAuthConfig, Sent> => oauth

/** Names the type of the profile that an app's `profile` callback gets: `oidcWith<GoogleProfile>()(…)`. */
export const oidcWith = <Sent extends object>(): TypedRow<OIDCConfig, Sent> => oidc

/** Makes the same provider under an older id, with a deprecation warning. */
export function renameProvider<O extends RowOptions, C extends OAuthConfig, Sent extends object>(
  { row, bring }: ProviderFunction<O, C, Sent>,
  id: string,
  name: string,
): ProviderFunction<O, C, Sent> {
  const { compat: _, ...same } = row // of the other id
  return toProviderFunction({ ...same, id, name, deprecated: `${id} is now called ${row.id}` }, bring)
}
