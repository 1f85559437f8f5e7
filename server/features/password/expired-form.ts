import { readFormPrefill, storeFormPrefill } from "../../core/pages/form-prefill.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { AuthRequest } from "../../core/request/auth-request.ts"
import { ensureBrowserSecret } from "../../core/request/csrf-check.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { namedReturn } from "../../core/request/redirect-url.ts"
import type { AuthError } from "../../errors.ts"
import { toPasswordPage, type PageState } from "./pages.ts"

/**
 * Leads a form without a valid CSRF token back to its page, where the user can send it again. The page has the address
 * that they typed.
 */
export async function expiredForm(error: AuthError, request: AuthRequest): Promise<Outcome | undefined> {
  if (error.type !== "MissingCSRF") return undefined
  const { action, body } = request
  const { code, resend, token } = body.fields
  const isSent = (code ?? resend) !== undefined
  const page = isSent && action === "reset-password" ? "forgot-password" : action
  const status = isSent ? "sent" : token !== undefined && action === "sign-up" ? "confirm" : undefined
  const params = { status, callbackUrl: await namedReturn(request), error: error.type }
  const cookies = [...(await storeFormPrefill(request)), ...(await ensureBrowserSecret(request)).cookies]
  return { ...toPasswordPage(request, page, params, cookies), error: error.type }
}

/** Returns what the page shows of a form that came without a valid CSRF token. */
export async function shownAfterExpiry(context: ActionContext): Promise<Pick<PageState, "error" | "values">> {
  if (context.query.get("error") !== "MissingCSRF") return {}
  const { email } = await readFormPrefill(context)
  return { error: "MissingCSRF", values: email ? { email } : {} }
}
