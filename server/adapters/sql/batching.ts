import type { CompiledQuery } from "kysely"
import type { Adapter } from "../contract.ts"
import type { TablesKysely } from "./tables.ts"

/** Runs statements all or nothing. */
export type RunBatch = (queries: readonly CompiledQuery[]) => Promise<void>

/** The part of the options of `SqlAdapter` that such a database needs. */
export interface BatchingOptions {
  /** Prefix of the tables' names. */
  readonly prefix: string
  /** The app's own columns of the users' table. */
  readonly userFields: readonly string[]
}

/** A database that takes several statements at once, but has no transaction that stays open between them. */
export interface Batching {
  readonly run: RunBatch
  /** Creates the operations of `SqlAdapter`. */
  createOperations(db: TablesKysely, options: BatchingOptions): Required<Adapter>
}

/** Where a dialect's adapter keeps its {@link Batching}. `Symbol.for`, because an app may bundle two copies. */
export const BATCHING: unique symbol = Symbol.for("latchkit.batching")

/** Returns how the database of `db` runs batches, or `undefined` if it has transactions. */
export function findBatching(db: { getExecutor(): { adapter: object } }): Batching | undefined {
  return (db.getExecutor().adapter as { readonly [BATCHING]?: Batching })[BATCHING] // absent in other adapters
}
