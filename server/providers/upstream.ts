/**
 * A provider object of `@auth/core/providers/*`, unmodified. That package has its own types for its functions, so this
 * type contains only what identifies such an object. It is read as an `OAuthConfig`. For your own provider, use `OAuth`
 * or `OIDC`, which check it.
 */
export interface UpstreamProvider {
  readonly id: string
  readonly name: string
  readonly type: "oauth" | "oidc"
  readonly options?: object | undefined
  readonly profile?: unknown
  readonly authorization?: string | object | undefined
  readonly token?: string | object | undefined
  readonly userinfo?: string | object | undefined
  readonly checks?: readonly string[] | undefined
}
