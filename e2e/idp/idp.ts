import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import { exportJWK, generateKeyPair, type CryptoKey } from "jose"
import { interactionPolicy, Provider, type ClientMetadata, type Configuration } from "oidc-provider"

import { certificateConfiguration, listenForCertificates, type IdpCertificates } from "./certificates.ts"
import { serveFedcm } from "./fedcm.ts"
import { interact, SELECT_ACCOUNT } from "./interaction.ts"
import { memoryAdapter } from "./memory.ts"
import { loggedOutPage, logoutPage, problemPage } from "./pages.ts"
import { findPerson } from "./people.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

export interface IdpOptions {
  /** The port; 0 means any free port. @default 0 */
  port?: number
  clients: ClientMetadata[]
  /** Accepts only sign-ins by the FAPI 2.0 security profile, and responds with signed responses if asked to. */
  highAssurance?: boolean
  /** Serves https, and lets clients authenticate with a certificate at the aliases of its endpoints. @default http */
  certificates?: IdpCertificates | undefined
}

export interface Idp {
  issuer: string
  stop(): Promise<void>
}

/** Starts a real OpenID provider on loopback, with its own pages. Its data is lost when the process ends. */
export async function startIdp(options: IdpOptions): Promise<Idp> {
  const { port = 0, clients, highAssurance = false, certificates } = options
  const server = certificates ? createHttpsServer(certificates.server) : createServer()
  const issuer = `${certificates ? "https" : "http"}://localhost:${await listenOnLoopback(server, { port })}`
  const withCertificates = certificates && (await listenForCertificates(certificates))
  const servers = [server, ...(withCertificates ? [withCertificates.server] : [])]
  const { privateKey: key } = await generateKeyPair("RS256", { extractable: true })
  const more = withCertificates && certificateConfiguration(withCertificates.origin)
  const provider = await providerAt(issuer, clients, { key, highAssurance, more })
  for (const one of servers)
    one.on("request", (request, response) => void serve({ issuer, provider, key }, request, response))
  return { issuer, stop: async () => void (await Promise.all(servers.map(stop))) }
}

const stop = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

async function serve(idp: Parameters<typeof serveFedcm>[0], request: IncomingMessage, response: ServerResponse) {
  const { provider } = idp
  try {
    if (await serveFedcm(idp, request, response)) return
    if (await interact(provider, request, response)) return
    await provider.callback()(request, response)
  } catch (error) {
    response.statusCode = 400
    response.setHeader("content-type", "text/html; charset=utf-8")
    response.end(problemPage(error instanceof Error ? error.message : "The request could not be answered."))
  }
}

interface ProviderOptions {
  key: CryptoKey
  highAssurance: boolean
  more?: Configuration | undefined
}

async function providerAt(
  issuer: string,
  clients: ClientMetadata[],
  { key: privateKey, highAssurance, more = {} }: ProviderOptions,
): Promise<Provider> {
  const alg = highAssurance ? "PS256" : "RS256" // FAPI 2.0, section 5.4, allows no RS256
  const key = { ...(await exportJWK(privateKey)), kid: "idp-1", use: "sig", alg }
  const standard = configuration(issuer, clients, key)
  const features = { ...FEATURES, ...(highAssurance && fapiFeatures()), ...more.features }
  return new Provider(issuer, { ...standard, ...more, features })
}

// FAPI 2.0: pushed requests and bound tokens. Nonces in proofs, signed requests and signed responses are more than it asks for
function fapiFeatures() {
  return {
    fapi: { enabled: true, profile: "2.0" as const },
    pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
    dPoP: { enabled: true, nonceSecret: randomBytes(32), requireNonce: () => true },
    requestObjects: { enabled: true },
    jwtResponseModes: { enabled: true },
  }
}

const LOGOUT: NonNullable<Configuration["features"]>["rpInitiatedLogout"] = {
  enabled: true,
  logoutSource(context, form) {
    const { client, session } = context.oidc
    const names = { client: client?.clientName ?? "the app", person: findPerson(session?.accountId) }
    context.type = "html"
    context.body = logoutPage(form, names)
  },
  postLogoutSuccessSource(context) {
    context.type = "html"
    context.body = loggedOutPage()
  },
}

const FEATURES = { devInteractions: { enabled: false }, rpInitiatedLogout: LOGOUT }

// Cookies aren't bound to a port, so two providers on one host would overwrite each other's
function cookieNames(port: string) {
  return { session: `_session_${port}`, interaction: `_interaction_${port}`, resume: `_resume_${port}` }
}

// Also lets an app ask for another account
function promptPolicy() {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: SELECT_ACCOUNT, requestable: true }), 0)
  return policy
}

function configuration(issuer: string, clients: ClientMetadata[], key: object): Configuration {
  return {
    adapter: memoryAdapter(),
    clients,
    jwks: { keys: [key as never] }, // jose and oidc-provider have two types for the same format
    claims: { openid: ["sub"], profile: ["name", "given_name", "family_name"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false, // puts the claims into the ID token, as most providers do
    interactions: { policy: promptPolicy(), url: (_, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: [crypto.randomUUID()], names: cookieNames(new URL(issuer).port) },
    pkce: { required: () => true },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 86_400, IdToken: 3600, Interaction: 3600, Session: 86_400 },
    findAccount(_, sub) {
      const person = findPerson(sub)
      return person && { accountId: sub, claims: () => ({ ...person }) }
    },
    renderError(context, out) {
      context.type = "html"
      context.body = problemPage(out.error_description ?? out.error)
    },
  }
}
