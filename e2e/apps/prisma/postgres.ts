import { readFile } from "node:fs/promises"
import { PrismaPg } from "@prisma/adapter-pg"
import { postgresPool } from "../../databases/servers.ts"
import { PrismaClient } from "../../../stories/docs/examples/database/prisma/generated/client.ts"

/** Opens the documentation's schema on a database of PostgreSQL, with the tables that `prisma migrate` makes. */
export async function openPrismaPostgres(url: string): Promise<{ prisma: PrismaClient; queries: string[] }> {
  const pool = postgresPool(url)
  const tables = new URL("../../../stories/docs/examples/database/prisma/tables.generated.sql", import.meta.url)
  await pool.query(await readFile(tables, "utf8"))
  const adapter = new PrismaPg(pool, { disposeExternalPool: true })
  const prisma = new PrismaClient({ adapter, log: [{ level: "query", emit: "event" }] })
  const queries: string[] = []
  prisma.$on("query", ({ query }) => void queries.push(query))
  return { prisma, queries }
}
