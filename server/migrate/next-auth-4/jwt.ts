export { decode, encode, getToken } from "./tokens.ts"
export type { JWT, JWTDecodeParams, JWTEncodeParams, JWTOptions } from "./tokens.ts"
export type { JWT as DefaultJWT } from "./tokens.ts"

/** A secret that seals tokens. */
export type Secret = string
export type { GetTokenParams } from "../../core/sessions/get-token.ts"
