import { resolve } from "node:path"
import { schemaTables } from "../adapters/sql/schema.ts"
import { problem, type Finding } from "../core/config/finding.ts"
import { findLatchkitModule } from "./init/own-database.ts"
import { readText } from "./schema/dialect.ts"
import { findTables } from "./schema/drizzle-tables.ts"
import { findWrongOwners, removalText, wrongOwnersText, type WrongOwner } from "./schema/owners.ts"
import { readSchema } from "./schema/prisma.ts"
import { clientName, findModels } from "./schema/prisma-text.ts"
import { ownerTarget } from "./schema/prisma-users.ts"
import { closingBracket, withoutText } from "./source-text.ts"

/**
 * Compares the users' table of the configuration's adapter with the table that Latchkit's foreign keys refer to. If
 * they differ, no session can be stored. Reads texts, and returns nothing if they don't say it.
 */
export async function ownerFindings(cwd: string, file: string): Promise<readonly Finding[]> {
  const text = await readText(resolve(cwd, file))
  const findings = await Promise.all([drizzleFindings(cwd, text), prismaFindings(cwd, text)])
  return findings.filter((finding) => finding !== undefined)
}

async function drizzleFindings(cwd: string, text: string): Promise<Finding | undefined> {
  const options = argumentsIn(withoutText(text), text, "DrizzleAdapter")?.code
  const file = options === undefined ? undefined : await findLatchkitModule(cwd)
  if (options === undefined || file === undefined) return undefined
  const module = await readText(resolve(cwd, file))
  const tables = findTables(module)
  const named = /\busers\s*:\s*(?:\{[^}]*?\btable\s*:\s*)?(?:\w+\.)*(\w+)/.exec(options)?.[1]
  const isUsers = /[{,]\s*users\s*[,}]/.test(options) || /^\s*\w+\s*$/.test(options)
  const called = named ?? (isUsers ? "users" : undefined)
  const users = new RegExp(`(\\w+)\\s+as\\s+${called}\\b`).exec(text)?.[1] ?? called
  // A namespace may export `users` in a way that isn't understood here
  if (users === undefined || (named === undefined && !tables.some(({ variable }) => variable === users)))
    return undefined
  const owned = schemaTables("auth_").filter(({ isOwned }) => isOwned)
  const owners = tables.filter(({ name }) => owned.some((table) => table.name === name))
  return finding(findWrongOwners(module, owners, users), users, "schema drizzle")
}

async function prismaFindings(cwd: string, text: string): Promise<Finding | undefined> {
  const options = argumentsIn(withoutText(text), text, "PrismaAdapter")?.text
  if (options === undefined || !/^\s*(?:\{|$)/.test(options)) return undefined
  const client = /\buser\s*:\s*(?:\{[^}]*?\bmodel\s*:\s*)?["'`](\w+)/.exec(options)?.[1] ?? "user"
  const { files } = await readSchema(cwd, undefined).catch(() => ({ files: [] }))
  const models = files.flatMap((file) => findModels(file.text))
  const users = models.find(({ name }) => clientName(name) === client)?.name
  if (users === undefined) return undefined // the adapter names it
  const wrong = models
    .filter(({ name }) => /^Auth(?:Account|Session|Authenticator)$/.test(name))
    .map((model) => ({ owner: model.name, target: ownerTarget(model) ?? users }))
    .filter(({ target }) => target !== users)
  return finding(wrong, users, "schema prisma")
}

const finding = (wrong: readonly WrongOwner[], users: string, command: string): Finding | undefined =>
  wrong.length === 0
    ? undefined
    : problem(
        `${wrongOwnersText(wrong, users)}, where the adapter stores users. No sign-in can be stored. ${removalText(wrong)}. ` +
          `\`npx latchkit ${command} --users …\` says what to write.`,
      )

/** Returns an adapter's second argument in a text and in its code without strings. Both are empty without one. */
function argumentsIn(code: string, text: string, adapter: string): { code: string; text: string } | undefined {
  const call = new RegExp(`\\b${adapter}\\(`).exec(code)
  if (!call) return undefined
  const start = call.index + call[0].length
  const end = closingBracket(code, start) ?? start
  const comma = code.slice(start, end).indexOf(",")
  const from = comma === -1 ? end : start + comma + 1
  return { code: code.slice(from, end), text: text.slice(from, end) }
}
