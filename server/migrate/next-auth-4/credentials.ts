import type { CredentialInput, CredentialsConfig } from "./provider-types.ts"

type Fields = Record<string, CredentialInput>

/** `CredentialsProvider` of next-auth 4. `authorize` gets the form's fields, and a request as plain values. */
export function Credentials<F extends Fields = Fields>(
  options: Omit<CredentialsConfig<F>, "type">,
): CredentialsConfig<F> {
  return { id: "credentials", name: "Credentials", ...options, type: "credentials" }
}

export { Credentials as default } // the name that apps import
