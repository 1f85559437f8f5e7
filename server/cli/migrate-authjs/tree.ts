/** A node of the syntax tree of `@babel/parser`, as far as it is read here. */
export interface Node {
  type: string
  start: number
  end: number
  loc?: { start: { line: number } } | null
  [field: string]: unknown
}

/** `parse` of `@babel/parser`. */
export type Parse = (text: string, options: { sourceType: "module"; plugins: string[]; errorRecovery: boolean }) => Node

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, "type") === "string"

/** Every node below `node`, depth first. */
export function* walkNodes(node: Node): Generator<Node> {
  yield node
  for (const [field, value] of Object.entries(node)) {
    if (field === "loc" || field.endsWith("Comments") || field === "errors" || field === "tokens") continue
    for (const child of [value].flat()) if (isNode(child)) yield* walkNodes(child)
  }
}

/** The child of that field, if it is a node. */
export function child(node: Node | undefined, field: string): Node | undefined {
  const value = node?.[field]
  return isNode(value) ? value : undefined
}

/** The children of that field. */
export function children(node: Node | undefined, field: string): Node[] {
  const value = node?.[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The text of a string literal. */
export const stringValue = (node: Node | undefined): string | undefined =>
  node?.type === "StringLiteral" && typeof node["value"] === "string" ? node["value"] : undefined

/** The name of an identifier, or the text of a string literal in the place of one. */
export const nodeName = (node: Node | undefined): string | undefined =>
  typeof node?.["name"] === "string" ? node["name"] : stringValue(node)

/** The expression inside `x satisfies T`, `x as T`, `x!` and brackets. */
export function unwrapNode(node: Node | undefined): Node | undefined {
  const wraps = /^(?:TSSatisfiesExpression|TSAsExpression|TSNonNullExpression|ParenthesizedExpression)$/
  return node && wraps.test(node.type) ? unwrapNode(child(node, "expression")) : node
}

/** A change of the text: `start` to `end` becomes `text`. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** The text with all edits made; everything else stays byte for byte. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const last = edits.toSorted((a, b) => b.start - a.start || b.end - a.end)
  return last.reduce((done, { start, end, text: put }) => done.slice(0, start) + put + done.slice(end), text)
}
