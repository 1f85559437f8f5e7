import type { ProviderType } from "../client/contract.ts"

/** A value, or a promise of one. */
export type Awaitable<T> = T | PromiseLike<T>

/** A value that JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [Key in string]?: JsonValue }

/** A permission of [RFC 9396](https://www.rfc-editor.org/rfc/rfc9396#section-2). */
export interface AuthorizationDetails {
  readonly type: string
  readonly locations?: string[]
  readonly actions?: string[]
  readonly datatypes?: string[]
  readonly privileges?: string[]
  readonly identifier?: string
  readonly [parameter: string]: JsonValue | undefined
}

/** The fields of a token response (RFC 6749, section 5.1) and of OpenID Connect. */
export interface TokenFields {
  access_token?: string
  refresh_token?: string
  id_token?: string
  scope?: string
  /** Always lowercase. */
  token_type?: Lowercase<string>
  /** Seconds. */
  expires_in?: number
  /** Seconds since the epoch. */
  expires_at?: number
  authorization_details?: AuthorizationDetails[]
}

/** The link between a user and their account at a provider. Additional keys hold JSON values. */
export interface Account extends TokenFields {
  provider: string
  /** OAuth: the id from the profile callback. Email: the email address. Credentials: the id from `authorize`. */
  providerAccountId: string
  type: ProviderType
  userId?: string
  [key: string]: JsonValue | undefined
}

/**
 * The type of what the client sent to `update`, as `data`. The preset for Auth.js declares it.
 *
 * @internal
 */
export interface UpdateTypes {} // eslint-disable-line @typescript-eslint/no-empty-object-type -- the preset adds the field

/** @internal */
export type UpdateData = UpdateTypes extends { data: infer Data } ? Data : unknown

/** A feature, such as `nativeApps`, for the option `features`. */
export interface ImportedFeature {
  /** Its name in messages. */
  readonly name: string
}
