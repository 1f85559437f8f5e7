import { functionOf } from "./define.ts"
import { required } from "./rows.ts"
import type { HostOptions } from "./rows.ts"
import type { OIDCConfig, Profile } from "./types.ts"

const options = { issuer: required("The issuer, exactly as its discovery document spells it") }

/** What {@link OIDC} takes: `id` and `issuer`, and anything of the configuration that should be otherwise. */
export type OIDCOptions<P extends object = Profile> = HostOptions<typeof options, P> & { id: string }

/**
 * Any OpenID Connect provider: everything else is discovered from its issuer. `AUTH_{ID}_ID` and `AUTH_{ID}_SECRET`
 * are its client id and secret.
 */
export function OIDC<P extends object = Profile>(given: OIDCOptions<P>): OIDCConfig {
  const row = { id: given.id, name: given.name ?? given.id, type: "oidc" as const, options, issuer: "{issuer}" }
  return functionOf<typeof options, OIDCConfig>(row)<P>(given)
}
