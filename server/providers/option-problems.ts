import type { Row } from "./rows.ts"
import type { Source } from "./template.ts"
import { variablePrefix } from "./variables.ts"

/** Returns a sentence for each option of the row that is missing or empty, or that was passed under two names. */
export function optionProblems(row: Row, given: Readonly<Record<string, unknown>>, values: Source): string[] {
  const provider = `The provider ${row.name} (${row.id})`
  return Object.entries(row.options ?? {}).flatMap(
    ([name, { about, required, inEnvironment, unless, sameAs = name }]) => {
      const value = values[name]
      if (unless !== undefined && values[unless] !== undefined) return []
      if (required || inEnvironment) {
        const variable = inEnvironment ? ` or set ${variablePrefix(row.id)}_ISSUER` : ""
        const isMissing = value === undefined || value === ""
        return isMissing ? `${provider} needs the option \`${name}\`${variable}: ${about}` : []
      }
      if (!Object.hasOwn(given, name)) return []
      if (isEmpty(given[name]))
        return `${provider} has an empty option \`${name}\`, often because an environment variable isn't set. Without it, other users might sign in. Set it, or leave it out`
      return given[name] === values[sameAs] ? [] : `${provider} has two values for \`${sameAs}\`. Pass one`
    },
  )
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.values(value).every(isEmpty)
  return value === undefined || value === null || value === ""
}
