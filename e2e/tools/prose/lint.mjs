// Runs textlint's kernel over the prose of a file.
import { TextlintKernel } from "@textlint/kernel"
import markdown from "@textlint/textlint-plugin-markdown"
import { RULES } from "./rules.mjs"

const kernel = new TextlintKernel()
const plugins = [{ pluginId: "markdown", plugin: markdown.default ?? markdown }]

/**
 * Checks lines of Markdown, each with the line of the file it comes from.
 *
 * @param {readonly { line: number, text: string }[]} lines
 * @returns {Promise<{ line: number, rule: string, message: string }[]>} the findings, in the order of the file
 */
export async function lint(lines, rules = RULES) {
  const text = lines.map((line) => line.text).join("\n")
  if (text.trim() === "") return []
  const { messages } = await kernel.lintText(text, { ext: ".md", plugins, rules })
  return messages
    .map(({ line, ruleId, message }) => ({ line: lines[line - 1]?.line ?? 1, rule: ruleId, message: message.trim() }))
    .map((found) => (found.rule === "sentence-length" ? { ...found, message: TOO_LONG } : found))
    .sort((a, b) => a.line - b.line)
}

const TOO_LONG = "The sentence has more than 25 words. Split it."
