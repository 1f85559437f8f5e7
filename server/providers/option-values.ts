import * as v from "valibot"
import { toPath } from "./option-names.ts"

type Trait = "isRequired" | "isSecret" | "isWord"

/** A kind of value that options have. `Value` is the type of the values that are right. */
export class Kind<in Value> {
  /** The end of a sentence that starts with "Set it to". */
  readonly expected: string
  /** Whether the option can't be left out. */
  readonly isRequired: boolean
  /** Whether its value is kept out of messages. */
  readonly isSecret: boolean
  /** Whether its right values are words or numbers. A message shows no other text, because it may be a key. */
  readonly isWord: boolean
  readonly #schema: v.GenericSchema
  declare readonly takes?: (value: Value) => void

  constructor(schema: v.GenericSchema, expected: string, about: Partial<Pick<Kind<Value>, Trait>> = {}) {
    this.#schema = schema
    this.expected = expected
    this.isRequired = about.isRequired ?? false
    this.isSecret = about.isSecret ?? false
    this.isWord = about.isWord ?? false
  }

  /** Returns the kind of an option that can't be left out. */
  required(): Kind<Value> {
    return new Kind(this.#schema, this.expected, { isRequired: true, isSecret: this.isSecret, isWord: this.isWord })
  }

  isRight(value: unknown): boolean {
    return v.is(this.#schema, value)
  }
}

/** The key of what an object of options itself may be. The default is an object. */
export const ITSELF = Symbol("itself")

/** Options, by name: the kind of each value, or the options within it. `*` stands for every name. */
export interface Options {
  readonly [name: string]: Kind<never> | Options
  readonly [ITSELF]?: Kind<never>
}

/** Has every name of an options type, and a kind for its values, so that a new option is a type error here. */
export type OptionsOf<T> = {
  readonly [Name in keyof T & string]-?: Kind<Exclude<T[Name], undefined>> | (Options & { readonly "*"?: unknown })
} & { readonly [ITSELF]?: Kind<never> }

const kind = <Value>(schema: v.GenericSchema<Value>, expected: string) => new Kind<Value>(schema, expected)

/** Returns the kind of words or numbers. */
const wordKind = <Value>(schema: v.GenericSchema<Value>, expected: string) =>
  new Kind<Value>(schema, expected, { isWord: true })

const words = (choices: readonly string[]) => choices.map((choice) => JSON.stringify(choice)).join(" or ")

export const ANYTHING = kind(v.unknown(), "any value")
export const STRING = kind(v.string(), "a string")
export const STRINGS = kind(v.array(v.string()) as v.GenericSchema<readonly string[]>, "a list of strings")
export const SECRET = new Kind<string | readonly string[]>(
  v.union([v.string(), v.array(v.string())]),
  "a string, or a list of strings",
  { isSecret: true },
)
export const SECRET_TEXT = new Kind<string>(v.string(), "a string", { isSecret: true })
export const BOOLEAN = wordKind(v.boolean(), "true or false")
export const NUMBER = wordKind(v.number(), "a number")
export const SECONDS = wordKind(v.number(), "a number of seconds")
// oxlint-disable-next-line typescript/no-unsafe-function-type -- an option's own type has the parameters
export const FUNCTION = kind(v.function() as unknown as v.GenericSchema<Function>, "a function")
export const OBJECT = kind<object>(
  v.custom<object>((value) => typeof value === "object" && value !== null && !Array.isArray(value)),
  "an object",
)

/** Returns the kind whose values are these words. */
export const oneOf = <const Word extends string>(...choices: readonly Word[]): Kind<Word> =>
  wordKind(v.picklist(choices), words(choices))

/** Returns the kind of lists of these words. */
export const listWith = <const Word extends string>(...choices: readonly Word[]): Kind<readonly Word[]> =>
  wordKind(v.array(v.picklist(choices)) as v.GenericSchema<readonly Word[]>, `a list of ${words(choices)}`)

/** Returns the kind whose values are of one of two kinds. */
export const either = <One, Other>(one: Kind<One>, other: Kind<Other>): Kind<One | Other> =>
  new Kind(
    v.custom<One | Other>((value) => one.isRight(value) || other.isRight(value)),
    `${one.expected}, or ${other.expected}`,
    { isSecret: one.isSecret || other.isSecret, isWord: one.isWord || other.isWord },
  )

/** Returns the kind of values for which `isRight` returns true. */
export const custom = <Value>(isRight: (value: unknown) => boolean, expected: string): Kind<Value> =>
  kind(v.custom<Value>(isRight), expected)

export const LIST = custom<readonly unknown[]>(Array.isArray, "a list")

/** Returns a sentence for each value in `value` that is never right. `path` has its name, and the names around it. */
export function wrongValues(value: unknown, options: Kind<never> | Options, path = ""): string[] {
  const own = options instanceof Kind ? options : (options[ITSELF] ?? OBJECT)
  if (value === undefined && !own.isRequired) return []
  if (!own.isRight(value)) return [`\`${toPath(path)}\` is ${found(value, own)}. Set it to ${own.expected}`]
  if (options instanceof Kind || typeof value !== "object" || value === null) return []
  const names = new Set([...Object.keys(options), ...Object.keys(value)])
  names.delete("*")
  return [...names].flatMap((name) => {
    const rule = Object.hasOwn(options, name) ? options[name] : options["*"]
    return rule ? wrongValues(Reflect.get(value, name), rule, (path && `${path}.${name}`) || name) : []
  })
}

function found(value: unknown, { isSecret, isWord }: Kind<never>): string {
  const isPlain = typeof value !== "object" && typeof value !== "function"
  if (isSecret && isPlain) return `of the type ${typeof value}`
  return describe(value, isWord && !isSecret ? WORD : NOTHING)
}

const NOTHING = /(?!)/
/** A word or an amount, such as "identifier-first" or "30d". A key is longer, or mixes letters and digits. */
const WORD = /^(?:[a-z]{1,12}(?:[-_][a-z]{1,12}){0,2}|-?\d{1,9}(?:\.\d{1,9})?[a-z]{0,2})$/i
/** A path, a URL, or a host with a top-level domain. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/|\/|localhost(?=:|\/|$)|\.?[a-z\d*-]+(?:\.[a-z\d*-]+)*\.[a-z]{2,}(?=:|\/|$))/i
/** A run of this many characters may be a key or a token. */
const SECRET_LIKE = /[\w+/=-]{20,}/

/** Describes the value of an option that takes a word or a number. Shows no text that may be a key. */
export const describeWord = (value: unknown): string => describe(value, WORD)

/** Describes the value of an option that takes an address. Shows no text that may be a key, also within a URL. */
export const describeAddress = (value: unknown): string => describe(value, ADDRESS)

/** Describes the value of an option that takes any text, and shows none. */
export const describeText = (value: unknown): string => describe(value, NOTHING)

function describe(value: unknown, shown: RegExp): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return "an empty list"
    const texts = value.map((one: unknown) => (typeof one === "string" ? describe(one, shown) : ""))
    return texts.every((text) => text.startsWith('"')) ? `the list [${texts.join(",")}]` : "a list"
  }
  if (value instanceof Promise) return "a Promise"
  if (typeof value === "function") return "a function"
  if (typeof value === "object" && value !== null) return "an object"
  if (typeof value !== "string") return String(value)
  if (value !== "" && (!shown.test(value) || SECRET_LIKE.test(value))) return `a text of ${value.length} characters`
  return JSON.stringify(value.replace(/:\/\/[^/?#]*@/, "://…@").replace(/([?#]).+/, "$1…"))
}
