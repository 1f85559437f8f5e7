import type { ColumnType } from "../core/columns.ts"
import { largestInteger, LARGEST_BIGINT } from "../core/keys.ts"

/** A field of the app's model, as the client and the schema declare it. */
export interface Field {
  /** A type of Prisma, such as `DateTime`, or an enum. */
  readonly name: string
  /** The text after `@db.` in the schema, such as `Uuid`. Empty if there is none. */
  readonly native: string
  /** Whether it can't be null. */
  readonly isRequired: boolean
  /** Whether Prisma or the database fills it. */
  readonly isFilled: boolean
}

const KINDS: Readonly<Record<string, ColumnType["kind"]>> = {
  String: "text",
  Int: "number",
  BigInt: "bigint",
  Boolean: "boolean",
  DateTime: "date",
}
const TIMESTAMP = "@db.Timestamptz(3)"
const USE = {
  text: "String",
  bigint: "BigInt",
  moment: "DateTime, or BigInt for milliseconds",
  key: "Give it a default, such as @default(cuid())",
} as const

/** Returns what is known about a field. */
export function describeField({ name, native, isRequired, isFilled }: Field): ColumnType {
  const { [name]: kind = "other" } = KINDS
  // A date or a time alone isn't a moment
  const isPart = kind === "date" && /^Date|^Time(tz)?\b/.test(native)
  const [, digits = "3"] = /\((\d)\)/.exec(native) ?? []
  const [, limit = Infinity] = /^(?:Var)?Char\((\d+)\)/.exec(native) ?? []
  return {
    label: isPart ? `@db.${native}` : native === "" ? name : `${name} @db.${native}`,
    kind: isPart ? "other" : kind,
    key: native === "Uuid" ? "uuid" : kind === "number" || kind === "bigint" ? "integer" : "text",
    largest: kind === "bigint" ? LARGEST_BIGINT : largestInteger(native || name),
    fits: (text) => limit === Infinity || [...text].length <= Number(limit),
    isRequired,
    isFilled,
    use: isPart ? { ...USE, moment: TIMESTAMP } : USE,
    ...(isFilled && { generate: () => undefined }), // when the row is stored
    ignoresCase: native === "Citext",
    keepsSeconds: kind === "date" && Number(digits) < 3 ? TIMESTAMP : undefined,
  }
}
