// The current code, with the names that the bundle of a release has too
export { createAuth } from "../../server/index.ts"
export { PrismaAdapter } from "../../server/adapters/prisma.ts"
export { RecordsAdapter } from "../../server/adapters/records.ts"
export { RedisAdapter } from "../../server/adapters/redis.ts"
export { mysqlDialect, postgresDialect, SqlAdapter, sqliteDialect } from "../../server/adapters/sql.ts"
export { Passkey, Password } from "../../server/providers/index.ts"
