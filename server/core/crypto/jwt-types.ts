import type { Awaitable } from "../../types.ts"

/** The payload of a session token. */
export interface JWT extends Record<string, unknown> {
  /** The user's display name. */
  name?: string | null
  /** The user's email address. */
  email?: string | null
  /** The URL of the user's picture. */
  picture?: string | null
  /** The user's id, or without an adapter a stable hash of the provider id and the provider's account id. */
  sub?: string
  /** When the token was issued, in seconds since the epoch. */
  iat?: number
  /** When the token expires, in seconds since the epoch. */
  exp?: number
  /** The token's unique id. */
  jti?: string
  /** Latchkit sets this, with an adapter, if the user's address was verified when the session began. */
  email_proven?: boolean
}

/** The argument of `encode`. */
export interface EncodeParams {
  /** The payload to seal. */
  token?: JWT | undefined
  /** If there are several, the first one seals. */
  secret: string | readonly string[]
  /** The name of the cookie that holds the token. It is part of the key. */
  salt: string
  /** Seconds until the token expires. @default 2_592_000 (30 days) */
  maxAge?: number | undefined
}

/** The argument of `decode`. */
export interface DecodeParams {
  /** The sealed token. */
  token?: string | undefined
  /** If there are several, any of them opens. */
  secret: string | readonly string[]
  /** The name of the cookie that holds the token. It is part of the key. */
  salt: string
}

/** The `jwt` option: how session tokens are sealed, and how long they are valid. */
export interface JWTOptions {
  /**
   * Seals a session token instead of Latchkit. `token` already has `iat`, `exp` and `aud`: keep them, or set `exp`
   * from `maxAge`. `secret` has the same form as in the configuration.
   */
  encode?: ((params: EncodeParams) => Awaitable<string>) | undefined
  /**
   * Opens what `encode` sealed. Must return an object whose `exp`, in seconds since the epoch, is in the future.
   * `null` or an error opens no session. If its `aud` is a URL, it must be this site's.
   */
  decode?: ((params: DecodeParams) => Awaitable<JWT | null>) | undefined
  /** Seconds until an unused session ends, if `session.maxAge` isn't set. @default 2_592_000 (30 days) */
  maxAge?: number | undefined
}
