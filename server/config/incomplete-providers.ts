import { AuthError } from "../errors.ts"
import type { OAuthConfig, ProviderConfig } from "../providers/types.ts"
import { variablePrefix } from "../providers/variables.ts"
import type { Settings } from "./settings.ts"

/**
 * Returns what is missing from OAuth providers, by provider id: a client id, an option, an endpoint. Often it is a
 * variable that this environment doesn't have. So only that provider fails, and everything else works without it.
 */
export function incompleteProviders({
  providers,
  env,
}: Pick<Settings, "providers" | "env">): ReadonlyMap<string, readonly AuthError[]> {
  const found = [...providers.values()].map((provider) => [provider.id, missingSettings(provider, env)] as const)
  return new Map(found.filter(([, problems]) => problems.length > 0))
}

/** Returns the settings without these providers. */
export function withoutProviders(settings: Settings, incomplete: ReadonlyMap<string, unknown>): Settings {
  const usable = [...settings.providers].filter(([id]) => !incomplete.has(id))
  return Object.freeze({ ...settings, providers: new Map(usable), incompleteProviders: new Set(incomplete.keys()) })
}

function missingSettings(provider: ProviderConfig, env: Settings["env"]): AuthError[] {
  // In development, an email provider without a server prints its emails, or its first email fails and names what is
  // missing
  if (provider.type === "email")
    return env["NODE_ENV"] === "production" ? (provider.problems ?? []).map(leftOutError) : []
  if (provider.type !== "oauth" && provider.type !== "oidc") return []
  const { id, clientId, issuer, wellKnown, problems = [] } = provider
  const variable = `${variablePrefix(id)}_ID`
  const name = variablePrefix(id).slice("AUTH_".length)
  const older = [`${name}_ID`, `${name}_CLIENT_ID`, `AUTH_${name}_CLIENT_ID`].find((one) => env[one])
  const rename = older === undefined ? `set ${variable}` : `\`${older}\` is set: rename it to ${variable}`
  const endpoints = missingEndpoints(provider)
  const isAddress = !issuer || (URL.canParse(issuer) && /^https?:/.test(issuer))
  const sentences = [
    ...problems,
    ...(clientId ? [] : [`The provider ${JSON.stringify(id)} has no \`clientId\`: ${rename}`]),
    ...(isAddress || problems.length > 0
      ? []
      : [
          `The provider ${JSON.stringify(id)} has the \`issuer\` ${JSON.stringify(issuer)}. Set it to a URL with https://`,
        ]),
    ...((issuer ?? wellKnown) || endpoints.length === 0
      ? []
      : [`The provider ${JSON.stringify(id)} has no \`issuer\` to discover from, and no ${endpoints.join(", ")}`]),
  ]
  return sentences.map(leftOutError)
}

const leftOutError = (sentence: string) => new AuthError("InvalidConfiguration", `${sentence}. Latchkit leaves it out`)

function missingEndpoints(provider: OAuthConfig): string[] {
  const { type, authorization, token, userinfo, profileSource = "userinfo" } = provider
  const needed = { authorization, token, ...(type === "oauth" && profileSource === "userinfo" && { userinfo }) }
  return Object.entries(needed).flatMap(([name, endpoint]) => (endpoint ? [] : [`\`${name}\``]))
}
