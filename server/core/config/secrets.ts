import { hmac } from "../crypto/bytes.ts"
import { sessionBoundCsrf, skipCSRFCheck } from "../crypto/csrf-token.ts"
import type { Keyring } from "../crypto/keyring.ts"
import type { TokenForm } from "../crypto/token-form.ts"
import type { Session } from "../../../client/contract.ts"
import { nonEmptyValues, secretsFrom, type Env } from "./env.ts"
import type { CoreConfig } from "./types.ts"

/** Returns the secrets of a configuration, or else those of the environment. */
export function resolveSecrets(config: CoreConfig<Session>, env: Env): readonly string[] {
  const { secret } = config
  const configured = typeof secret === "string" ? [secret] : (secret ?? [])
  const nonEmpty = nonEmptyValues(configured.filter((value) => typeof value === "string"))
  return Object.freeze(nonEmpty.length > 0 || configured.length > 0 ? nonEmpty : secretsFrom(env))
}

/** Returns the secret in the form of the configuration. next-auth 4 only supports one secret. */
export function configuredSecret({ secret, compatVersion }: CoreConfig<Session>, secrets: readonly string[]) {
  return typeof secret === "string" || (secret === undefined && compatVersion === 4) ? (secrets[0] ?? "") : secrets
}

/** The formats of tokens. A preset may replace each, so that tokens of another library still open. */
export function tokenSettings({ wire, skipCSRFCheck: skipped }: CoreConfig, keyring: Keyring) {
  const tokenForm: TokenForm = { keyring, namesSite: true }
  return {
    tokenForms: wire?.tokenForms?.(tokenForm) ?? [tokenForm],
    csrf: wire?.csrf ?? sessionBoundCsrf,
    csrfCheck: skipped !== skipCSRFCheck,
    hashVerificationToken: wire?.hashVerificationToken ?? hashWithEachSecret,
  }
}

const hashWithEachSecret = (token: string, secrets: readonly string[], site: string): Promise<string[]> =>
  Promise.all(secrets.map((secret) => hmac(secret, "email token", `${site}\n${token}`)))
