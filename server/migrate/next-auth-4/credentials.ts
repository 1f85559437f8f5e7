import { CREDENTIALS, checkOptionNames } from "../../providers/option-names.ts"
import type { CredentialInput, CredentialsConfig } from "./provider-types.ts"

export type { CredentialInput, CredentialsConfig } from "./provider-types.ts"

/** The name of such a provider, unless it has another one. */
export type CredentialsProviderType = "Credentials"

/** `CredentialsProvider` of next-auth 4. `authorize` gets the form's fields, and a request as plain values. */
export function Credentials<F extends Record<string, CredentialInput> = Record<string, CredentialInput>>(
  options: Omit<CredentialsConfig<F>, "type">,
): CredentialsConfig<F> {
  checkOptionNames({ name: "Credentials", id: "credentials" }, options, CREDENTIALS)
  return { id: "credentials", name: "Credentials", ...options, type: "credentials" }
}

export { Credentials as default } // the name that apps import
