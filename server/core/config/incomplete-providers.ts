import { AuthError } from "../../errors.ts"
import { describeAddress } from "../../providers/option-values.ts"
import type { OAuthConfig, ProviderConfig } from "../../providers/types.ts"
import { isOAuth } from "../../providers/protocol.ts"
import { variablePrefix } from "../../providers/variables.ts"
import { passkeyProblems } from "./feature-problems.ts"
import { allProviders, missingForEmails } from "./email-senders.ts"
import type { Settings } from "./settings.ts"

/**
 * Returns what providers lack, by provider id: a client id, an option, an endpoint, the domain of passkeys. Often it is
 * a variable that this environment doesn't have. So only that provider fails, and everything else works without it.
 */
export function incompleteProviders(settings: Settings): ReadonlyMap<string, readonly Lack[]> {
  const lacking = allProviders(settings).map((provider) => [provider.id, lacks(provider, settings)] as const)
  return new Map(lacking.filter(([, missing]) => missing.length > 0))
}

/**
 * Returns the errors to log. An app may list dozens of providers without a client id, so these share one line, whatever
 * else they lack.
 */
export function leftOutErrors(incomplete: ReadonlyMap<string, readonly Lack[]>): AuthError[] {
  const all = [...incomplete.values()]
  const unset = all.filter((missing) => missing.some(({ client }) => client !== undefined))
  if (unset.length < 2) return all.flat().map(({ text }) => leftOutError(text, "it"))
  const names = unset.flat().flatMap(({ client }) => client ?? [])
  return [
    ...all
      .filter((missing) => !unset.includes(missing))
      .flatMap((missing) => missing.map(({ text }) => leftOutError(text, "it"))),
    leftOutError(`${names.length} providers have no \`clientId\`: ${names.join(", ")}`, "them"),
  ]
}

const leftOutError = (sentence: string, pronoun: string) =>
  new AuthError("InvalidConfiguration", `${sentence}. Latchkit leaves ${pronoun} out`)

/** Returns the settings without these providers. */
export function withoutProviders(settings: Settings, incomplete: ReadonlyMap<string, unknown>): Settings {
  const usable = new Map([...settings.providers].filter(([id]) => !incomplete.has(id)))
  return Object.freeze({
    ...settings,
    providers: usable,
    incompleteProviders: new Set(incomplete.keys()),
    webauthn: settings.webauthn && [...usable.values()].some(({ type }) => type === "webauthn"),
  })
}

/** Something that a provider can't work without. */
interface Lack {
  /** A sentence without its period. */
  text: string
  /** How to set the client id, if that is missing. */
  client?: string
}

function lacks(provider: ProviderConfig, settings: Settings): Lack[] {
  if (provider.type === "email") return missingForEmails(provider, settings.env).map((text) => ({ text }))
  const at = `The provider ${JSON.stringify(provider.id)}`
  if (provider.type === "webauthn" && settings.webauthn)
    return passkeyProblems(provider, settings).map((problem) => ({ text: `${at} ${problem}` }))
  if (!isOAuth(provider)) return []
  const { id, clientId, issuer, wellKnown, problems = [] } = provider
  const variable = `${variablePrefix(id)}_ID`
  const name = variablePrefix(id).slice("AUTH_".length)
  const older = [`${name}_ID`, `${name}_CLIENT_ID`, `AUTH_${name}_CLIENT_ID`].find((one) => settings.env[one])
  const rename = older === undefined ? `set ${variable}` : `\`${older}\` is set: rename it to ${variable}`
  const endpoints = missingEndpoints(provider)
  const isAddress = !issuer || (URL.canParse(issuer) && /^https?:/.test(issuer))
  return [
    ...problems.map((text) => ({ text })),
    ...(clientId ? [] : [{ text: `${at} has no \`clientId\`: ${rename}`, client: `${id} (${rename})` }]),
    ...(isAddress || problems.length > 0
      ? []
      : [{ text: `${at} has the \`issuer\` ${describeAddress(issuer)}. Set it to a URL with https://` }]),
    ...((issuer ?? wellKnown) || endpoints.length === 0
      ? []
      : [{ text: `${at} has no \`issuer\` to discover from, and no ${endpoints.join(", ")}` }]),
  ]
}

function missingEndpoints(provider: OAuthConfig): string[] {
  const { type, authorization, token, userinfo, profileSource = "userinfo" } = provider
  const needed = { authorization, token, ...(type === "oauth" && profileSource === "userinfo" && { userinfo }) }
  return Object.entries(needed).flatMap(([name, endpoint]) => (endpoint ? [] : [`\`${name}\``]))
}
