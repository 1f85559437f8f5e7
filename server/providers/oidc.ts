import { bringOpenId } from "../brings.ts"
import { toProviderFunction } from "./define.ts"
import { ANY_NAME, checkOptionNames } from "./option-names.ts"
import { requiredOption, type HostOptions } from "./rows.ts"
import type { OIDCConfig } from "./types.ts"
import type { Profile } from "./profile-types.ts"

const options = { issuer: requiredOption("The issuer, exactly as its discovery document spells it") }

/** The options of {@link OIDC}: `id` and `issuer`, and any part of the configuration to override. */
export type OIDCOptions<P extends object = Profile> = HostOptions<typeof options, P> & { id: string }

/**
 * Creates an OpenID Connect provider, whose configuration is discovered from its issuer. `AUTH_{ID}_ID` and
 * `AUTH_{ID}_SECRET` are its client id and secret.
 */
export function OIDC<P extends object = Profile>(givenOptions: OIDCOptions<P>): OIDCConfig {
  checkOptionNames({ name: "OIDC", id: "oidc" }, givenOptions, ANY_NAME)
  const row = {
    id: givenOptions.id,
    name: givenOptions.name ?? givenOptions.id,
    type: "oidc" as const,
    options,
    issuer: "{issuer}",
  }
  return toProviderFunction<typeof options, OIDCConfig>(row, bringOpenId)<P>(givenOptions)
}
