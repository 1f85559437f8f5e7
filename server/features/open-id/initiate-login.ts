import { RejectedRequest } from "../../errors.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { returnTo } from "../../core/request/redirect-url.ts"
import type { OIDCConfig, ProviderConfig } from "../../providers/types.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { startOAuth } from "../../core/sign-in/oauth-start.ts"

const PARAMS = ["iss", "login_hint", "target_link_uri"] as const
const MAX_LENGTH = 2048

/** Returns whether another site may start a sign-in with this provider. */
export function acceptsInitiatedLogin(provider: ProviderConfig | undefined): provider is OIDCConfig {
  return provider?.type === "oidc" && provider.initiateLogin === true
}

/**
 * `GET initiate-login/<provider>`: another site, such as the provider's list of apps, sent the user to sign in here.
 * Starts a sign-in with the provider that `iss` names. A signed-in user goes on to `target_link_uri`, because a page of
 * another site must not change who is signed in.
 *
 * @throws {RejectedRequest} 400 for another issuer, a repeated or overlong parameter, and a request by a frame or
 * script
 * @see [OpenID Connect Core 1.0, section 4](https://openid.net/specs/openid-connect-core-1_0.html#ThirdPartyInitiatedLogin)
 */
export async function initiateLogin(context: ActionContext): Promise<Outcome> {
  const provider = requireProvider(context)
  const destination = context.headers.get("sec-fetch-dest")
  if (destination !== null && destination !== "document")
    throw new RejectedRequest(400, `A page starts this sign-in, but ${JSON.stringify(destination)} requested it`)
  const { iss, login_hint: loginHint, target_link_uri: target } = readParams(context.query)
  if (iss === undefined || !isIssuer(provider, iss)) {
    const issuerText = iss === undefined ? "there is none" : `it is ${JSON.stringify(iss.slice(0, 200))}`
    throw new RejectedRequest(400, `\`iss\` must be ${JSON.stringify(provider.issuer)}, but ${issuerText}`)
  }
  const callbackUrl = await returnTo(context, target ?? "/")
  const session = await context.lookupSession()
  if (session.kind === "live") return { kind: "redirect", to: callbackUrl }
  const query = new URLSearchParams(loginHint === undefined ? {} : { login_hint: loginHint })
  return startOAuth({ ...context, query }, provider, callbackUrl)
}

/**
 * `POST initiate-login/<provider>`: the same by a form. Redirects to the GET, because a browser sends no cookies with a
 * POST of another site.
 */
export async function redirectInitiatedLogin(context: ActionContext): Promise<Outcome> {
  const provider = requireProvider(context)
  const { fields } = context.body
  const params = PARAMS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))
  const url = new URL(`${context.site.url}/initiate-login/${provider.id}`)
  url.search = new URLSearchParams(params).toString()
  readParams(url.searchParams)
  return { kind: "redirect", status: 303, to: url.href }
}

function requireProvider({ provider }: ActionContext): OIDCConfig {
  if (acceptsInitiatedLogin(provider)) return provider
  throw new RejectedRequest(404, "The provider has no `initiateLogin`")
}

const isIssuer = ({ issuer, acceptsIssuer }: OIDCConfig, iss: string) =>
  iss === issuer || acceptsIssuer?.(iss, {}) === true

function readParams(query: URLSearchParams): Partial<Record<(typeof PARAMS)[number], string>> {
  return Object.fromEntries(
    PARAMS.flatMap((name) => {
      const [value, ...more] = query.getAll(name)
      if (more.length > 0) throw new RejectedRequest(400, `The parameter \`${name}\` was sent twice`)
      if (value !== undefined && value.length > MAX_LENGTH)
        throw new RejectedRequest(400, `The parameter \`${name}\` is longer than ${MAX_LENGTH} characters`)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
