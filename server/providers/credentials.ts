import type { CredentialField } from "../../client/contract.ts"
import { bringCredentials } from "../brings.ts"
import { CREDENTIALS, checkOptionNames } from "./option-names.ts"
import type { CredentialsConfig } from "./types.ts"

/** The options of {@link Credentials}: the form's fields, and `authorize`, which returns the user or null. */
export type CredentialsOptions<F extends Record<string, CredentialField>> = Pick<
  CredentialsConfig<F>,
  "credentials" | "authorize"
> &
  Partial<Pick<CredentialsConfig<F>, "id" | "name" | "passwordVersion">>

/**
 * Signs in with a form of the app's own, such as a user name and a password. If you have several, give each an `id` and
 * a `name`.
 */
export function Credentials<const F extends Record<string, CredentialField> = Record<string, CredentialField>>(
  options: CredentialsOptions<F>,
): CredentialsConfig<F> {
  checkOptionNames({ name: "Credentials", id: "credentials" }, options, CREDENTIALS)
  return { id: "credentials", name: "Credentials", type: "credentials", ...options, ...bringCredentials() }
}

export default Credentials
