/** Where a list or an object is in a text, without its brackets. */
export interface Range {
  start: number
  end: number
}

/** Returns the text up to the closing bracket, with one more entry, in the list's own layout. */
export function listWith(text: string, entry: string, { start, end }: Range): string {
  const list = text.slice(start, end)
  const body = list.trimEnd()
  if (body.trim() === "") return `${text.slice(0, start)}${entry}`
  const comma = /,\s*(?:\/\/[^\n]*)?$/.test(body) ? "" : ","
  const indent = /\n([^\S\n]*)\S[^\n]*$/.exec(body)?.[1]
  if (indent === undefined || !list.includes("\n")) return `${text.slice(0, start)}${body}${comma} ${entry}`
  const first = /\n([^\S\n]*)\S/.exec(list)?.[1] ?? indent
  return `${text.slice(0, start)}${body}${comma}\n${first}${entry},${list.slice(body.length)}`
}

/** Replaces comments and the contents of strings with spaces. Every position stays the same. */
export function withoutText(text: string): string {
  const blank = (match: string) => match.replaceAll(/[^\n]/g, " ")
  return text.replaceAll(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`(?:\\.|[^`\\])*`|(from\s+)?("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/g,
    (match, from?: string) => (from ? match : blank(match)),
  )
}

const OPENING = "([{"
const CLOSING = ")]}"

/** Returns where the bracket closes that opens before `start`, or `undefined` if it doesn't. */
export function closingBracket(code: string, start: number): number | undefined {
  let depth = 1
  for (let at = start; at < code.length; at++) {
    if (OPENING.includes(code.charAt(at))) depth++
    else if (CLOSING.includes(code.charAt(at)) && --depth === 0) return at
  }
  return undefined
}

/** Returns the entries of a list or an object: the ranges between its own commas. */
export function entriesIn(code: string, { start, end }: Range): readonly Range[] {
  const entries: Range[] = []
  let [depth, from] = [0, start]
  for (let at = start; at < end; at++) {
    if (OPENING.includes(code.charAt(at))) depth++
    else if (CLOSING.includes(code.charAt(at))) depth--
    else if (code.charAt(at) === "," && depth === 0) {
      entries.push({ start: from, end: at })
      from = at + 1
    }
  }
  return [...entries, { start: from, end }].filter((entry) => code.slice(entry.start, entry.end).trim() !== "")
}
