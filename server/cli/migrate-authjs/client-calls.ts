import type { Note } from "./types.ts"
import { child, children, isNode, nodeName, stringValue, walkNodes, type Edit, type Node } from "./tree.ts"

/** Clients whose base path is fixed, and Latchkit's isn't. */
const FIXED_PATHS: Readonly<Record<string, string | undefined>> = { "@auth/solid-start/client": "/api/auth" }
/** Their functions, and the index of the argument with the options. */
const OPTIONS_INDEX: Readonly<Record<string, number | undefined>> = { signIn: 1, signOut: 0 }

/** Passes the base path to each call of `signIn` and `signOut`. Returns a note for each use that isn't a call. */
export function passBasePath(program: Node): { edits: Edit[]; notes: Note[] } {
  const edits: Edit[] = []
  const notes: Note[] = []
  for (const declaration of walkNodes(program)) {
    const basePath = FIXED_PATHS[stringValue(child(declaration, "source")) ?? ""]
    if (basePath === undefined || declaration["importKind"] === "type") continue
    const option = `basePath: "${basePath}"`
    const note = (node: Node, name: string) =>
      notes.push({ line: node.loc?.start.line ?? 0, text: `Latchkit's client needs \`${option}\` here. ${name}` })
    const specifiers = children(declaration, "specifiers")
    const named = specifiers.filter(({ type }) => type === "ImportSpecifier")
    if (declaration.type !== "ImportDeclaration" || named.length < specifiers.length)
      note(declaration, "Pass it to each call of `signIn` and `signOut` of this module")
    for (const specifier of declaration.type === "ImportDeclaration" ? named : []) {
      const index = OPTIONS_INDEX[nodeName(child(specifier, "imported")) ?? ""]
      const local = nodeName(child(specifier, "local"))
      if (index === undefined || local === undefined) continue
      for (const { node, call } of findUses(program, local)) {
        const args = children(call, "arguments")
        if (call && args.every(({ type }) => type !== "SpreadElement"))
          edits.push(...addOption(call, args, index, option))
        else note(node, `Call \`${local}\` in a function that passes it`)
      }
    }
  }
  return { edits, notes: notes.toSorted((a, b) => a.line - b.line) }
}

function addOption(call: Node, args: readonly Node[], index: number, option: string): Edit[] {
  const options = args[index]
  if (!options) {
    const last = args.at(-1)
    const at = last?.end ?? call.end - 1
    const before = last ? ", " : index > 0 ? "undefined, " : ""
    return [{ start: at, end: at, text: `${before}{ ${option} }` }]
  }
  const { start, end } = options
  if (options.type !== "ObjectExpression")
    return [
      { start, end: start, text: `{ ${option}, ...` },
      { start: end, end, text: " }" },
    ]
  const [first] = children(options, "properties")
  return first
    ? [{ start: first.start, end: first.start, text: `${option}, ` }]
    : [{ start, end, text: `{ ${option} }` }]
}

/** Yields each use of an imported function, and its call if it is called there. */
function* findUses(node: Node, name: string): Generator<{ node: Node; call?: Node }> {
  if (node.type === "ImportDeclaration") return
  for (const [field, value] of Object.entries(node)) {
    if (field === "loc" || field.endsWith("Comments")) continue
    for (const inner of [value].flat()) {
      if (!isNode(inner)) continue
      const isUse = /^(?:JSX)?Identifier$/.test(inner.type) && inner["name"] === name && !isLabel(node, field)
      if (isUse)
        yield field === "callee" && node.type === "CallExpression" ? { node: inner, call: node } : { node: inner }
      yield* findUses(inner, name)
    }
  }
}

/** Returns whether an identifier is only the name of a property, an attribute or an export. */
const isLabel = (parent: Node, field: string) =>
  parent["computed"] !== true &&
  (field === "property" ||
    field === "exported" ||
    (field === "key" && parent["shorthand"] !== true) ||
    parent.type === "JSXAttribute")
