import type { CryptoKey } from "jose"

/** A private key, and the id under which it is registered. */
export type PrivateKey = CryptoKey | { key: CryptoKey; kid?: string }

/** Options of an OAuth or OpenID provider that protect its sign-ins further, as the FAPI 2.0 profiles do. */
export interface HighAssuranceOptions {
  /**
   * Sends the authorization request to the provider directly, so that the browser gets only a reference to it (PAR). A
   * string sets the endpoint's URL. @default whether the provider's metadata requires it
   *
   * @see [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)
   */
  pushedAuthorization?: boolean | string | undefined
  /**
   * Signs the authorization request with `privateKey` (JAR). @default whether the provider's metadata requires it
   *
   * @see [RFC 9101](https://www.rfc-editor.org/rfc/rfc9101)
   */
  signedRequest?: boolean | undefined
  /**
   * Asks for a signed response to the authorization request, and accepts no other (JARM). @default false
   *
   * @see [JARM](https://openid.net/specs/oauth-v2-jarm.html)
   */
  signedResponse?: boolean | undefined
  /**
   * Binds the tokens to a key that each sign-in creates, and accepts no bearer tokens (DPoP). @default false
   *
   * @see [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449)
   */
  dpop?: boolean | undefined
}

/** Options of an OAuth or OpenID provider whose addresses or parameters differ from the standard's. */
export interface ConnectionOptions {
  /** Whether its URLs may use http on other machines, such as a container's name, in development. @default false */
  allowInsecureRequests?: boolean | undefined
  /** Name of the parameter with the URL to return to after signing out. @default "post_logout_redirect_uri" */
  endSessionParam?: string | undefined
}
