import type { Session } from "../contract.ts"
import type { SessionCell } from "./cell.ts"
import { connectQuery } from "./query.ts"
import type { QueryClientLike, QueryRequest } from "./query-client.ts"

interface QuerySource<S extends Session> {
  readonly cell: SessionCell<S>
  readonly key: readonly string[]
  query(request: QueryRequest): Promise<S | null>
  /** Hides the data, and fetches. */
  replace(): void
}

/** Keeps the session in the app's QueryClients while a source runs. */
export class QueryConnections<S extends Session> {
  readonly #source: QuerySource<S>
  /** Functions that end the connections. */
  readonly #ends = new Map<QueryClientLike, () => void>()

  constructor(source: QuerySource<S>) {
    this.#source = source
  }

  /** Connects the QueryClients that aren't connected yet. */
  connect(): void {
    const { cell, key } = this.#source
    for (const ref of cell.queryClients) {
      const client = ref.deref()
      if (!client) cell.queryClients.delete(ref)
      if (!client || this.#ends.has(client)) continue
      const queryFn = () => this.#source.query({ client })
      const onInvalidate = () => void this.#source.query({}).catch(ignore)
      this.#ends.set(client, ignore) // connecting may start the query, which connects its client
      this.#ends.set(
        client,
        connectQuery({ client, cell, queryKey: key, queryFn, onInvalidate, onReset: () => this.#source.replace() }),
      )
    }
  }

  stop(): void {
    for (const end of this.#ends.values()) end()
    this.#ends.clear()
  }
}

const ignore = () => {} // the cell has the error
