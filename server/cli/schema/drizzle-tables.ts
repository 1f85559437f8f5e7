import { closingBracket, entriesIn, withoutText, type Range } from "../source-text.ts"

/** A table in the text of a module. */
export interface FoundTable {
  /** The name of the constant. */
  readonly variable: string
  /** The table's name in the database. */
  readonly name: string
  /** Its schema, if it is a table of `pgSchema` or `mysqlSchema`. */
  readonly schema: string | undefined
  /** Where its columns are. */
  readonly columns: Range
  /** Each column's text, such as `uuid("person_id").primaryKey()`, by its property. */
  readonly entries: ReadonlyMap<string, string>
}

const TABLE = /\b(?:const|let|var)\s+(\w+)\s*=\s*([\w.]+)\(\s*(["'`])([^"'`\n]*)\3\s*,\s*(?:\(?\w*\)?\s*=>\s*\(\s*)?\{/g

/** Finds the tables of Drizzle in the text of a module, which isn't run. */
export function findTables(text: string): readonly FoundTable[] {
  const code = withoutText(text)
  return [...text.matchAll(TABLE)].flatMap((match) => {
    const [all, variable = "", callee = "", , name = ""] = match
    const start = match.index + all.length
    const end = closingBracket(code, start)
    if (code.charAt(match.index) === " " || end === undefined) return [] // in a comment, or broken
    const columns = { start, end }
    const entries = readEntries(text, code, columns)
    return [{ variable, name: createdName(text, callee, name), schema: schemaName(text, callee), columns, entries }]
  })
}

/** Returns the name that a creator gives a table, such as `` pgTableCreator((name) => `app_${name}`) ``. */
function createdName(text: string, creator: string, name: string): string {
  const creation = new RegExp(`\\b${creator}\\s*=\\s*\\w+TableCreator\\(\\s*\\(?\\s*(\\w+)[^=]*=>\\s*\`([^\`]*)\``)
  const [, parameter = "", pattern = "${}"] = creation.exec(text) ?? []
  return pattern.replaceAll(new RegExp(`\\$\\{\\s*${parameter}\\s*\\}`, "g"), () => name)
}

function schemaName(text: string, callee: string): string | undefined {
  const [, schema] = /^(\w+)\.table$/.exec(callee) ?? []
  return new RegExp(`\\b${schema}\\s*=\\s*\\w+Schema\\(\\s*["'\`]([^"'\`]+)`).exec(text)?.[1]
}

function readEntries(text: string, code: string, columns: Range): ReadonlyMap<string, string> {
  const entries = entriesIn(code, columns).flatMap(({ start, end }): [string, string][] => {
    // Comments before the entry are blank in `code`, but a quoted property is too
    const [blank = ""] = /^\s*/.exec(code.slice(start, end)) ?? []
    const before = text.slice(start, start + blank.length)
    const property = /^(\w+)\s*:/.exec(code.slice(start + blank.length, end))?.[1]
    if (property !== undefined) {
      const at = start + blank.length + code.slice(start + blank.length, end).indexOf(":") + 1
      return [[property, text.slice(at, end).trim()]]
    }
    const quoted = /["'](\w+)["']\s*$/.exec(before)?.[1]
    const colon = code.indexOf(":", start)
    return quoted === undefined ? [] : [[quoted, text.slice(colon + 1, end).trim()]]
  })
  return new Map(entries)
}

/** Returns whether the module has a constant of this name, or imports it. */
export function declares(text: string, name: string): boolean {
  const code = withoutText(text)
  return new RegExp(
    `\\b(?:const|let|var|function)\\s+${name}\\b|\\bimport\\b[^;"']*\\b${name}\\b[^;"']*\\bfrom\\b`,
  ).test(code)
}
