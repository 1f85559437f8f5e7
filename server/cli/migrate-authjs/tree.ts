/** A node of `@babel/parser`'s syntax tree, with the fields that are used here. */
export interface Node {
  type: string
  start: number
  end: number
  loc?: { start: { line: number } } | null
  [field: string]: unknown
}

/** The type of `parse` of `@babel/parser`. */
export type Parse = (text: string, options: { sourceType: "module"; plugins: string[]; errorRecovery: boolean }) => Node

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, "type") === "string"

/** Yields every node below `node`, depth first. */
export function* walkNodes(node: Node): Generator<Node> {
  yield node
  for (const [field, value] of Object.entries(node)) {
    if (field === "loc" || field.endsWith("Comments") || field === "errors" || field === "tokens") continue
    for (const child of [value].flat()) if (isNode(child)) yield* walkNodes(child)
  }
}

export function child(node: Node | undefined, field: string): Node | undefined {
  const value = node?.[field]
  return isNode(value) ? value : undefined
}

export function children(node: Node | undefined, field: string): Node[] {
  const value = node?.[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

export const stringValue = (node: Node | undefined): string | undefined =>
  node?.type === "StringLiteral" && typeof node["value"] === "string" ? node["value"] : undefined

/** Returns the name of an identifier, or the text of a string literal in its place. */
export const nodeName = (node: Node | undefined): string | undefined =>
  typeof node?.["name"] === "string" ? node["name"] : stringValue(node)

/** Returns the expression inside `x satisfies T`, `x as T`, `x!` and parentheses. */
export function unwrapNode(node: Node | undefined): Node | undefined {
  const wraps = /^(?:TSSatisfiesExpression|TSAsExpression|TSNonNullExpression|ParenthesizedExpression)$/
  return node && wraps.test(node.type) ? unwrapNode(child(node, "expression")) : node
}

/** A change of the text that replaces `start` to `end` by `text`. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** Returns the text with all edits applied. Everything else stays byte for byte. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const last = edits.toSorted((a, b) => b.start - a.start || b.end - a.end)
  return last.reduce((done, { start, end, text: put }) => done.slice(0, start) + put + done.slice(end), text)
}
