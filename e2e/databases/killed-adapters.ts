import { PrismaAdapter } from "../../server/adapters/prisma.ts"
import type { OpenAdapter } from "./adapter-suite.ts"
import { openDrizzleMariaDb, openDrizzlePostgres } from "./drizzle-servers.ts"
import { EMBEDDED } from "./embedded.ts"

const USER = { model: "user", columns: { emailVerified: "verifiedAt", name: "fullName", image: "avatarUrl" } } as const

/** Opens an adapter on a file, or by the URL of a database. Prisma's tables must exist. */
export const KILLED: Readonly<Record<string, OpenAdapter>> = {
  ...EMBEDDED,
  "DrizzleAdapter on PostgreSQL": openDrizzlePostgres,
  "DrizzleAdapter on MariaDB": openDrizzleMariaDb,
  // Loaded when needed, because most processes need no Prisma
  async "PrismaAdapter on PostgreSQL"(url) {
    const { PrismaPg } = await import("@prisma/adapter-pg")
    const { PrismaClient } = await import("../../stories/docs/examples/database/prisma/generated/client.ts")
    const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) })
    return { adapter: PrismaAdapter(prisma, { user: USER }), close: () => prisma.$disconnect() }
  },
  async "PrismaAdapter on SQLite"(file) {
    const { PrismaBetterSqlite3 } = await import("@prisma/adapter-better-sqlite3")
    const { getPrismaClientClass } = await import("../apps/prisma/sqlite/class.generated.ts")
    const prisma = new (getPrismaClientClass())({ adapter: new PrismaBetterSqlite3({ url: `file:${file}` }) })
    return { adapter: PrismaAdapter(prisma), close: () => prisma.$disconnect() }
  },
}
