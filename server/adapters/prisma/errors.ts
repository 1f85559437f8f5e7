/**
 * Runs, and gives each error of Prisma the database's own message and code, which the core knows. Prisma's own message
 * quotes the values of the query, such as tokens. Without the database's, only its last paragraph stays.
 */
export async function withCauses<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Error && read(error, "clientVersion") !== undefined) {
      const cause = read(read(read(error, "meta"), "driverAdapterError"), "cause")
      const [code, message] = [read(cause, "originalCode"), read(cause, "originalMessage")]
      const clean = typeof message === "string" ? message : (error.message.split("\n\n").at(-1) ?? "")
      error.stack = (error.stack ?? "").replace(error.message, () => clean)
      error.message = clean
      if (error.cause === undefined && code !== undefined) error.cause = { code, constraint: constraint(cause) }
    }
    throw error
  }
}

// A unique key has fields, and a unique index that Prisma doesn't know has a name
function constraint(cause: unknown): unknown {
  const [fields, index] = ["fields", "index"].map((name) => read(read(cause, "constraint"), name))
  return Array.isArray(fields) ? fields.join(", ") : index
}

/** Returns a property of a value that may be no object. */
export function read(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
}
