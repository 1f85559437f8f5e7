import { readFile } from "node:fs/promises"
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3"
import { getPrismaClientClass as numberedClass } from "./numbered/class.generated.ts"
import { getPrismaClientClass } from "./sqlite/class.generated.ts"

const CLASSES = { sqlite: getPrismaClientClass, numbered: numberedClass }
type Schema = keyof typeof CLASSES

/** A client of the schema in the folder with this name. */
export type SqliteClient<Name extends Schema> = InstanceType<ReturnType<(typeof CLASSES)[Name]>>

/** Opens a database in memory, with the tables of a schema as `prisma migrate` makes them. */
export async function openPrismaSqlite<Name extends Schema>(name: Name) {
  const PrismaClient = CLASSES[name]()
  const adapter = new PrismaBetterSqlite3({ url: "file::memory:" })
  const prisma = new PrismaClient({ adapter, log: [{ level: "query", emit: "event" }] })
  const queries: string[] = []
  prisma.$on("query", ({ query }: { query: string }) => void queries.push(query))
  const tables = await readFile(new URL(`${name}/tables.generated.sql`, import.meta.url), "utf8")
  const statements = tables.split(";\n").filter((text) => text.trim() !== "")
  for (const statement of statements) await prisma.$executeRawUnsafe(statement)
  return { prisma: prisma as SqliteClient<Name>, queries } // of its own class
}
