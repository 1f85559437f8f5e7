/** A file that a page shows: its name in backticks, and a fence below with its text. */
export interface ShownFile {
  /** Where the file belongs in an app, such as `src/auth.ts`. */
  readonly name: string
  /** The words after the name. A file with a note is an alternative or a part of another app. */
  readonly note: string | undefined
  readonly language: string
  /** Where the text comes from: a path from the page's folder, or `init/<framework>` for a file that `latchkit init` writes. */
  readonly from: string
  /** Whether imports have no `.ts`, as in a new app of most frameworks. */
  readonly bareImports: boolean
  readonly text: string
}

/** A fence without a file, such as commands for a terminal. */
export interface ShownCommands {
  readonly language: string
  readonly text: string
}

const FENCE = /^```(\w+)([^\n]*)\n([\s\S]*?)\n?^```$/gm
const CAPTION = /(?:^|\n)`([^`\n]+)`(?:, ([^\n]+))?:?\n\n$/

/** Returns the fences of a page, in order. */
export function readFences(page: string): (ShownFile | ShownCommands)[] {
  return [...page.matchAll(FENCE)].map(({ 1: language = "", 2: rest = "", 3: text = "", index }) => {
    const from = /\bfrom=(\S+)/.exec(rest)?.[1]
    if (from === undefined) return { language, text }
    const [, name, note] = CAPTION.exec(page.slice(0, index)) ?? []
    if (name === undefined) throw new Error(`No file name above the code from ${from}`)
    return { name, note: note?.replace(/:$/, ""), language, from, bareImports: rest.includes("bare-imports"), text }
  })
}

export const isFile = (fence: ShownFile | ShownCommands): fence is ShownFile => "from" in fence

/** Returns the page with the text that `readShown` has for each of its files. */
export function withFiles(page: string, readShown: (file: ShownFile) => string): string {
  const files = readFences(page).filter(isFile).values()
  return page.replaceAll(FENCE, (fence, language: string, rest: string) => {
    const file = /\bfrom=/.test(rest) ? files.next().value : undefined
    if (!file) return fence
    const text = readShown(file).trim()
    const written = file.bareImports ? text.replaceAll(/((?:from|import)\s*\(?\s*"\.[^"]*)\.tsx?"/g, '$1"') : text
    return `\`\`\`${language}${rest}\n${written}\n\`\`\``
  })
}
