// The rules of words.md as textlint rules.
import maxWordCount from "textlint-rule-en-max-word-count"
import { RETIRED_NAMES, RETIRED_OPENINGS, RETIRED_WORDS } from "./retired-words.mjs"

/** How much of the text around a match the exceptions of a row see. */
const AROUND = 24
const FILLER = "·"

/** The source of a paragraph with the same length, in which only text is left: code becomes backticks, markup dots. */
function plainText(node, source) {
  const characters = Array.from({ length: source.length }, () => FILLER)
  const copy = (child) => {
    const [start, end] = child.range.map((index) => index - node.range[0])
    if (child.type === "Str") for (let i = start; i < end; i++) characters[i] = source[i]
    if (child.type === "Code") characters.fill("`", start, end)
    if (child.type === "Break") characters.fill(" ", start, end)
    child.children?.forEach(copy)
  }
  node.children.forEach(copy)
  return characters.join("")
}

function report(context, node, index, message) {
  context.report(node, new context.RuleError(message, { padding: context.locator.at(index) }))
}

/** Counts a sentence that continues on the next line as one. The rule itself ends sentences at line breaks. */
export function sentenceLength(context, options) {
  const { Paragraph } = context.Syntax
  const rule = maxWordCount(context, options)
  return { [Paragraph]: (node) => rule[Paragraph](onOneLine(node)) }
}

function onOneLine(node) {
  const { value, raw, children } = node
  return {
    ...node,
    ...(value === undefined ? {} : { value: value.replaceAll("\n", " ") }),
    ...(raw === undefined ? {} : { raw: raw.replaceAll("\n", " ") }),
    ...(children === undefined ? {} : { children: children.map(onOneLine) }),
  }
}

/** Rejects the words of `RETIRED_WORDS` in text, but not in code. */
export function retiredWords(context) {
  const check = (node) => {
    const text = plainText(node, context.getSource(node)).replaceAll("\n", " ")
    for (const { find, instead, except } of RETIRED_WORDS) {
      for (const { 0: found, index } of text.matchAll(new RegExp(find, `${find.flags}g`))) {
        const around = text.slice(Math.max(0, index - AROUND), index + found.length + AROUND)
        if (!except?.test(around)) report(context, node, index, `"${found.trim()}". ${instead}`)
      }
    }
  }
  const { Paragraph, Header, TableCell } = context.Syntax
  return { [Paragraph]: check, [Header]: check, [TableCell]: check }
}

/** Rejects sentences that open with one of `RETIRED_OPENINGS`. */
export function retiredOpenings(context) {
  return {
    [context.Syntax.Paragraph](node) {
      const text = plainText(node, context.getSource(node)).replaceAll("\n", " ")
      for (const { 0: sentence, index } of text.matchAll(/(?<=^|[.!?:]\s+)\S[^.!?]*[.!?]?/g)) {
        if (sentence.endsWith("?")) continue
        const row = RETIRED_OPENINGS.find(({ find }) => find.test(sentence))
        if (row) report(context, node, index, `The sentence starts with "${sentence.split(/\W/)[0]}". ${row.instead}`)
      }
    },
  }
}

/** Rejects the names of `RETIRED_NAMES` in code, unless the text says the new name too, as a changelog does. */
export function retiredNames(context) {
  return {
    [context.Syntax.Code](node) {
      const row = RETIRED_NAMES.find(({ find }) => find.test(node.value))
      if (!row || row.instead.match(/`[^`]+`/g).some((name) => context.getSource(node.parent).includes(name))) return
      report(context, node, 0, `\`${node.value}\` has another name now. ${row.instead}`)
    },
  }
}

export const RULES = [
  { ruleId: "sentence-length", rule: sentenceLength, options: { max: 25 } },
  { ruleId: "retired-words", rule: retiredWords },
  { ruleId: "retired-openings", rule: retiredOpenings },
  { ruleId: "retired-names", rule: retiredNames },
]
