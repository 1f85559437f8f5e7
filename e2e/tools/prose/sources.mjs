// Collects the prose of the repository. Each piece becomes Markdown that remembers the line it comes from.
import { parse } from "@babel/parser"
import { repositoryFiles } from "../repository-files.ts"

const PROSE = /^(?:README\.md|CONTRIBUTING\.md|CHANGELOG\.md|stories\/docs\/[^/]+\.mdx?|e2e\/.*\.md)$/
const CODE = /^(?:server|client|components|e2e|\.build)\/.*\.(?:tsx?|mjs|svelte)$|^stories\/docs\/facts\/.*\.ts$/
/** Files of other languages, and files that a tool writes. */
const SKIPPED = /\/messages\/(?!en\.)[^/]+\.ts$|\.generated\.ts$/
/** In these files every text is a message. The texts of some files of `latchkit init` are code. */
const MESSAGES =
  /\/messages\/en\.ts$|problems\.ts$|^server\/(?:errors|logger)\.ts$|^server\/cli\/(?!.*\.test\.|init\/(?:(?:app|full-stack|runtime|server)-files|auth-module|test-file)\.ts)/
/** Calls whose texts are messages. */
const REPORTERS = /^(?:fact|(?:[a-z]\w*)?(?:Error|Problem|problem|Warning))$|Error$|^AccessDenied$/
const LOGS = /^(?:debug|info|warn|error|log)$/
const DIRECTIVE = /^\s*(?:eslint|oxlint|@ts-|@vite-|[#@]__|@jsx|@vitest|<reference|#region|#endregion|v8 |istanbul )/

/** @typedef {{ line: number, text: string }} Line */

/** Every file that holds prose, as paths from the root. */
export function proseFiles() {
  return repositoryFiles().filter((file) => (PROSE.test(file) || CODE.test(file)) && !SKIPPED.test(file))
}

/** Returns the prose of a file as lines of Markdown, each with its line in the file. @returns {Line[]} */
export function findProse(file, source) {
  if (file === "CHANGELOG.md") return unreleased(numbered(source))
  if (file.endsWith(".md")) return numbered(source)
  if (file.endsWith(".mdx")) return numbered(withoutMdx(source))
  return paragraphs(file.endsWith(".svelte") ? svelteBlocks(file, source) : codeBlocks(file, source))
}

const numbered = (source) => source.split("\n").map((text, index) => ({ line: index + 1, text }))

/** The section of the next version. Released sections are history. */
function unreleased(lines) {
  const start = lines.findIndex(({ text }) => /^## .*unreleased/i.test(text))
  if (start === -1) return []
  const end = lines.findIndex(({ text }, index) => index > start && text.startsWith("## "))
  return lines.slice(start, end === -1 ? undefined : end)
}

const blank = (text) => text.replace(/[^\n]/g, " ")

/** Blanks what MDX adds to Markdown, and keeps every line where it is. */
function withoutMdx(source) {
  const fences = /^```[\s\S]*?^```$/gm
  const extras = /^(?:import|export) .*$|\{\/\*[\s\S]*?\*\/\}|<\/?[A-Za-z](?:[^<>"{}]|"[^"]*"|\{[^{}]*\})*>/gm
  const kept = [...source.matchAll(fences)].map(({ index, 0: text }) => [index, index + text.length])
  const isKept = (at) => kept.some(([start, end]) => at >= start && at < end)
  return source
    .replace(extras, (text, ...rest) => (isKept(rest.at(-2)) ? text : blank(text)))
    .replace(/^ +(?=\S)/gm, "") // text in JSX is indented, which Markdown would read as code
}

/** Separates the blocks with empty lines. */
const paragraphs = (blocks) => blocks.flatMap((lines) => [...lines, { line: lines.at(-1)?.line ?? 1, text: "" }])

function svelteBlocks(file, source) {
  const scripts = [...source.matchAll(/(<script[^>]*>)([\s\S]*?)<\/script>/g)]
  return scripts.flatMap(({ index, 1: tag, 2: body }) =>
    codeBlocks(file, body, source.slice(0, index + tag.length).split("\n").length),
  )
}

function codeBlocks(file, source, startLine = 1) {
  const plugins = [
    "typescript",
    "explicitResourceManagement",
    "decorators-legacy",
    ...(file.endsWith(".tsx") ? ["jsx"] : []),
  ]
  const tree = parse(source, { sourceType: "module", errorRecovery: true, startLine, plugins })
  const lines = source.split("\n")
  const isAlone = ({ loc }) => /^\s*$/.test((lines[loc.start.line - startLine] ?? "").slice(0, loc.start.column))
  const isTest = /\.(?:test|test-d)\./.test(file)
  const messages = isTest ? [] : [...messagesIn(tree.program, MESSAGES.test(file))]
  return [...commentBlocks(tree.comments, isAlone), ...messages.map((message) => [message])]
}

/** One block for each comment. Line comments below each other are one comment. */
function commentBlocks(comments, isAlone) {
  const blocks = []
  let above // the line comment that the next one may continue
  for (const comment of comments) {
    const { type, value, loc } = comment
    if (DIRECTIVE.test(value.replace(/^\*/, ""))) continue
    if (type === "CommentBlock") {
      above = undefined
      blocks.push(docLines(value, loc.start.line))
      continue
    }
    const line = { line: loc.start.line, text: value.trim() }
    const continues =
      above && isAlone(comment) && above.line === loc.start.line - 1 && above.column === loc.start.column
    if (continues) blocks.at(-1).push(line)
    else blocks.push([line])
    above = { line: loc.start.line, column: loc.start.column }
  }
  return blocks
}

/** Lines of a block comment without its stars. Each TSDoc tag starts a paragraph, and code in tags is dropped. */
function docLines(value, start) {
  let isExample = false
  return value.split("\n").flatMap((raw, index) => {
    const line = start + index
    const text = links(raw.replace(/^\s*\*+ ?/, "").trimEnd())
    const tag = /^\s*@(\w+)\s*(.*)$/.exec(text)
    if (tag) isExample = tag[1] === "example"
    if (isExample) return [{ line, text: "" }]
    if (!tag) return [{ line, text: text.replace(/\s@(?:default|internal|deprecated)\b.*$/, "") }]
    return [
      { line, text: "" },
      { line, text: tagText(tag[1], tag[2]) },
    ]
  })
}

const links = (text) =>
  text.replace(/\{@link\s+([^}|\s]+)(?:[|\s]+([^}]*))?\}/g, (_, to, label) => label ?? `\`${to}\``)

function tagText(name, text) {
  if (["default", "defaultValue", "type", "typedef", "see", "jsxImportSource", "template"].includes(name)) return ""
  const plain = text.replace(/^\{[^}]*\}\s*/, "")
  return name === "param" ? plain.replace(/^\S+\s*(?:-\s*)?/, "") : plain
}

/** The texts of error, log and problem calls, or of the whole file. */
function* messagesIn(node, whole) {
  for (const child of children(node)) {
    const text = whole ? literalText(child) : undefined
    if (text !== undefined) yield* message(child, text)
    else if (!whole && isReport(child)) {
      const args = child.callee.name === "fact" ? child.arguments.slice(0, 1) : child.arguments
      for (const argument of args) yield* messagesIn({ type: "Argument", argument }, true)
    } else if (!/^(?:Import|ExportAll|TS)/.test(child.type) || /^TS(?:As|Satisfies)/.test(child.type)) {
      yield* messagesIn(child, whole)
    }
  }
}

/** A word or two are a name or a code. */
function* message({ loc }, text) {
  const oneLine = text.replace(/\s+/g, " ").trim()
  if (oneLine.split(" ").length >= 3) yield { line: loc.start.line, text: oneLine }
}

function isReport({ type, callee }) {
  if (type !== "NewExpression" && type !== "CallExpression") return false
  if (callee.type === "Identifier") return REPORTERS.test(callee.name)
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return false
  const object = callee.object.type === "MemberExpression" ? callee.object.property : callee.object
  return LOGS.test(callee.property.name) && /^(?:logger|console)$/.test(object.name ?? "")
}

/** The text of a string or a template; expressions in it count as code. */
function literalText({ type, value, quasis }) {
  if (type === "StringLiteral") return value
  if (type !== "TemplateLiteral") return undefined
  return quasis.map((part) => part.value.cooked ?? "").reduce((all, next) => join(all, next))
}

/** Within backticks an expression is code already. */
const join = (before, after) => (before.split("`").length % 2 === 0 ? `${before}x${after}` : `${before}\`x\`${after}`)

function* children(node) {
  for (const [key, value] of Object.entries(node)) {
    if (key === "loc" || key.endsWith("omments")) continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === "object" && typeof child.type === "string") yield child
    }
  }
}
