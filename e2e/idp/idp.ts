import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { exportJWK, generateKeyPair } from "jose"
import { interactionPolicy, Provider, type ClientMetadata, type Configuration } from "oidc-provider"

import { interact, SELECT_ACCOUNT } from "./interaction.ts"
import { memoryAdapter } from "./memory.ts"
import { loggedOutPage, logoutPage, problemPage } from "./pages.ts"
import { personOf } from "./people.ts"

export interface IdpOptions {
  /** The port; 0 means any free port. @default 0 */
  port?: number
  clients: ClientMetadata[]
}

export interface Idp {
  issuer: string
  stop(): Promise<void>
}

/** Starts a real OpenID provider on loopback, with its own pages. Its data is lost when the process ends. */
export async function startIdp({ port = 0, clients }: IdpOptions): Promise<Idp> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "localhost", resolve)
  })
  const address = server.address()
  const issuer = `http://localhost:${typeof address === "object" && address ? address.port : port}`
  const provider = await providerAt(issuer, clients)
  server.on("request", (request, response) => void serve(provider, request, response))
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function serve(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  try {
    if (await interact(provider, request, response)) return
    await provider.callback()(request, response)
  } catch (error) {
    response.statusCode = 400
    response.setHeader("content-type", "text/html; charset=utf-8")
    response.end(problemPage(error instanceof Error ? error.message : "The request could not be answered."))
  }
}

async function providerAt(issuer: string, clients: ClientMetadata[]): Promise<Provider> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: "idp-1", use: "sig", alg: "RS256" }
  return new Provider(issuer, configuration(issuer, clients, key))
}

const LOGOUT: NonNullable<Configuration["features"]>["rpInitiatedLogout"] = {
  enabled: true,
  logoutSource(context, form) {
    const { client, session } = context.oidc
    const names = { client: client?.clientName ?? "the app", person: personOf(session?.accountId) }
    context.type = "html"
    context.body = logoutPage(form, names)
  },
  postLogoutSuccessSource(context) {
    context.type = "html"
    context.body = loggedOutPage()
  },
}

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
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: LOGOUT },
    interactions: { policy: promptPolicy(), url: (_, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: [crypto.randomUUID()], names: cookieNames(new URL(issuer).port) },
    pkce: { required: () => true },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 86_400, IdToken: 3600, Interaction: 3600, Session: 86_400 },
    findAccount(_, sub) {
      const person = personOf(sub)
      return person && { accountId: sub, claims: () => ({ ...person }) }
    },
    renderError(context, out) {
      context.type = "html"
      context.body = problemPage(out.error_description ?? out.error)
    },
  }
}
