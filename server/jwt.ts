export { decode, encode } from "./core/crypto/jwt.ts"
export { getToken, type GetTokenParams } from "./core/sessions/get-token.ts"
export type { DecodeParams, EncodeParams, JWT, JWTOptions } from "./core/crypto/jwt-types.ts"
