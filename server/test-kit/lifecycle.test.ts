import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { describe, test } from "vitest"
import { MemoryAdapter } from "../adapters/memory.ts"
import { SqlAdapter, sqliteDialect } from "../adapters/sql.ts"
import { runLifecycle } from "./lifecycle-model.ts"
import { STEP_COMMANDS } from "./lifecycle-steps.ts"

/** `LATCHKIT_SEQUENCES=10000` is the long run. */
const SEQUENCES = Number(process.env["LATCHKIT_SEQUENCES"] ?? 150)
const TIMEOUT = 60_000 + SEQUENCES * 500

describe.each(["jwt", "database"] as const)(
  "random sequences of sign-ins and changes, with the %s strategy",
  (strategy) => {
    test("leave the right user signed in, in memory", { timeout: TIMEOUT }, () =>
      runLifecycle(MemoryAdapter(), { strategy, sequences: SEQUENCES, more: STEP_COMMANDS }),
    )

    test("leave the right user signed in, on SQLite", { timeout: TIMEOUT }, async () => {
      const adapter = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) }))
      await adapter.migrate()
      await runLifecycle(adapter, { strategy, sequences: SEQUENCES / 5, more: STEP_COMMANDS })
    })
  },
)
