import type { FoundTable } from "./drizzle-tables.ts"

/** The column that an owner's `userId` refers to. */
export interface OwnerReference {
  /** The name of the users' table in the module. */
  readonly table: string
  /** The property of its key. */
  readonly id: string
}

/** Returns what `userId` of a table refers to, or `undefined` if no foreign key says it. */
export function findOwnerReference(text: string, { columns, entries }: FoundTable): OwnerReference | undefined {
  const [rest = ""] = text.slice(columns.end).split(/^(?:export\s+)?(?:const|let|var)\s/m)
  const keys = [...rest.matchAll(/\bforeignKey\(\s*\{([^}]*)\}/g)].map(([, body = ""]) => body)
  const key = keys.find((body) => /\bcolumns:\s*\[\s*\w+\.userId\b/.test(body)) ?? ""
  const [, table, id] =
    /\bforeignColumns:\s*\[\s*(\w+)\.(\w+)/.exec(key) ??
    /\.references\(\s*\([^)]*\)[^=]*=>\s*(\w+)\.(\w+)/.exec(entries.get("userId") ?? "") ??
    []
  return table === undefined || id === undefined ? undefined : { table, id }
}

/** An owner whose foreign key refers to another table than the users'. */
export interface WrongOwner {
  readonly owner: string
  readonly target: string
}

/** Returns the owners that refer to another table than `users`. No sign-in could be stored there. */
export function findWrongOwners(text: string, owners: readonly FoundTable[], users: string): readonly WrongOwner[] {
  return owners
    .map((table) => ({ owner: table.variable, target: findOwnerReference(text, table)?.table ?? users }))
    .filter(({ target }) => target !== users && !new RegExp(`\\b${users}\\s+as\\s+${target}\\b`).test(text))
}

/** Says which foreign keys are wrong: `The foreign keys of sessions refer to users, and not to people`. */
export function wrongOwnersText(wrong: readonly WrongOwner[], users: string): string {
  const owners = wrong.map(({ owner }) => owner)
  return `The foreign keys of ${inWords(owners)} refer to ${inWords(wrongTargets(wrong))}, and not to ${users}`
}

/** Returns what to do about a table that the foreign keys no longer refer to. */
export const removalText = (wrong: readonly WrongOwner[]): string =>
  `Remove ${inWords(wrongTargets(wrong))} if nothing else uses it`

const wrongTargets = (wrong: readonly WrongOwner[]) => [...new Set(wrong.map(({ target }) => target))]
const inWords = (names: readonly string[]) => names.join(", ").replace(/, (\w+)$/, " and $1")
