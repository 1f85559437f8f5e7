import type pg from "pg"
import { expectTypeOf, test } from "vitest"
import type { SubmittingClient } from "./postgres-query.ts"

test("uses only what pg publishes in its types", () => {
  expectTypeOf<pg.Client>().toExtend<SubmittingClient>()
})
