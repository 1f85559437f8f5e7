/** Where a request contains the access token. */
export interface TokenPlacement {
  in: "header" | "query" | "body"
  name: string
  /** `Bearer`, `OAuth`, `token`, … `null` sends the token without a scheme. */
  scheme: string | null
}

/** Where a sign-in starts, and the parameters to send there. */
export interface AuthorizationEndpoint {
  url?: string
  /** Parameters of the authorization request, including `scope`. */
  params?: Record<string, unknown>
}

/** Another request whose response the profile is read from, such as GitHub's list of email addresses. */
export interface ExtraRequest {
  name: string
  url: string
  method?: "GET" | "POST"
  auth?: TokenPlacement
  headers?: Record<string, string>
  unwrap?: string | null
  /** Made only if the granted scope contains this. */
  needsScope?: string | null
  beforeUserinfo?: boolean
}
