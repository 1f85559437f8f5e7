import { readFile } from "node:fs/promises"
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3"
import { getPrismaClientClass as numberedClass } from "./numbered/class.generated.ts"
import { getPrismaClientClass } from "./sqlite/class.generated.ts"

const CLASSES = { sqlite: getPrismaClientClass, numbered: numberedClass }
type Schema = keyof typeof CLASSES

/** A client of the schema in the folder with this name. */
export type SqliteClient<Name extends Schema> = InstanceType<ReturnType<(typeof CLASSES)[Name]>>

/** Opens a database, in memory by default. Creates the tables of a schema as `prisma migrate` does, if it has none. */
export async function openPrismaSqlite<Name extends Schema>(name: Name, url = "file::memory:") {
  const PrismaClient = CLASSES[name]()
  const adapter = new PrismaBetterSqlite3({ url })
  const prisma = new PrismaClient({ adapter, log: [{ level: "query", emit: "event" }] })
  const queries: string[] = []
  prisma.$on("query", ({ query }: { query: string }) => void queries.push(query))
  const tables = await readFile(new URL(`${name}/tables.generated.sql`, import.meta.url), "utf8")
  const statements = tables.split(";\n").filter((text) => text.trim() !== "")
  const present: unknown[] = await prisma.$queryRawUnsafe("select name from sqlite_master")
  if (present.length === 0) for (const statement of statements) await prisma.$executeRawUnsafe(statement)
  queries.length = 0
  return { prisma: prisma as SqliteClient<Name>, queries } // of its own class
}
