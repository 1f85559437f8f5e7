import type { ProfileContext } from "./context.ts"
import type { Field, Mapping } from "./mapping.ts"
import type { IgnoredOptions } from "./oauth-names.ts"
import type { EmailTrust, OAuthConfig, OIDCConfig, TokenEndpoint, UserinfoEndpoint } from "./types.ts"
import type { AuthorizationEndpoint, ExtraRequest } from "./request-types.ts"
import type { Profile, ProfileUser, TokenSet, UntypedProfile } from "./profile-types.ts"

/** An option of a provider's function besides client id and secret. */
export interface RowOption<T, Required extends boolean> {
  readonly required: Required
  /** The value to pass, for the documentation and for the error if it is missing. */
  readonly about: string
  readonly fallback?: T
  /**
   * Whether `AUTH_{ID}_ISSUER` can also set it. TypeScript can't see the environment, so it doesn't require the option.
   */
  readonly inEnvironment?: true
  /** The option whose older name this is. */
  readonly sameAs?: string
  /** Another option that makes this one unnecessary. TypeScript then doesn't require it. */
  readonly unless?: string
  /** The names within the value. */
  readonly names?: Readonly<Record<string, true>>
}

/** The options of a provider's function, by name. */
export type RowOptions = Readonly<Record<string, RowOption<unknown, boolean>>>

/** Creates a required option. Leaving it out is a type error, and a configuration error at startup. */
export function requiredOption(about: string): RowOption<string, true>
export function requiredOption<T>(about: string): RowOption<T, true>
export function requiredOption(about: string): RowOption<unknown, true> {
  return { required: true, about }
}

/**
 * Creates the issuer option of a provider without a fixed issuer. The value comes from the call or from
 * `AUTH_{ID}_ISSUER`. The option `unless` makes it unnecessary.
 */
export function issuerOption(about: string, unless?: string): RowOption<string, false> {
  return { required: false, about, inEnvironment: true, ...(unless !== undefined && { unless }) }
}

/**
 * Creates an option that may be left out. `fallback` may contain placeholders of other options. `names` are those
 * within the value.
 */
export function optionalOption(about: string, fallback?: string): RowOption<string, false>
export function optionalOption<T>(
  about: string,
  fallback?: T,
  names?: RowOption<unknown, false>["names"],
): RowOption<T, false>
export function optionalOption(
  about: string,
  fallback?: unknown,
  names?: RowOption<unknown, false>["names"],
): RowOption<unknown, false> {
  return { required: false, about, ...(fallback !== undefined && { fallback }), ...(names && { names }) }
}

/** Creates the older name of an option: `tenantId` of next-auth 4 is our `tenant`. */
export function olderName(sameAs: string): RowOption<string, false> {
  return { required: false, about: `The name of \`${sameAs}\` in Auth.js`, sameAs }
}

/** @internal */
type OptionValue<Option> = Option extends RowOption<infer T, boolean> ? T : never
/** @internal */
type RequiredNames<O extends RowOptions> = {
  [Name in keyof O]: O[Name] extends { readonly unless: string }
    ? never
    : O[Name]["required"] extends true
      ? Name
      : never
}[keyof O]

/** The values of a row's options, as an app passes them. */
export type OptionValues<O extends RowOptions> = { [Name in RequiredNames<O>]: OptionValue<O[Name]> } & {
  [Name in Exclude<keyof O, RequiredNames<O>>]?: OptionValue<O[Name]> | undefined
}

/** Evidence for what a row claims. The table of providers in the documentation shows it. */
export interface RowDocs {
  /** Why `emailTrust` has its value: what the provider says about an email address, and who decides it. */
  email: string
  /** The meaning of the account id. Required if its field's name doesn't tell that it never passes to another user. */
  id?: string
  /**
   * Customers run the server themselves, so their administrators decide what it sends. Such a row is `emailTrust:
   * "idp"`.
   */
  selfHosted?: true
}

/** The fields of a row. It leaves out the values that most providers share. */
export interface RowFields<O extends RowOptions = RowOptions> {
  options?: O
  /** Its logo. `.build/marks.mjs` writes most of them. */
  mark?: OAuthConfig["mark"]
  issuer?: string
  /** Set only if it isn't below the issuer. Without an issuer, the document's own issuer is used. */
  wellKnown?: string
  jwks?: string
  authorization?: string | AuthorizationEndpoint
  /** As they are sent. @default "openid profile email" for oidc, none for oauth */
  scopes?: string
  /** The separator between scopes, if it isn't a space. */
  scopeSeparator?: string
  token?: string | TokenEndpoint
  userinfo?: string | UserinfoEndpoint
  /** Requests besides userinfo, by the name that mappings use. */
  extra?: Readonly<Record<string, Omit<ExtraRequest, "name">>>
  /** @default true */
  pkce?: boolean | "plain"
  /** oidc only. @default true */
  nonce?: boolean
  /** How the token request authenticates the client. @default "basic" */
  clientAuth?: "basic" | "post" | "none" | "private_key_jwt"
  clientIdParam?: string
  client?: NonNullable<OAuthConfig["client"]>
  /** If false, an oidc provider's profile is read from userinfo. @default true */
  idToken?: boolean
  /** oauth only. @default "userinfo" */
  profileSource?: "access_token_jwt" | "token_response"
  /** Path to the profile inside the response. */
  unwrap?: string
  /** For oidc, the differences from the standard claims. `null` means that there is no claim for the field. */
  profile?: { [Name in keyof Mapping]?: Field | null }
  /** @default "claim" if the mapping has `emailVerified`, "unverified" if it has only `email`, otherwise "none" */
  emailTrust?: EmailTrust
  /** Name of the parameter with the URL to return to after signing out. */
  endSessionParam?: string
  /** Whether Auth.js reads the account id from another field. */
  hasOtherId?: boolean
  docs?: RowDocs
  /** How to recognize an error in a response with a success status: `errcode`, `ok=false` or `error.code!=ok`. */
  errorWhen?: string
  /** The provider's name of a token response's field → the standard one. */
  tokenNames?: Readonly<Record<string, string>>
  /**
   * The id, the name and the account id of the same provider in next-auth 4 (`4`) or Auth.js (`5`). The presets keep
   * them, because stored accounts and redirect URIs contain them. @default as without a preset
   */
  compat?: Readonly<Partial<Record<4 | 5, { id?: string; name?: string; profile?: { id: Field } }>>>
  /** Id of a provider whose variable `AUTH_{ID}_ISSUER` also sets the issuer, as in Auth.js. */
  issuerFrom?: string
  /** The parameters of the authorization URL that limit who may sign in. Each returns whether a user may. */
  pinnedParams?: NonNullable<OAuthConfig["pinnedParams"]>
  /** Why to choose another provider. Shown in the documentation. */
  deprecated?: string
  acceptsIssuer?: NonNullable<OAuthConfig["acceptsIssuer"]>
  onCallback?: NonNullable<OAuthConfig["onCallback"]>
  /** Returns fields that depend on the options: other endpoints, or a generated secret. */
  derive?(
    values: OptionValues<O> & { clientId?: string },
  ): Partial<Omit<Row, "id" | "name" | "type" | "options" | "derive">>
}

/** The fields of a provider in the catalogue. Each states its email trust, with evidence. */
export type CatalogueFields<O extends RowOptions> = RowFields<O> & Required<Pick<RowFields, "emailTrust" | "docs">>

/** A row of the catalogue. */
export interface Row<O extends RowOptions = RowOptions> extends RowFields<O> {
  id: string
  name: string
  type: "oauth" | "oidc"
  /** Set only by `derive`: sentences about options that contradict each other. */
  problems?: readonly string[]
  /** Set only by `derive`. */
  clientSecret?: OAuthConfig["clientSecret"]
  /** Set only by `derive`: extends the mapping's user with the result of another request. */
  refine?(user: ProfileUser, tokens: TokenSet, context: ProfileContext): Promise<ProfileUser>
}

/** @internal */
type Overrides<P, O extends RowOptions> = Omit<
  Partial<OIDCConfig<P>>,
  "type" | "options" | "problems" | "deprecated" | "withOptions" | "issuerFrom" | "pinnedParams" | keyof O
>

/** @internal */
interface ScopesOption {
  /** The scopes to request, in place of the provider's own, such as `"openid email"`. */
  scopes?: string | undefined
}

/** The options of a provider's function: the row's options, and overrides of any part of the configuration. */
export type HostOptions<O extends RowOptions, P = Profile> = Overrides<P, O> &
  ScopesOption &
  IgnoredOptions &
  OptionValues<O>

/** @internal */
type HostArguments<O extends RowOptions, P> = [RequiredNames<O>] extends [never]
  ? [options?: HostOptions<O, P>]
  : [options: HostOptions<O, P>]

/**
 * A provider function. Your `profile` callback gets the provider's `Sent` profile, unless it or the call's type
 * argument names another type.
 */
export interface ProviderFunction<O extends RowOptions, C extends OAuthConfig, Sent extends object = UntypedProfile> {
  <P extends object = Sent>(...given: HostArguments<O, P>): C
  readonly row: Row<O>
  /** Returns the features that its provider brings into a Worker. @internal */
  readonly bring?: (() => object) | undefined
}
