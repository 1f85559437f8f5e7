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
