import { mkdtemp, readFile, rm } from "node:fs/promises"
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { schemaCommand } from "../../server/cli/schema/index.ts"
import { prismaApp, type PrismaApp } from "../apps/prisma/tool.ts"
import { postgresPool, startPostgres } from "./servers.ts"

// Runs Prisma's own command line. Its text counts: if its engine fails, some commands print nothing and exit with 0

/** A database, and a way to change it. */
interface Database {
  url: string
  execute(sql: string): Promise<unknown>
  stop(): Promise<unknown>
}

const SCHEMAS: Readonly<Record<string, () => Promise<Database>>> = {
  "e2e/apps/prisma/sqlite": openSqlite,
  "e2e/apps/prisma/numbered": openSqlite,
  "stories/docs/examples/database/prisma": openPostgres,
}

async function openSqlite(): Promise<Database> {
  const folder = await mkdtemp("/tmp/latchkit-prisma-sqlite-")
  const file = new DatabaseSync(join(folder, "app.db"))
  return {
    url: `file:${join(folder, "app.db")}`,
    execute: async (sql) => file.exec(sql),
    stop: async () => (file.close(), rm(folder, { recursive: true })),
  }
}

async function openPostgres(): Promise<Database> {
  const server = await startPostgres()
  const pool = postgresPool(server.url)
  return { url: server.url, execute: (sql) => pool.query(sql), stop: () => pool.end().then(() => server.stop()) }
}

/** Runs `latchkit schema prisma` in the app. */
async function latchkitSchema({ folder }: PrismaApp, ...words: string[]): Promise<string> {
  const lines: string[] = []
  const write = (text: string) => void lines.push(text)
  await schemaCommand(["prisma", ...words], { cwd: folder, env: {}, terminal: { out: write, err: write } })
  return lines.join("")
}

describe.each(Object.entries(SCHEMAS))("the schema of %s", (folder, open) => {
  const schemaText = () => readFile(join(folder, "schema.prisma"), "utf8")

  test("is valid and formatted, and its recorded client and tables are those that Prisma writes", async () => {
    const database = await open()
    const schema = await schemaText()
    await using app = await prismaApp(schema, database.url)
    expect((await app.prisma("validate")).out).toContain("is valid")
    expect((await app.prisma("format")).out).toContain("Formatted")
    expect(await app.read("schema.prisma")).toBe(schema)
    expect((await app.prisma("generate")).out).toContain("Generated Prisma Client")
    await expect(await app.read("generated/internal/class.ts")).toMatchFileSnapshot(
      join("../..", folder, "class.generated.ts"),
    )
    const { out } = await app.prisma("migrate", "diff", "--from-empty", "--to-schema", "schema.prisma", "--script")
    await expect(out).toMatchFileSnapshot(join("../..", folder, "tables.generated.sql"))
    await database.stop()
  })

  test("after a migration there is no difference, and after an upgrade exactly the new column is one", async () => {
    const database = await open()
    const schema = await schemaText()
    const [, prefix = ""] = /@@map\("(\w+_)sessions"\)/.exec(schema) ?? []
    await using app = await prismaApp(schema.replace(/ {2}userAgent .*\n/, ""), database.url)
    const { out: tables } = await app.prisma(
      "migrate",
      "diff",
      "--from-empty",
      "--to-schema",
      "schema.prisma",
      "--script",
    )
    await database.execute(tables)
    const difference = async (...words: string[]) => {
      const result = await app.prisma(
        "migrate",
        "diff",
        "--from-config-datasource",
        "--to-schema",
        "schema.prisma",
        ...words,
      )
      return result.out.trim() || result.err
    }
    expect(await difference()).toBe("No difference detected.")
    expect(await latchkitSchema(app, "--prefix", prefix)).toMatch(/^\+ schema\.prisma: \w+Session\.userAgent\n/)
    expect(await app.read("schema.prisma")).toBe(schema)
    const script = (await difference("--script")).replaceAll(/ +/g, " ")
    expect(script).toBe('-- AlterTable\nALTER TABLE "' + prefix + 'sessions" ADD COLUMN "userAgent" TEXT;')
    await database.stop()
  })
})
