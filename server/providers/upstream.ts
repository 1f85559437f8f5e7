/**
 * A provider object of `@auth/core/providers/*`, as it is: that package types its functions in its own way, so only what tells
 * it apart is held here. It is read as an `OAuthConfig`; one of your own is better made by `OAuth` or `OIDC`, which check it.
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
