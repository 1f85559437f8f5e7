export { decode, encode, getToken } from "./tokens.ts"
export type { JWT, JWTDecodeParams, JWTEncodeParams, JWTOptions } from "./tokens.ts"
export type { JWT as DefaultJWT } from "./tokens.ts"
export type { GetTokenParams } from "../../sessions/get-token.ts"
