import type { MappedColumn } from "../core/columns.ts"
import { IMPOSSIBLE } from "../core/keys.ts"
import { decodeRow, encodeRow, findColumn } from "../core/mapping.ts"
import { TABLES, type TableName } from "../core/tables.ts"
import { equals, equalValues, type Condition, type Row, type Verbs } from "../core/verbs.ts"
import { findDelegate, type Client, type ClientKind, type Delegate } from "./client.ts"
import { read } from "./errors.ts"
import type { MappedModels } from "./models.ts"
import type { DatabaseNames } from "./names.ts"
import type { userReader } from "./user-reader.ts"

/** Everything that the verbs need besides a client. */
export interface VerbsContext {
  readonly mapped: MappedModels
  readonly kind: ClientKind
  readonly loadNames: () => Promise<DatabaseNames | undefined>
  readonly readUser: ReturnType<typeof userReader>
}

const OPERATORS = { "<": "lt", "<=": "lte", ">": "gt", ">=": "gte", "<>": "not" } as const

/** Translates the verbs into queries of a client or a transaction. */
export function prismaVerbs(client: Client, context: VerbsContext): Verbs {
  const { kind } = context
  const model = new Models(client, context.mapped)
  const select: Verbs["select"] = async ({ table, where, order, limit }) => {
    const filter = model.filter(table, where)
    if (filter === IMPOSSIBLE) return []
    const keys = TABLES[table].key.map((name) => ({ [model.field(table, name).property]: "asc" }))
    const first = order ? [{ [model.field(table, order[0]).property]: order[1] }] : []
    const query = { where: filter, orderBy: [...first, ...keys], ...(limit !== undefined && { take: limit }) }
    return model.rows(table, await model.of(table).findMany({ ...query, select: model.columns(table) }))
  }
  const remove: Verbs["remove"] = async (table, where) => {
    const key = model.uniqueFilter(table, where)
    if (key === IMPOSSIBLE) return []
    const query = { where: key, select: model.columns(table) }
    const removed = await model.of(table).delete(query).catch(ifCode("P2025", undefined))
    return removed ? model.rows(table, [removed]) : []
  }
  return {
    select,
    remove,
    async insert(table, row) {
      const created = await model.of(table).create({ data: model.data(table, row), select: model.columns(table) })
      return model.decode(table, created)
    },
    async insertIgnore(table, row) {
      const data = model.data(table, row)
      // SQLite has no `skipDuplicates`. On PostgreSQL, a failed insert would end the transaction
      if (kind.provider === "sqlite")
        return model
          .of(table)
          .create({ data })
          .then(() => true, ifCode("P2002", false))
      return (await model.of(table).createMany({ data: [data], skipDuplicates: true })).count === 1
    },
    async update(table, set, where) {
      const filter = model.filter(table, where)
      if (filter === IMPOSSIBLE) return []
      const query = { where: filter, data: model.data(table, set), select: model.columns(table) }
      return model.rows(table, await model.of(table).updateManyAndReturn(query))
    },
    async erase(table, where, limit) {
      const filter = model.filter(table, where)
      return filter === IMPOSSIBLE ? 0 : (await model.of(table).deleteMany({ where: filter, limit })).count
    },
    async add(row) {
      const key = model.uniqueFilter("counters", equals({ key: String(row["key"]) }))
      const update = { count: { increment: 1 } }
      const query = { where: key, create: model.data("counters", row), update, select: { count: true } }
      return Number(Reflect.get(await model.of("counters").upsert(query), "count"))
    },
    async subtract(key) {
      const where = model.filter("counters", equals({ key }))
      await model.of("counters").updateMany({ where, data: { count: { decrement: 1 } } })
    },
    async lock(table, where) {
      if (kind.provider === "postgresql") await lockRows(client, model, { ...context, table, where })
      return select({ table, where })
    },
    withUser: context.readUser(client, select),
  }
}

/** Locks rows until the transaction ends. */
async function lockRows(
  client: Client,
  model: Models,
  { loadNames, table, where }: VerbsContext & { table: TableName; where: readonly Condition[] },
): Promise<void> {
  const filter = model.filter(table, where)
  if (filter === IMPOSSIBLE) return
  const names = await loadNames()
  if (!names) {
    // Writes what is there: the rows' own keys
    const data = model.data(table, equalValues(where))
    await model.of(table).updateMany({ where: filter, data })
    return
  }
  const columns = names.columns(table)
  const conditions = where.map(
    ([column, operator], index) => `${columns[column]} ${operator} ${names.parameter(index + 1)}`,
  )
  const values = where.map(([column, , value]) => model.field(table, column).encode(value))
  await client.$queryRawUnsafe(
    `select 1 from ${names.table(table)} where ${conditions.join(" and ")} for update`,
    ...values,
  )
}

/** The app's models on one client, in words of the core. */
class Models {
  readonly #client: Client
  readonly #mapped: MappedModels

  constructor(client: Client, mapped: MappedModels) {
    this.#client = client
    this.#mapped = mapped
  }

  of(table: TableName): Delegate {
    const { property } = this.#mapped.models[table]
    const delegate = findDelegate(this.#client, property)
    if (!delegate) throw new TypeError(`The client has no model \`${property}\``)
    return delegate
  }

  field(table: TableName, name: string): MappedColumn<unknown> {
    return findColumn(this.#mapped, table, name)
  }

  /** The fields to read. Others of the app's model may be large, or secret. */
  columns(table: TableName): Readonly<Record<string, true>> {
    return Object.fromEntries(Object.values(this.#mapped.columns[table]).map(({ property }) => [property, true]))
  }

  rows(table: TableName, found: readonly object[]): readonly Row[] {
    return found.map((row) => this.decode(table, row))
  }

  decode(table: TableName, found: object): Row {
    return decodeRow(this.#mapped.columns[table], (_, { property }) => Reflect.get(found, property))
  }

  /** @throws {AdapterConflict} if the owner's id is one that no user has */
  data(table: TableName, row: Row): Readonly<Record<string, unknown>> {
    return encodeRow(table, row, this.#mapped.columns[table])
  }

  filter(table: TableName, where: readonly Condition[]): object | typeof IMPOSSIBLE {
    const encoded = where.map((condition) => this.#condition(table, condition))
    return encoded.includes(IMPOSSIBLE) ? IMPOSSIBLE : { AND: encoded }
  }

  #condition(table: TableName, [name, operator, value]: Condition): object | typeof IMPOSSIBLE {
    const { property, encode } = this.field(table, name)
    const stored = encode(value)
    if (stored === IMPOSSIBLE) return operator === "<>" ? { [property]: { not: null } } : IMPOSSIBLE
    return { [property]: operator === "=" ? stored : { [OPERATORS[operator]]: stored } }
  }

  /** Returns the filter by the primary key. `where` has exactly its columns. */
  uniqueFilter(table: TableName, where: readonly Condition[]): object | typeof IMPOSSIBLE {
    const { key } = TABLES[table]
    const values = where.map(([name, , value]) => [
      this.field(table, name).property,
      this.field(table, name).encode(value),
    ])
    if (values.some(([, value]) => value === IMPOSSIBLE)) return IMPOSSIBLE
    return key.length === 1 ? Object.fromEntries(values) : { [key.join("_")]: Object.fromEntries(values) }
  }
}

const ifCode =
  <T>(code: string, result: T) =>
  (error: unknown): T => {
    if (read(error, "code") === code) return result
    throw error
  }
