import { pageUrl, withSearchParams } from "../request/redirect-url.ts"
import { readFormPrefill, toFormPrefill } from "./form-prefill.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import type { ActionContext } from "../request/action-context.ts"

/** The props of a sign-in that asks for the email address first. */
export interface IdentifierStep {
  /** The address that the user entered. `undefined` asks for it. */
  identifier: string | undefined
  /** Id of the provider of the address's domain. It is then the only method. */
  company: string | undefined
  /** Whether an address was sent that isn't one. */
  rejected: boolean
  /** Prefills the field for the address. */
  email: string | undefined
  /** The URL that the form with the address posts to. */
  startUrl: string
  /** The URL of the page that asks for the address again. */
  changeUrl: string
}

/**
 * Returns the step of a sign-in that asks for the address first. A cookie keeps the address, and the page's query says
 * that it was sent (`step=method`) or should be changed (`step=identifier`). No account is looked up.
 */
export async function identifierStep(
  context: ActionContext,
  { callbackUrl, error, email }: { callbackUrl: string; error: string | undefined; email?: string | undefined },
): Promise<IdentifierStep> {
  const { site, query, settings } = context
  const step = query.get("step")
  const wasSent = step === "method"
  const isLater = wasSent || step === "identifier" || error !== undefined
  const posted = context.method === "POST" // the page is the response to a form
  const prefill = posted ? toFormPrefill(context) : isLater ? await readFormPrefill(context) : undefined
  const identifier = step === "identifier" ? undefined : (normalizeEmail(prefill?.email) ?? undefined)
  return {
    identifier,
    company: settings.domains.get(identifier?.split("@").at(-1) ?? ""),
    rejected: wasSent && identifier === undefined,
    email: prefill?.email ?? email,
    startUrl: withSearchParams(`${site.url}/signin`, site.origin, { callbackUrl }),
    changeUrl: pageUrl(context, "signIn", { callbackUrl, step: "identifier" }),
  }
}

/**
 * Returns the providers for a step. The providers of companies are known only to users with an address of their domain,
 * so that a browser never gets a list of them.
 */
export function providersForStep<Provider extends { id: string }>(
  { settings }: Pick<ActionContext, "settings">,
  { company }: Pick<IdentifierStep, "company">,
  providers: readonly Provider[],
): Provider[] {
  const companies = new Set(settings.domains.values())
  return providers.filter(({ id }) => (company === undefined ? !companies.has(id) : id === company))
}
