import facts from "./providers.json" with { type: "json" }

export interface ProviderOption {
  readonly name: string
  readonly required: boolean
  readonly about: string
  readonly fallback?: string
}

/** A provider as the catalogue's table test writes it down. */
export interface ProviderFacts {
  readonly id: string
  readonly export: string
  readonly name: string
  readonly type: string
  readonly options: readonly ProviderOption[]
  readonly scopes?: string | null
  readonly environment: readonly string[]
  readonly emailVerified: string
  readonly emailEvidence: string
  readonly accountId?: string
  readonly redirectUri: string
  readonly tested: string
  readonly deprecated?: string | boolean
}

export const PROVIDERS: readonly ProviderFacts[] = (facts as ProviderFacts[]).toSorted((a, b) =>
  a.name.localeCompare(b.name, "en"),
)

/** What a search looks through: the name, the id, the type and the options. */
export const searchWords = ({ name, id, export: value, type, options }: ProviderFacts): string =>
  [name, id, value, type, ...options.map((option) => option.name)].join(" ").toLowerCase()

/** The line that imports a provider, and the one that uses it. */
export function usage({ id, export: name, options }: ProviderFacts): string {
  const required = options.filter(({ required }) => required)
  const given = required.map(
    ({ name, about }) => `${name}: ${JSON.stringify(/https:\/\/[^\s,]+/.exec(about)?.[0] ?? "…")}`,
  )
  return [
    `import { ${name} } from "latchkit/providers/${id}"`,
    "",
    `providers: [${name}(${given.length > 0 ? `{ ${given.join(", ")} }` : ""})]`,
  ].join("\n")
}
