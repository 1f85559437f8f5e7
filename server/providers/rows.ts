import type { ProfileContext } from "./context.ts"
import type { Field, Mapping } from "./mapping.ts"
import type {
  AuthorizationEndpoint,
  EmailTrust,
  ExtraRequest,
  OAuthConfig,
  OIDCConfig,
  Profile,
  ProfileUser,
  TokenEndpoint,
  TokenSet,
  UntypedProfile,
  UserinfoEndpoint,
} from "./types.ts"

/** Something a provider's function asks for beside client id and secret. */
export interface RowOption<T, Required extends boolean> {
  readonly required: Required
  /** What to pass, for the documentation and for the error if it is missing. */
  readonly about: string
  readonly fallback?: T
  /** The environment can hold it too, as `AUTH_{ID}_ISSUER`. TypeScript can't see that, so it doesn't demand the option. */
  readonly inEnvironment?: true
}

export type RowOptions = Readonly<Record<string, RowOption<unknown, boolean>>>

/** An option without which there is a type error, and a sentence at start. */
export function requiredOption(about: string): RowOption<string, true>
export function requiredOption<T>(about: string): RowOption<T, true>
export function requiredOption(about: string): RowOption<unknown, true> {
  return { required: true, about }
}

/** The issuer of a provider that has none of its own. It comes from the call or from `AUTH_{ID}_ISSUER`. */
export function issuerOption(about: string): RowOption<string, false> {
  return { required: false, about, inEnvironment: true }
}

/** An option that may be left out; `fallback` may hold placeholders of other options. */
export function optionalOption(about: string, fallback?: string): RowOption<string, false>
export function optionalOption<T>(about: string, fallback?: T): RowOption<T, false>
export function optionalOption(about: string, fallback?: unknown): RowOption<unknown, false> {
  return { required: false, about, ...(fallback !== undefined && { fallback }) }
}

type OptionValue<Option> = Option extends RowOption<infer T, boolean> ? T : never
type RequiredNames<O extends RowOptions> = {
  [Name in keyof O]: O[Name]["required"] extends true ? Name : never
}[keyof O]

/** The values of a row's options, as a host gives them. */
export type OptionValues<O extends RowOptions> = { [Name in RequiredNames<O>]: OptionValue<O[Name]> } & {
  [Name in Exclude<keyof O, RequiredNames<O>>]?: OptionValue<O[Name]> | undefined
}

/** Evidence for what a row claims. The table of providers in the documentation shows it. */
export interface RowDocs {
  /** Why `emailTrust` has its value: what the provider says about an address, and who decides it. */
  email: string
  /** What the account id is. Needed if the name of its field doesn't say that it never passes to another person. */
  id?: string
  /** Customers run the server themselves, so their administrators decide what it says. Such a row is `emailTrust: "idp"`. */
  selfHosted?: true
}

/** What a row says; everything that most providers share is left out of it. */
export interface RowFields<O extends RowOptions = RowOptions> {
  options?: O
  issuer?: string
  /** Only where it is not below the issuer. Without an issuer, the document's own counts. */
  wellKnown?: string
  jwks?: string
  authorization?: string | AuthorizationEndpoint
  /** As sent. @default "openid profile email" for oidc, none for oauth */
  scopes?: string
  /** What stands between scopes, where it is not a space. */
  scopeSeparator?: string
  token?: string | TokenEndpoint
  userinfo?: string | UserinfoEndpoint
  /** Requests beside userinfo, by the name that mappings use. */
  extra?: Readonly<Record<string, Omit<ExtraRequest, "name">>>
  /** @default true */
  pkce?: boolean | "plain"
  /** oidc only. @default true */
  nonce?: boolean
  /** How the token request proves who asks. @default "basic" */
  clientAuth?: "basic" | "post" | "none" | "private_key_jwt"
  clientIdParam?: string
  client?: NonNullable<OAuthConfig["client"]>
  /** When false, an oidc provider's profile is read from userinfo. @default true */
  idToken?: boolean
  /** oauth only. @default "userinfo" */
  profileSource?: "access_token_jwt" | "token_response"
  /** Path to the profile inside the answer. */
  unwrap?: string
  /** For oidc, what differs from the standard claims; a null field has no claim. */
  profile?: { [Name in keyof Mapping]?: Field | null }
  /** @default "claim" where the mapping has `emailVerified`, "unverified" where it has only `email`, otherwise "none" */
  emailTrust?: EmailTrust
  /** Auth.js reads the account id from another field. */
  hasOtherId?: boolean
  docs?: RowDocs
  /** What an answer with a good status looks like when it is a refusal: `errcode`, `ok=false` or `error.code!=ok`. */
  refusal?: string
  /** The provider's name for a field of the token response → the standard one. */
  tokenNames?: Readonly<Record<string, string>>
  /** Shown by the documentation; why someone would choose another provider. */
  deprecated?: string
  acceptsIssuer?: NonNullable<OAuthConfig["acceptsIssuer"]>
  atCallback?: NonNullable<OAuthConfig["atCallback"]>
  /** What follows from the values of the options: other endpoints, a secret made on the way. */
  derive?(
    values: OptionValues<O> & { clientId?: string },
  ): Partial<Omit<Row, "id" | "name" | "type" | "options" | "derive">>
}

/** The fields of a provider in the catalogue: each states its email trust, with evidence. */
export type CatalogueFields<O extends RowOptions> = RowFields<O> & Required<Pick<RowFields, "emailTrust" | "docs">>

/** A row of the catalogue. */
export interface Row<O extends RowOptions = RowOptions> extends RowFields<O> {
  id: string
  name: string
  type: "oauth" | "oidc"
  /** Only from `derive`. */
  clientSecret?: OAuthConfig["clientSecret"]
  /** Only from `derive`: adds what needs a further request to the user of the mapping. */
  refine?(user: ProfileUser, tokens: TokenSet, context: ProfileContext): Promise<ProfileUser>
}

type Overrides<P, O extends RowOptions> = Omit<
  Partial<OIDCConfig<P>>,
  "type" | "options" | "problems" | "deprecated" | "withOptions" | keyof O
>

/** What a provider's function takes: the row's options, and anything of the configuration that the host wants otherwise. */
export type HostOptions<O extends RowOptions, P = Profile> = Overrides<P, O> & OptionValues<O>

type HostArguments<O extends RowOptions, P> = [RequiredNames<O>] extends [never]
  ? [options?: HostOptions<O, P>]
  : [options: HostOptions<O, P>]

/** A provider as a function; name the type of its profile to have it in your `profile` callback. */
export interface ProviderFunction<O extends RowOptions, C extends OAuthConfig> {
  <P extends object = UntypedProfile>(...given: HostArguments<O, P>): C
  readonly row: Row<O>
}
