import type { Fetch, OIDCConfig } from "../providers/types.ts"
import { oauthService } from "../test-kit/oauth-service.ts"

export const ADA = { sub: "ada", email: "ada@app.test", email_verified: true }
export const ISSUER = "https://issuer.test"
export const PAR = `${ISSUER}/par`
export const REFERENCE = "urn:ietf:params:oauth:request_uri:abc"
export type Answer = (body: URLSearchParams, headers: Headers) => Response | undefined | Promise<Response | undefined>

export interface TestedProvider {
  metadata?: Record<string, unknown>
  options?: Partial<OIDCConfig>
  /** Responses of the provider, by URL. `undefined` leaves it to the fake issuer. */
  answers?: Record<string, Answer>
}

/** An app and a provider with further metadata and endpoints. A pushed request is kept for the provider's page. */
export async function highAssuranceService({ metadata = {}, options = {}, answers = {} }: TestedProvider = {}) {
  const pushed: URLSearchParams[] = []
  const sent: string[] = []
  const respond: Record<string, Answer> = {
    [PAR]: (body) => {
      pushed.push(body)
      return Response.json({ request_uri: REFERENCE, expires_in: 60 }, { status: 201 })
    },
    ...answers,
  }
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init)
    const body = new URLSearchParams(await request.clone().text())
    sent.push(request.url)
    const answer = await respond[request.url]?.(body, request.headers)
    if (answer) return answer
    // The fake issuer knows only bearer tokens
    const headers = new Headers(request.headers)
    headers.set("authorization", (headers.get("authorization") ?? "").replace(/^DPoP /, "Bearer "))
    return service.issuer.fetch(new Request(request, { headers }))
  }
  const service = await oauthService({ fetch }, options)
  service.issuer.responses.discovery = (document) => ({ ...document, ...metadata })
  const browser = service.browser()
  const start = () => browser.csrfToken().then((csrfToken) => browser.post("/signin/acme", { csrfToken }))
  /** Signs in at the provider, whose page reads the pushed parameters. */
  const authorize = async (started: Response) => {
    const url = new URL(started.headers.get("location") ?? "")
    const shown = url.searchParams.has("request_uri") ? new URL(`?${pushed.at(-1)}`, url) : url
    return { parameters: service.issuer.authorize(shown.href, ADA), asked: shown.searchParams }
  }
  const enter = async () => {
    const { parameters } = await authorize(await start())
    return browser.get(`/callback/acme?${parameters}`)
  }
  return { ...service, browser, pushed, sent, start, authorize, enter }
}
