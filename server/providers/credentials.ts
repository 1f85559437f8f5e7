import type { CredentialField } from "../../client/contract.ts"
import type { CredentialsConfig } from "./types.ts"

type Fields = Record<string, CredentialField>

/** What {@link Credentials} takes: the form's fields, and `authorize`, which answers the user or null. */
export type CredentialsOptions<F extends Fields> = Pick<CredentialsConfig<F>, "credentials" | "authorize"> &
  Partial<Pick<CredentialsConfig<F>, "id" | "name">>

/** Sign-in with a form of the host's own, such as a user name and a password; more than one needs an `id` each. */
export function Credentials<const F extends Fields>(options: CredentialsOptions<F>): CredentialsConfig<F> {
  return { id: "credentials", name: "Credentials", type: "credentials", ...options }
}
