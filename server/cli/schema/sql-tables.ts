/** A table that migrations make. All names are in lower case. */
interface SqlTable {
  readonly columns: Set<string>
  readonly indexes: Set<string>
}

const NAME = String.raw`(?:(?:"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]|\w+)\s*\.\s*)?("[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]|\w+)`
const statement = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll(" ", String.raw`\s+`).replaceAll("NAME", NAME)}`, "i")
const CREATE_TABLE = statement(String.raw`create table (?:if not exists )?NAME\s*\(`)
const CREATE_INDEX = statement("create (?:unique )?index (?:if not exists )?NAME on (?:only )?NAME")
const DROP_TABLE = statement("drop table (?:if exists )?NAME")
const ALTER_TABLE = statement("alter table (?:if exists )?(?:only )?NAME ")
const RENAME = new RegExp(String.raw`^rename\s+to\s+${NAME}`, "i")
const COLUMN = new RegExp(String.raw`^(add|drop)\s+(?:column\s+)?(?:if\s+(?:not\s+)?exists\s+)?${NAME}`, "i")
const CONSTRAINT = /^(?:constraint|primary\s+key|foreign\s+key|unique|check|exclude|(?:key|index)\s+\S+\s*\()/i

/** The part of a migration that undoes it, as dbmate, goose and sql-migrate mark it. */
export const UNDO_MARK = /^--\s*(?:migrate:down|\+(?:goose|migrate)\s+down)/im

/** Reads which tables, columns and indexes statements make, in their order. */
export function readSqlTables(texts: readonly string[]): ReadonlyMap<string, SqlTable> {
  const tables = new Map<string, SqlTable>()
  for (const text of texts) for (const one of statements(text)) apply(one, tables)
  return tables
}

function apply(text: string, tables: Map<string, SqlTable>): void {
  const created = CREATE_TABLE.exec(text)
  if (created) {
    const parts = topLevelParts(text.slice(created[0].length, text.lastIndexOf(")")))
    const names = parts.filter((part) => !CONSTRAINT.test(part)).map((part) => plain(new RegExp(`^${NAME}`).exec(part)?.[1])) // prettier-ignore
    const name = plain(created[1])
    if (!tables.has(name)) tables.set(name, { columns: new Set(names), indexes: new Set() })
    return
  }
  const index = CREATE_INDEX.exec(text)
  if (index) return void tables.get(plain(index[2]))?.indexes.add(plain(index[1]))
  const dropped = DROP_TABLE.exec(text)
  if (dropped) return void tables.delete(plain(dropped[1]))
  const altered = ALTER_TABLE.exec(text)
  const name = plain(altered?.[1])
  const table = tables.get(name)
  if (!altered || !table) return
  for (const change of topLevelParts(text.slice(altered[0].length))) {
    const renamed = RENAME.exec(change)
    if (renamed) {
      tables.delete(name)
      tables.set(plain(renamed[1]), table)
    }
    const [, verb = "", column] = CONSTRAINT.test(change.replace(/^(?:add|drop)\s+/i, ""))
      ? []
      : (COLUMN.exec(change) ?? [])
    if (verb.toLowerCase() === "add") table.columns.add(plain(column))
    if (verb.toLowerCase() === "drop") table.columns.delete(plain(column))
  }
}

/** Returns the statements of a migration, without comments, texts, and the part that undoes it. */
function statements(text: string): readonly string[] {
  const [forwards = ""] = text.split(UNDO_MARK)
  const code = forwards.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:''|[^'])*'/g, " ")
  return code.split(";").map((one) => one.trim()).filter(Boolean) // prettier-ignore
}

function topLevelParts(text: string): readonly string[] {
  const parts = [""]
  let depth = 0
  for (const character of text) {
    if (character === "(") depth++
    if (character === ")") depth--
    if (character === "," && depth === 0) parts.push("")
    else parts.push(`${parts.pop() ?? ""}${character}`)
  }
  return parts.map((part) => part.trim())
}

const plain = (name = ""): string => name.replaceAll(/^["`[]|["`\]]$/g, "").toLowerCase()
