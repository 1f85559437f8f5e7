import type { CsrfContext } from "../crypto/csrf-token.ts"
import { AuthError } from "../errors.ts"
import type { Visit } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { Routed } from "./action-context.ts"

/**
 * Refuses a form without the token that this browser was given for its present session.
 *
 * @throws {AuthError} `MissingCSRF`
 */
export async function checkCsrf(routed: Routed): Promise<void> {
  const { settings, body } = routed
  if (!settings.csrfCheck) return
  const context = await csrfContext(routed)
  const kept = await settings.csrf.read(csrfCookie(routed), context)
  const token = body.fields["csrfToken"]
  if (await settings.csrf.verify(token, kept, context)) return
  const found = !kept
    ? "its cookie is missing or was not signed here"
    : !token
      ? "the form holds no csrfToken"
      : "they differ"
  throw new AuthError("MissingCSRF", `The form's token does not belong to this browser and its session: ${found}`)
}

/** The token for a form, and the cookie to set where the browser has none yet. */
export async function issueCsrf(routed: Routed): Promise<{ csrfToken: string; cookies: readonly SetCookie[] }> {
  const { csrf } = routed.settings
  const { secret, cookies } = await keptSecret(routed)
  return { csrfToken: await csrf.token(secret, await csrfContext(routed)), cookies }
}

/** What forms carry; nothing where the app turned the check off. */
export async function formToken(
  routed: Routed,
): Promise<{ csrfToken: string | undefined; cookies: readonly SetCookie[] }> {
  return routed.settings.csrfCheck ? issueCsrf(routed) : { csrfToken: undefined, cookies: [] }
}

/** The secret that this browser keeps in its CSRF cookie; undefined without a cookie of ours. */
export async function browserSecret(visit: Visit): Promise<string | undefined> {
  const { csrf, secrets } = visit.settings
  return csrf.read(csrfCookie(visit), { secrets, site: visit.site.url })
}

/** The secret that this browser keeps, or a new one with the cookie that keeps it. */
export async function keptSecret(visit: Visit): Promise<{ secret: string; cookies: SetCookie[] }> {
  const { csrf, secrets } = visit.settings
  const known = await csrf.read(csrfCookie(visit), { secrets, site: visit.site.url })
  if (known) return { secret: known, cookies: [] }
  const secret = csrf.create()
  return {
    secret,
    cookies: [{ ...visit.cookieTable.csrfToken, value: await csrf.write(secret, { secrets, site: visit.site.url }) }],
  }
}

function csrfCookie({ cookies, cookieTable }: Visit): string | undefined {
  return cookies.get(cookieTable.csrfToken.name)
}

async function csrfContext({ settings, site, reading }: Routed): Promise<CsrfContext> {
  const current = await reading()
  return { secrets: settings.secrets, site: site.url, session: current.kind === "live" ? current.key : "" }
}
