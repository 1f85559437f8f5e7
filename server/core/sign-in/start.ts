import type { Outcome } from "../request/outcome.ts"
import { AuthError } from "../../errors.ts"
import { storeFormPrefill } from "../pages/form-prefill.ts"
import { pageUrl, returnTo, sameOriginReferer } from "../request/redirect-url.ts"
import type { ActionContext } from "../request/action-context.ts"
import { callback, providerFeatures } from "./callback.ts"

/** `POST signin/<provider>`: starts a sign-in. Without a provider it redirects to the sign-in page. */
export async function signIn(context: ActionContext): Promise<Outcome> {
  const { provider } = context
  const callbackUrl = await returnTo(context, sameOriginReferer(context))
  if (!provider) return startSignIn(context, callbackUrl)
  if (provider.type === "credentials") return callback(context)
  const feature = providerFeatures(context.settings, provider).find(({ start }) => start)
  const outcome = feature?.start?.(context, provider, callbackUrl)
  if (!outcome) throw new AuthError("InvalidProvider", `A sign-in with ${provider.id} doesn't start at this URL`)
  return outcome
}

/**
 * Redirects to the sign-in page. If it asks for the address first, the page then shows the methods for the address,
 * which a cookie keeps. No account is looked up, so the response is the same for every address.
 */
async function startSignIn(context: ActionContext, callbackUrl: string): Promise<Outcome> {
  const isIdentified = context.settings.flow === "identifier-first" && context.body.fields["email"] !== undefined
  const step = isIdentified ? "method" : undefined
  const to = pageUrl(context, "signIn", { callbackUrl, step })
  return { kind: "redirect", to, cookies: isIdentified ? await storeFormPrefill(context) : [] }
}
