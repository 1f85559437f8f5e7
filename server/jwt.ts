export { decode, encode } from "./crypto/jwt.ts"
export { getToken, type GetTokenParams } from "./sessions/get-token.ts"
export type { DecodeParams, EncodeParams, JWT, JWTOptions } from "./crypto/jwt-types.ts"
