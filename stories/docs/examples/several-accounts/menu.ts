import { userButton } from "latchkit/html"
import { auth } from "./auth.ts"

/** The menu without a script: each account is a form that posts to Latchkit. */
export async function menu(
  request: Request,
): Promise<{ html: string; cookies: readonly string[] }> {
  const { props, cookies } = await auth.signInProps(request) // for the CSRF token
  const data = await auth.getSession(request)
  const html = userButton({
    session: { status: data ? "authenticated" : "unauthenticated", data },
    accounts: await auth.listAccounts(request),
    csrfToken: props.csrfToken,
    callbackUrl: new URL(request.url).pathname,
  })
  return { html, cookies }
}
