import facts from "../providers/providers.json" with { type: "json" }

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
const words = new Map(
  PROVIDERS.map((row) => [
    row,
    [row.name, row.id, row.export, row.type, ...row.options.map(({ name }) => name)].join(" ").toLowerCase(),
  ]),
)

export interface Filter {
  readonly search: string
  readonly type: string
  readonly email: string
}

/** The providers in which every word of the search is found. */
export function matching({ search, type, email }: Filter): readonly ProviderFacts[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  return PROVIDERS.filter(
    (row) =>
      (type === "" || row.type === type) &&
      (email === "" || row.emailVerified === email) &&
      wanted.every((word) => words.get(row)?.includes(word)),
  )
}

/** The origin, and base path if one is given, that a reader typed; the placeholder where it is no address. */
export function toSite(typed: string): string {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  if (typed.trim() === "" || !URL.canParse(address)) return "https://your.site/auth"
  const { origin, pathname } = new URL(address)
  return origin + (pathname === "/" ? "/auth" : pathname.replace(/\/+$/, ""))
}

/** The redirect URI to register for a provider of a site. */
export const redirectUri = ({ id }: ProviderFacts, site: string) => `${toSite(site)}/callback/${id}`

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
