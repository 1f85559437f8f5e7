/** An object of unknown shape. Paths start from its own properties. */
export type Source = Readonly<Record<string, unknown>>

const PLACEHOLDER = /\{([\w$][^\s{}]*)\}/g
const STEP = /\["([^"]+)"\]|\[(\d+)\]|([^.[\]]+)/g

/**
 * Returns true unless the value is empty, or one of the spellings of false that providers use: `"false"`, `"0"`, `0`.
 */
export function isFlagOn(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && !["", "0", "false"].includes(String(value))
}

function readProperty(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined
  const object: Source = { ...value }
  return object[key]
}

function readStep(value: unknown, [, quoted, index, name]: RegExpMatchArray): unknown {
  if (index !== undefined) return Array.isArray(value) ? value[Number(index)] : undefined
  return readProperty(value, quoted ?? name ?? "")
}

/**
 * Returns the value at `path`: `a.b`, `a[0]`, `["odd key"]`. If a path ends with `~regular expression`, the result is
 * the expression's first group. Returns `undefined` if there is no value.
 */
export function readPath(path: string, source: unknown): unknown {
  const tilde = path.indexOf("~")
  const steps = (tilde < 0 ? path : path.slice(0, tilde)).matchAll(STEP)
  const value = [...steps].reduce<unknown>(readStep, source)
  if (tilde < 0 || value === undefined || value === null) return value
  const match = new RegExp(path.slice(tilde + 1)).exec(String(value))
  return match?.[1] ?? match?.[0]
}

/** Returns the first step of a path: the property of the source where it starts. */
export function rootName(path: string): string {
  return /^[^.[~]+/.exec(path)?.[0] ?? ""
}

/**
 * Fills `{path}` placeholders whose first step the source has, and leaves the others unchanged. In a URL, pass
 * `encodeURIComponent` as `encode`.
 *
 * Only a path into a provider's response, such as `{$token.uid}`, may end with a regular expression. Users of an app
 * may name an issuer, and their expression could take forever.
 *
 * @throws {Error} if the source has the first step but no value at the path
 */
export function fillTemplate(
  text: string,
  source: Source,
  encode: (value: string) => string = (value) => value,
): string {
  return text.replace(PLACEHOLDER, (placeholder, path: string) => {
    const isLiteral = path.includes("~") && !path.startsWith("$")
    if (isLiteral || !Object.hasOwn(source, rootName(path))) return placeholder
    const value = readPath(path, source)
    if (value === undefined || value === null || value === "") throw new Error(`There is no value for ${placeholder}`)
    return encode(String(value))
  })
}

/** Fills every string inside plain objects and lists. Functions and other values stay unchanged. */
export function fillTemplates<T>(value: T, source: Source, encode?: (value: string) => string): T {
  return mapTexts(value, (text) => fillTemplate(text, source, encode))
}

/** Returns the text with its braces encoded, so that it contains no placeholder. */
export const withoutBraces = (text: string): string => text.replace(/[{}]/g, encodeURIComponent)

/** Changes every string inside plain objects and lists. Functions and other values stay unchanged. */
export function mapTexts<T>(value: T, toText: (text: string) => string): T {
  const mapped: unknown =
    typeof value === "string"
      ? toText(value)
      : Array.isArray(value)
        ? value.map((one: unknown) => mapTexts(one, toText))
        : isPlainObject(value)
          ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, toText)]))
          : value
  return mapped as T // the same shape with other strings, which types cannot follow
}

function isPlainObject(value: unknown): value is Source {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
