export { decode, encode } from "./jwt.ts"
export { getToken, type GetTokenParams } from "./get-token.ts"
export type { DecodeParams, EncodeParams, JWT, JWTOptions } from "./jwt-types.ts"
