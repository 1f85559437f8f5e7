/** Runs, and gives each error of Prisma the database's own code as its cause, which the core knows. */
export async function withCauses<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const code = read(read(read(read(error, "meta"), "driverAdapterError"), "cause"), "originalCode")
    if (error instanceof Error && error.cause === undefined && code !== undefined) error.cause = { code }
    throw error
  }
}

/** Returns whether the error has this code of Prisma. */
export function hasCode(error: unknown, code: string): boolean {
  return read(error, "code") === code
}

/** Returns a property of a value that may be no object. */
export function read(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
}
