// Clients that authenticate with a TLS certificate, and tokens that are bound to it (RFC 8705)
import { X509Certificate } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { createServer } from "node:https"
import { TLSSocket } from "node:tls"
import type { Configuration } from "oidc-provider"

import type { Certificate } from "../attacks/certificate.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

export interface IdpCertificates {
  /** The provider's own certificate. */
  server: Certificate
  /** The authority that issues certificates to clients. */
  authority: Certificate
}

/** Starts the server that asks each client for its certificate. It reads any, because a self-signed one may be registered. */
export async function listenForCertificates({ server: { key, cert }, authority }: IdpCertificates) {
  const server = createServer({ key, cert, ca: authority.cert, requestCert: true, rejectUnauthorized: false })
  return { server, origin: `https://localhost:${await listenOnLoopback(server)}` }
}

/** Returns the provider's configuration, with the endpoints' aliases at `origin` (RFC 8705, section 5). */
export function certificateConfiguration(origin: string): Configuration {
  const aliases = { token_endpoint: `${origin}/token`, userinfo_endpoint: `${origin}/me` }
  return {
    clientAuthMethods: ["client_secret_basic", "tls_client_auth", "self_signed_tls_client_auth"],
    discovery: { mtls_endpoint_aliases: aliases },
    features: {
      mTLS: {
        enabled: true,
        certificateBoundAccessTokens: true,
        selfSignedTlsClientAuth: true,
        tlsClientAuth: true,
        getCertificate: ({ req }) => clientCertificate(req)?.toString(),
        certificateAuthorized: ({ req }) => req.socket instanceof TLSSocket && req.socket.authorized,
        certificateSubjectMatches: ({ req }, property, expected) =>
          property === "tls_client_auth_subject_dn" && clientCertificate(req)?.subject === expected,
      },
    },
  }
}

function clientCertificate({ socket }: IncomingMessage): X509Certificate | undefined {
  return socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
}
