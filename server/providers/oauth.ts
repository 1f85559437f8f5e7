import { toProviderFunction } from "./define.ts"
import type { Mapping } from "./mapping.ts"
import { ANY_NAME, checkOptionNames } from "./option-names.ts"
import type { HostOptions, RowFields } from "./rows.ts"
import type { OAuthConfig } from "./types.ts"
import type { Profile } from "./profile-types.ts"

/** @internal */
type DescribedField = "authorization" | "token" | "userinfo" | "scopes" | "unwrap" | "emailTrust"
/** @internal */
type NoOptions = Record<never, never>
/** @internal */
type Callback<P extends object> = NonNullable<OAuthConfig<P>["profile"]>

/** The options of {@link OAuth}: the three endpoints, and where the profile has the user's fields. */
export type OAuthOptions<P extends object = Profile> = Omit<HostOptions<NoOptions, P>, DescribedField | "profile"> &
  Required<Pick<RowFields, "authorization" | "token" | "userinfo">> &
  Pick<RowFields, DescribedField> & {
    id: string
    /**
     * A mapping (`{ id: "uid", name: ({ display_name, login }) => display_name || login }`), or a function.
     *
     * @default keeps `id` or `sub`, `name`, `email`, and `picture` or `image`
     */
    profile?: Mapping | Callback<P>
  }

const DEFAULT_PROFILE: Mapping = {
  id: ({ sub, id }) => sub ?? id,
  name: "name",
  email: "email",
  image: ({ picture, image }) => picture ?? image,
}

/** Creates an OAuth 2.0 provider that isn't in the catalogue. */
export function OAuth<P extends object = Profile>(options: OAuthOptions<P>): OAuthConfig {
  checkOptionNames({ name: "OAuth", id: "oauth" }, options, ANY_NAME)
  const { authorization, token, userinfo, scopes, unwrap, emailTrust, profile = DEFAULT_PROFILE, ...rest } = options
  const fields: RowFields<NoOptions> = {
    authorization,
    token,
    userinfo,
    ...(scopes !== undefined && { scopes }),
    ...(unwrap !== undefined && { unwrap }),
    ...(emailTrust !== undefined && { emailTrust }),
    profile: typeof profile === "function" ? { id: "id", name: "name", email: "email" } : profile,
  }
  const row = { id: options.id, name: options.name ?? options.id, type: "oauth" as const, ...fields }
  const provider = toProviderFunction<NoOptions, OAuthConfig>(row)
  const callback = typeof profile === "function" && { profile }
  const config = provider<P>({ ...rest, ...callback } as HostOptions<NoOptions, P>) // the same options less those that made the row
  const problems = typeof profile === "function" ? [] : pathProblems(options.id, profile)
  return problems.length === 0 ? config : { ...config, problems }
}

/** Returns the mapping fields that are neither plain paths nor functions, such as `name|login`. */
function pathProblems(id: string, mapping: Mapping): string[] {
  return Object.entries(mapping)
    .filter(([, field]) => typeof field === "string" && /[|&?`~{}]/.test(field))
    .map(
      ([name, field]) =>
        `The provider ${id} has \`profile.${name}\` ${JSON.stringify(field)}: use a path or a function`,
    )
}
