import type { Awaitable } from "../types.ts"

/** The payload of a session token. */
export interface JWT extends Record<string, unknown> {
  name?: string | null
  email?: string | null
  picture?: string | null
  sub?: string
  /** Seconds since the epoch. */
  iat?: number
  /** Seconds since the epoch. */
  exp?: number
  jti?: string
  /** Set by Latchkit, with an adapter, if the user's address was proven when the session was opened. */
  email_proven?: boolean
}

export interface EncodeParams {
  token?: JWT | undefined
  /** Of several, the first seals. */
  secret: string | readonly string[]
  /** Part of the key: the name of the cookie that holds the token. */
  salt: string
  /** Seconds. @default 2_592_000 (30 days) */
  maxAge?: number | undefined
}

export interface DecodeParams {
  token?: string | undefined
  /** Of several, each opens. */
  secret: string | readonly string[]
  salt: string
}

export interface JWTOptions {
  /**
   * Seals a session token instead of Latchkit. `token` has its `iat`, `exp` and `aud` already: keep them, or set `exp` from
   * `maxAge`. `secret` is in the form in which the configuration has it.
   */
  encode?: ((params: EncodeParams) => Awaitable<string>) | undefined
  /**
   * Opens what `encode` sealed. Must return an object with a live `exp` in seconds since the epoch; `null` or an error opens
   * no session. If its `aud` is a URL, it must be this site's.
   */
  decode?: ((params: DecodeParams) => Awaitable<JWT | null>) | undefined
  /** Seconds until an unused session ends, if `session.maxAge` isn't set. @default 2_592_000 (30 days) */
  maxAge?: number | undefined
}
