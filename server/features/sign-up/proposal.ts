import type { PasswordSettings } from "../../core/config/passwords.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { readNewPassword } from "../password/stored-password.ts"

const MAX_FIELD = 256

export type Proposal = { password: Parameters<PasswordSettings["hasher"]["hash"]>[0]; fields: Record<string, string> }

/** Checks the fields of a sign-up form. The result doesn't depend on whether the account exists. */
export async function readProposal(
  context: ActionContext,
  passwords: PasswordSettings,
  email: string | null,
): Promise<Proposal | { fieldErrors: Record<string, string[]> }> {
  const { fields: typed } = context.body
  const names = Object.keys(passwords.fields ?? {})
  const fields = Object.fromEntries(names.map((name) => [name, (typed[name] ?? "").trim().slice(0, MAX_FIELD)]))
  const missing = names.filter((name) => passwords.fields?.[name]?.required && !fields[name])
  const words = [email, fields["name"]]
  const password = await readNewPassword(context, passwords, { typed: typed["password"], words })
  const fieldErrors = {
    ...Object.fromEntries(missing.map((name) => [name, ["Required"]])),
    ...(typeof password === "string" && { password: [password] }),
  }
  return typeof password === "string" || missing.length > 0 ? { fieldErrors } : { password, fields }
}

/** Returns the text that the user typed, without the password. */
export function formValues({ body }: ActionContext, { fields = {} }: PasswordSettings): Record<string, string> {
  const shown = ["email", ...Object.keys(fields)].map((name) => [name, (body.fields[name] ?? "").slice(0, MAX_FIELD)])
  return Object.fromEntries(shown) as Record<string, string> // pairs of two strings
}
