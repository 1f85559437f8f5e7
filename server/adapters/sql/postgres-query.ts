/** A named statement, which a connection prepares once. */
export interface NamedQuery {
  name: string
  text: string
  values: unknown[]
}

/**
 * The fields that `pg` publishes in its types for queries with their own class, such as those of pg-cursor. Other
 * clients don't have these fields, and run each statement with `query`.
 */
export interface SubmittingClient {
  query(query: Execution): unknown
  readonly pipeline: boolean
  readonly connection: Connection
  getTypeParser(type: number, format: "text"): Parser
}

interface Connection {
  readonly stream: { cork?(): void; uncork?(): void }
  bind(message: { statement: string; values: (string | null)[] }, more: boolean): void
  execute(message: object, more: boolean): void
  sync(): void
}

type Parser = (text: string) => unknown

interface Field {
  name: string
  dataTypeID: number
  format: string
}

type Columns = readonly { readonly name: string; readonly parse: Parser }[]
type Row = Record<string, unknown>
type QueryCallback = (error: unknown, result?: { command: string; rowCount: number; rows: Row[] }) => void

/**
 * Runs named statements on a client of `pg`. Remembers the columns of each statement's result: they can't change while
 * the statement stays prepared. If a table changes meanwhile, the server rejects the statement.
 */
export function statementRunner(client: { query(query: NamedQuery): Promise<unknown> }) {
  if (!supportsProtocol(client)) return (query: NamedQuery) => client.query(query)
  const described = new Map<string, Columns>()
  return async ({ name, text, values }: NamedQuery): Promise<unknown> => {
    const columns = described.get(name)
    if (columns && values.every(isPlainValue)) return execute(client, { name, text, values }, columns)
    const result = await client.query({ name, text, values })
    const { fields } = result as { fields?: readonly Field[] } // a result of pg
    if (fields?.every(({ format }) => format === "text")) described.set(name, parseColumns(client, fields))
    return result
  }
}

// With pipelining on, a client only accepts its own queries
function supportsProtocol<Given extends object>(client: Given): client is SubmittingClient & Given {
  const { connection, getTypeParser, pipeline } = client as Partial<SubmittingClient> // each field is checked
  if (pipeline || typeof getTypeParser !== "function" || typeof connection !== "object") return false
  const messages: readonly unknown[] = [connection.bind, connection.execute, connection.sync]
  return messages.every((message) => typeof message === "function")
}

// pg itself converts dates, buffers, lists and objects to text
function isPlainValue(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || value === null
}

function toParameterText(value: unknown): string | null {
  return value === null ? null : String(value)
}

function parseColumns(client: SubmittingClient, fields: readonly Field[]): Columns {
  return fields.map(({ name, dataTypeID }) => ({ name, parse: client.getTypeParser(dataTypeID, "text") }))
}

function execute(client: SubmittingClient, query: NamedQuery, columns: Columns): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle: QueryCallback = (error, result) => (error ? reject(error as Error) : resolve(result)) // any error of pg
    client.query(new Execution(query, columns, settle))
  })
}

/**
 * One run of a prepared statement, a `Submittable` of `pg`. A named query of `pg` asks for the columns each time: that
 * makes reading a session up to a fifth slower. The name `callback` is pg's: with a query timeout, pg replaces it by
 * its own.
 */
class Execution implements NamedQuery {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  callback: QueryCallback
  readonly #columns: Columns
  readonly #rows: Row[] = []
  #tag = ""
  #error: unknown = null

  constructor({ name, text, values }: NamedQuery, columns: Columns, callback: QueryCallback) {
    this.name = name
    this.text = text
    this.values = values
    this.callback = callback
    this.#columns = columns
  }

  submit(connection: Connection): null {
    const { stream } = connection
    stream.cork?.() // sends the messages together
    try {
      connection.bind({ statement: this.name, values: this.values.map(toParameterText) }, false)
      connection.execute({}, false)
      connection.sync()
    } finally {
      stream.uncork?.()
    }
    return null
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      const row: Row = {}
      this.#columns.forEach(({ name, parse }, index) => {
        const field = fields[index] ?? null
        row[name] = field === null ? null : parse(field)
      })
      this.#rows.push(row)
    } catch (error) {
      this.#error = error // a type parser of the app threw, but the server is still responding
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text
  }

  handleReadyForQuery(): void {
    const [command = "", ...counts] = this.#tag.split(" ")
    this.callback(this.#error, { command, rowCount: Number(counts.at(-1) ?? 0), rows: this.#rows })
  }

  handleError(error: unknown): void {
    this.callback(error)
  }
}
