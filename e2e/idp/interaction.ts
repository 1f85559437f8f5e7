import type { IncomingMessage, ServerResponse } from "node:http"
import type Provider from "oidc-provider"

import { consentPage, loginPage } from "./pages.ts"
import { ISOLATED, findPerson } from "./people.ts"

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>

/** The value of `prompt` that shows the list of accounts, even if one is signed in (OpenID Connect Core 3.1.2.1). */
export const SELECT_ACCOUNT = "select_account"

interface Turn {
  provider: Provider
  request: IncomingMessage
  response: ServerResponse
  details: Interaction
}

/** Serves the provider's own pages. Returns false if the request belongs to the protocol. */
export async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [, action] = /^\/interaction\/[\w-]+(?:\/(login|consent|cancel))?$/.exec(request.url ?? "") ?? []
  if (!request.url?.startsWith("/interaction/")) return false
  const turn = { provider, request, response, details: await provider.interactionDetails(request, response) }
  if (request.method === "GET") await show(turn)
  else if (action === "login") await logIn(turn)
  else if (action === "consent") await consent(turn)
  else await cancel(turn)
  return true
}

async function show({ provider, response, details }: Turn) {
  const { uid, prompt, params, session } = details
  const client = (await provider.Client.find(String(params["client_id"])))?.clientName ?? String(params["client_id"])
  const person = findPerson(session?.accountId)
  const scopes = String(params["scope"] ?? "openid").split(" ")
  response.setHeader("content-type", "text/html; charset=utf-8")
  response.setHeader("cache-control", "no-store")
  response.setHeader(
    "content-security-policy",
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  )
  if (person && ISOLATED.has(person.sub)) response.setHeader("cross-origin-opener-policy", "same-origin")
  response.end(
    prompt.name !== "consent" || !person ? loginPage(uid, client) : consentPage(uid, { client, person, scopes }),
  )
}

async function logIn({ provider, request, response, details }: Turn) {
  const person = findPerson(new URLSearchParams(await readBody(request)).get("sub") ?? undefined)
  if (!person) throw new Error("Choose one of the people on the page.")
  const chosen = details.prompt.name === SELECT_ACCOUNT && { [SELECT_ACCOUNT]: {} }
  const result = { login: { accountId: person.sub, remember: true }, ...chosen }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

async function consent({ provider, request, response, details }: Turn) {
  const { params, session, prompt, grantId } = details
  const stored = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const accountId = session?.accountId
  if (accountId === undefined) throw new Error("No user is signed in here.")
  const grant = stored ?? new provider.Grant({ accountId, clientId: String(params["client_id"]) })
  const missing = prompt.details["missingOIDCScope"]
  if (Array.isArray(missing)) grant.addOIDCScope(missing.join(" "))
  const result = { consent: { grantId: await grant.save() } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
}

async function cancel({ provider, request, response }: Turn) {
  const result = { error: "access_denied", error_description: "The person pressed Cancel" }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

/** Returns the body of a request as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // chunks are buffers, because no encoding is set
  return Buffer.concat(chunks).toString("utf8")
}
