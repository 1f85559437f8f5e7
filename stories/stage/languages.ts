import type { Messages } from "../../components/view/messages/types.ts"

/** Every catalogue that is shipped, by its tag; each has one export. */
const FILES = import.meta.glob<Readonly<Record<string, Messages>>>(
  ["../../components/view/messages/*.ts", "!**/{en,fill,types,index}.ts", "!**/*.test.ts"],
  { eager: true },
)

const CATALOGUES = new Map<string, Messages>(
  Object.values(FILES)
    .flatMap((file) => Object.values(file))
    .filter((value) => typeof value === "object" && "language" in value)
    .map((messages) => [messages.language.lang, messages]),
)

/** The tags, English first, the others in order. */
export const LANGUAGES = ["en", ...[...CATALOGUES.keys()].sort()]

/** The catalogue of a language; undefined for English, which every component speaks by itself. */
export function findMessages(tag: string): Messages | undefined {
  return CATALOGUES.get(tag)
}
