import { TABLES } from "../../adapters/core/tables.ts"

/** A model in the text of a Prisma schema. */
export interface FoundModel {
  readonly name: string
  /** Where the line after its opening brace begins. */
  readonly start: number
  /** Where the line of its closing brace begins. */
  readonly end: number
  /** Each field's type and attributes, such as `String @id`, by its name. */
  readonly fields: ReadonlyMap<string, string>
}

/** Finds the models in the text of a schema. Prisma requires a line for each field and each closing brace. */
export function findModels(text: string): readonly FoundModel[] {
  return [...text.matchAll(/^[^\S\n]*model\s+(\w+)\s*\{[^\n]*\n([^]*?)^[^\S\n]*\}/gm)].map(
    ([all, name = "", body = ""]) => {
      const at = text.indexOf(all)
      const start = at + all.length - (/[^\S\n]*\}$/.exec(all)?.[0].length ?? 1) - body.length
      const fields = body.split("\n").flatMap((line): [string, string][] => {
        const [, field, rest] = FIELD.exec(withoutComment(line)) ?? []
        return field === undefined || rest === undefined ? [] : [[field, rest.trim()]]
      })
      return { name, start, end: start + body.length, fields: new Map(fields) }
    },
  )
}

/**
 * Returns the schema of PostgreSQL that new models need: the one of the users' model, or else the first. Returns
 * `undefined` if the data source lists none, because Prisma then accepts no `@@schema`.
 */
export function newModelSchema(
  files: readonly { readonly path: string; readonly text: string }[],
  users: (FoundModel & { readonly path: string }) | undefined,
): string | undefined {
  const texts = files.map(({ text }) => text).join("\n")
  const [, schemas] = /^\s*datasource\s+\w+\s*\{[^}]*?\bschemas\s*=\s*\[([^\]]*)\]/m.exec(texts) ?? []
  const model = files.find(({ path }) => path === users?.path)?.text.slice(users?.start, users?.end) ?? ""
  return schemas && (/@@schema\("([^"]+)"\)/.exec(model) ?? /"([^"]+)"/.exec(schemas))?.[1]
}

const FIELD = /^\s*(\w+)\s+(\w.*)$/

export function withoutComment(line: string): string {
  const [text = ""] = /^(?:"(?:\\.|[^"\\])*"|(?!\/\/)[^"])*/.exec(line) ?? []
  return text
}

/** Returns the text with further lines in a model, after the last field for which `follows` holds, or its last one. */
export function withLines(
  text: string,
  { start, end }: FoundModel,
  lines: readonly string[],
  follows: (line: string) => boolean = () => true,
): { text: string; isBehindMatch: boolean } {
  const body = text.slice(start, end).split(/(?<=\n)/)
  const isField = (line: string) => FIELD.test(withoutComment(line).trimEnd())
  const matched = body.findLastIndex((line) => isField(line) && follows(line))
  const at = (matched === -1 ? body.findLastIndex(isField) : matched) + 1
  const changed = [...body.slice(0, at), ...lines.map((line) => `${line}\n`), ...body.slice(at)].join("")
  return { text: text.slice(0, start) + changed + text.slice(end), isBehindMatch: matched !== -1 }
}

/** A field of a model: its name, its type and its attributes. */
export type FieldCells = readonly [name: string, type: string, attributes?: string]

/** Returns the lines of fields, in columns as `prisma format` aligns them with all fields of their group. */
export function fieldLines(cells: readonly FieldCells[], group: readonly FieldCells[] = cells): readonly string[] {
  const width = (index: 0 | 1) => Math.max(...group.map((cell) => cell[index].length))
  return cells.map(([name, type, attributes = ""]) =>
    `  ${name.padEnd(width(0))} ${type.padEnd(width(1))} ${attributes}`.trimEnd(),
  )
}

export const clientName = (model: string): string => `${model.charAt(0).toLowerCase()}${model.slice(1)}`

/** Names the required fields of users that nothing fills: neither Latchkit, nor Prisma, nor the database. */
export function emptyFieldNotes(
  { name: users, fields }: FoundModel,
  models: readonly FoundModel[],
  mapped: readonly string[],
): readonly string[] {
  const relations = new Set(models.map(({ name }) => name))
  const required = [...fields].filter(([, text]) => {
    const type = text.split(/\s/)[0] ?? ""
    return /^\w+$/.test(type) && !relations.has(type) && !/@(id|default|updatedAt)\b/.test(text)
  })
  const names = required.map(([name]) => name).filter((name) => ![...TABLES.users.columns, ...mapped].includes(name))
  if (names.length === 0) return []
  return [
    `A new user has no ${names.join(" and no ")}, which ${users} requires. Make it optional, or name it in \`columns\` or \`fields\` of PrismaAdapter.`,
  ]
}

const BEGIN = "// latchkit:begin"
const END = "// latchkit:end"
const HEADER = "// Latchkit's models. After an upgrade, `npx latchkit schema prisma` adds what is missing.\n"

/** Returns the text with new models, within the marks unless the file is Latchkit's. */
export function withModels(text: string, models: readonly string[], isOwn: boolean): string {
  const added = models.join("\n")
  const end = text.lastIndexOf(END)
  if (end !== -1) return `${text.slice(0, end).trimEnd()}\n\n${added}\n${text.slice(end)}`
  if (isOwn) return text === "" ? `${HEADER}\n${added}` : `${text.trimEnd()}\n\n${added}`
  return `${text.trimEnd()}\n\n${BEGIN}\n${HEADER}\n${added}\n${END}\n`
}
