import type { CompiledQuery } from "kysely"
import type { Driver } from "../core/verbs.ts"
import type { Statements } from "./statements.ts"
import type { TablesKysely } from "./tables.ts"

/** Runs statements all or nothing. */
export type RunBatch = (queries: readonly CompiledQuery[]) => Promise<void>

/** A dialect's way to run several statements at once, without a transaction that stays open between them. */
export interface Batching {
  readonly run: RunBatch
  /** Returns the transactions. Only apps with such a dialect load their code. */
  transactions(db: TablesKysely, statements: Statements): Driver["transaction"]
}

/** Where a dialect's adapter keeps its {@link Batching}. `Symbol.for`, because an app may bundle two copies. */
export const BATCHING: unique symbol = Symbol.for("latchkit.batching")

/** Returns how the database of `db` runs batches, or `undefined` if it has transactions. */
export function findBatching(db: { getExecutor(): { adapter: object } }): Batching | undefined {
  return (db.getExecutor().adapter as { readonly [BATCHING]?: Batching })[BATCHING] // absent in other adapters
}
