/** Returns how an error names a value that an app passed. It shows no text, which may be a secret. */
export function shownValue(value: unknown): string {
  if (value instanceof Promise) return "a Promise"
  if (Array.isArray(value)) return "a list"
  if (typeof value === "string" || typeof value === "function") return `a ${typeof value}`
  if (typeof value !== "object" || value === null) return String(value)
  const className = value.constructor?.name ?? "Object" // an object may have no prototype
  return className === "Object" ? "an object" : `an object of the class ${className}`
}

/**
 * Checks the first argument of an adapter or a dialect: `PrismaAdapter(5)`.
 *
 * @param advice what to pass instead: "Pass `createClient(…)` of `redis`"
 * @throws {TypeError} if it lacks one of the methods
 */
export function requireMethods(caller: string, value: unknown, methods: readonly string[], advice: string): void {
  if (
    typeof value === "object" &&
    value !== null &&
    methods.every((name) => typeof Reflect.get(value, name) === "function")
  )
    return
  throw new TypeError(`\`${caller}\` got ${shownValue(value)}. ${advice}`)
}
