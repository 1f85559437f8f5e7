import type { CredentialField } from "../../../client/contract.ts"
import * as v from "valibot"
import { FORM_PREFILL_COOKIE } from "../cookies/names.ts"
import type { AuthRequest, RequestContext } from "../request/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import { sealedCookie } from "../request/sealed-cookie.ts"

/** Seconds that the values are kept for another attempt. */
const MAX_AGE = 5 * 60
/**
 * An email address is never longer than this ([RFC 5321, section
 * 4.5.3.1](https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1)).
 */
const MAX_LENGTH = 254
/** Maximum number of fields that are kept. */
const MAX_FIELDS = 8

const prefill = sealedCookie({
  name: FORM_PREFILL_COOKIE,
  maxAge: MAX_AGE,
  schema: v.object({
    provider: v.optional(v.string()),
    email: v.optional(v.string()),
    values: v.optional(v.record(v.string(), v.string())),
  }),
})

/** The values that the sign-in page shows again after a form failed. */
export interface FormPrefill {
  /** Id of the provider whose sign-in failed. */
  provider: string | undefined
  email: string | undefined
  /** Values of the form's fields, without secrets. */
  values: Record<string, string> | undefined
}

/** Returns what the user typed into the form of this request, without secrets. */
export function toFormPrefill({
  target,
  body,
  settings,
}: Pick<AuthRequest, "target" | "body" | "settings">): FormPrefill {
  const provider = settings.providers.get(target ?? "")
  const fields = provider?.type === "credentials" ? (provider.credentials ?? {}) : {}
  const values = Object.entries(fields).flatMap(([name, field]) => {
    const value = isSecretField(name, field) ? undefined : boundedText(body.fields[name])
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    provider: provider?.id,
    email: boundedText(body.fields["email"]),
    values: values.length > 0 ? Object.fromEntries(values.slice(0, MAX_FIELDS)) : undefined,
  }
}

/**
 * Returns the cookie that keeps the failed form, without its secrets. A URL would end up in logs and browser histories.
 */
export async function storeFormPrefill(authRequest: AuthRequest): Promise<SetCookie[]> {
  const formPrefill = toFormPrefill(authRequest)
  if (formPrefill.provider === undefined && formPrefill.email === undefined) return []
  return [await prefill.write(authRequest, formPrefill)]
}

/** Returns the form that last failed in this browser. */
export async function readFormPrefill(context: RequestContext): Promise<FormPrefill> {
  const { provider, email, values } = (await prefill.read(context)) ?? {}
  const isConfigured = provider !== undefined && context.settings.providers.has(provider)
  return { provider: isConfigured ? provider : undefined, email, values }
}

const boundedText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= MAX_LENGTH ? value : undefined

const isSecretField = (name: string, { type, autocomplete = "" }: CredentialField): boolean =>
  type === "password" ||
  /password|one-time-code|^cc-/.test(autocomplete) ||
  /pass|pin|otp|code|secret|token/i.test(name)
