import type { Awaitable } from "../adapters/contract.ts"

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
  encode?: ((params: EncodeParams) => Awaitable<string>) | undefined
  decode?: ((params: DecodeParams) => Awaitable<JWT | null>) | undefined
  /** Seconds. @default session.maxAge */
  maxAge?: number | undefined
}
