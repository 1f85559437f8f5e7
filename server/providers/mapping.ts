import type { ProfileContext } from "./context.ts"
import { affirms, flag, readPath } from "./template.ts"
import type { Source } from "./template.ts"
import type { OAuthConfig, Profile, ProfileUser, TokenSet } from "./types.ts"

/** What a mapping reads: the profile's own fields, and `$token`, `$extra`, `$form` beside them. */
export type MappingSource = Source

/**
 * Where a field of the user is in the provider's answer: a path of `template.ts`, `first|second` for the first that is
 * there, `` `text {path}` `` for a text with paths in it (`{path!}` makes the whole text empty when it is), `a&b` for
 * flags that must both be set; or a function, where that cannot say it.
 */
export type Field = string | ((source: MappingSource) => unknown)

/** How a provider's profile becomes a user. */
export interface Mapping {
  /** One path, to what never changes for a person. */
  id: Field
  name?: Field
  email?: Field
  /** A flag of the provider's answer that says it checked the address; without it no address counts as checked. */
  emailVerified?: Field
  image?: Field
}

/** Splits at `mark` outside of back-ticks and brackets. */
function split(expression: string, mark: string): string[] {
  const parts = [""]
  let quoted = false
  let depth = 0
  for (const character of expression) {
    if (character === "`") quoted = !quoted
    if (!quoted && character === "[") depth += 1
    if (!quoted && character === "]") depth -= 1
    if (character === mark && !quoted && depth === 0) parts.push("")
    else parts.push((parts.pop() ?? "") + character)
  }
  return parts
}

function text(template: string, source: MappingSource): string {
  let incomplete = false
  const filled = template.replace(/\{([^{}]+)\}/g, (_, wanted: string) => {
    const value = readPath(wanted.replace(/!$/, ""), source)
    if (flag(value) || value === 0) return String(value)
    if (wanted.endsWith("!")) incomplete = true
    return ""
  })
  return incomplete ? "" : filled.replace(/\s+/g, " ").trim()
}

function bothSet(paths: readonly string[], source: MappingSource): boolean {
  return paths.every((path) => affirms(readPath(path, source)))
}

/** The value of a mapping expression, or null. */
export function evaluate(field: Field | undefined, source: MappingSource): unknown {
  if (field === undefined) return null
  if (typeof field === "function") return field(source) ?? null
  for (const alternative of split(field, "|")) {
    const flags = split(alternative, "&")
    const value = alternative.startsWith("`")
      ? text(alternative.slice(1, -1), source)
      : flags.length > 1
        ? bothSet(flags, source)
        : readPath(alternative, source)
    if (value !== undefined && value !== null && value !== "") return value
  }
  return null
}

/** A text or an exact number as text; anything else is not something to show or to recognise a person by. */
function asText(value: unknown): string | null {
  if (typeof value === "string" && value !== "") return value
  return typeof value === "number" && Number.isSafeInteger(value) ? String(value) : null
}

/** The `profile` callback that a mapping describes. An answer without an id gives a user without one. */
export function profileFrom(mapping: Mapping): NonNullable<OAuthConfig["profile"]> {
  return (profile: Profile, tokens: TokenSet, context: ProfileContext): ProfileUser => {
    const source = { ...profile, $token: tokens, $extra: context.extra, $form: context.form }
    const id = asText(evaluate(mapping.id, source))
    return {
      ...(id !== null && { id }),
      name: asText(evaluate(mapping.name, source)),
      email: asText(evaluate(mapping.email, source)),
      image: asText(evaluate(mapping.image, source)),
      emailVerified: affirms(evaluate(mapping.emailVerified, source)),
    }
  }
}
