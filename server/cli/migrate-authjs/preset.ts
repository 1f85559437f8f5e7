import type { Note } from "./types.ts"
import { unwrapNode, child, children, nodeName, walkNodes, stringValue, type Edit, type Node } from "./tree.ts"

interface PresetEdits {
  edits: Edit[]
  notes: Note[]
  /** Names of configurations that are imported from another file. */
  imported: string[]
}

/**
 * Spreads `authjs()` into each configuration of the file: the argument of a configuring function, and exported objects
 * that another file passes to one.
 */
export function presetEdits(
  program: Node,
  configured: Map<string, number>,
  exported: ReadonlySet<string>,
): PresetEdits {
  const objects = new Map<Node, Edit>()
  const [notes, imported]: [Note[], string[]] = [[], []]
  const declared = findDeclarations(program)
  const into = (given: Node | undefined) => {
    const value = unwrapNode(given)
    const name = value?.type === "Identifier" ? nodeName(value) : undefined
    const known = name === undefined ? undefined : declared.get(name)
    for (const object of configurationObjects(known ?? value))
      if (!hasPreset(object)) objects.set(object, presetSpread(object))
    if (name !== undefined && !known) imported.push(name)
    else if (configurationObjects(known ?? value).length === 0)
      notes.push({
        line: given?.loc?.start.line ?? 0,
        text: "Add `...authjs()` of `latchkit/migrate/authjs` at the top of this configuration",
      })
  }
  for (const node of walkNodes(program)) {
    if (node.type !== "CallExpression") continue
    const position = configured.get(nodeName(child(node, "callee")) ?? "")
    if (position !== undefined) into(children(node, "arguments")[position])
  }
  for (const [name, value] of declared) if (exported.has(name)) into(value)
  const edits = [...objects.values()]
  return { edits: edits.length > 0 ? [...edits, presetImport(program)] : [], notes, imported }
}

/** Returns the objects that an expression is or returns. */
function configurationObjects(node: Node | undefined): Node[] {
  const value = unwrapNode(node)
  if (value?.type === "ObjectExpression") return [value]
  if (value?.type !== "ArrowFunctionExpression" && value?.type !== "FunctionExpression") return []
  const body = unwrapNode(child(value, "body"))
  if (body?.type !== "BlockStatement") return configurationObjects(body)
  return children(body, "body").flatMap((statement) =>
    statement.type === "ReturnStatement" ? configurationObjects(child(statement, "argument")) : [],
  )
}

function findDeclarations(program: Node): Map<string, Node> {
  const found = new Map<string, Node>()
  for (const statement of children(program, "body")) {
    const declaration = statement.type === "ExportNamedDeclaration" ? child(statement, "declaration") : statement
    for (const declarator of children(declaration, "declarations")) {
      const [name, value] = [nodeName(child(declarator, "id")), child(declarator, "init")]
      if (name !== undefined && configurationObjects(value).length > 0) found.set(name, value ?? declarator)
    }
  }
  return found
}

function hasPreset(object: Node): boolean {
  return children(object, "properties").some(
    (property) =>
      property.type === "SpreadElement" && nodeName(child(child(property, "argument"), "callee")) === "authjs",
  )
}

function presetSpread(object: Node): Edit {
  const [first] = children(object, "properties")
  if (!first) return { start: object.start + 1, end: object.start + 1, text: " ...authjs() " }
  const sameLine = first.loc?.start.line === object.loc?.start.line
  return {
    start: first.start,
    end: first.start,
    text: sameLine ? "...authjs(), " : `...authjs(),\n${indentation(first)}`,
  }
}

// If the object's first property is on its own line, its column is the indentation
function indentation({ loc }: Node): string {
  const column: unknown = loc && Reflect.get(loc.start, "column")
  return " ".repeat(typeof column === "number" ? column : 2)
}

function presetImport(program: Node): Edit {
  const imports = children(program, "body").filter(({ type }) => type === "ImportDeclaration")
  const known = imports.find((declaration) =>
    stringValue(child(declaration, "source"))?.startsWith("latchkit/migrate/authjs"),
  )
  const at = imports[0]?.start ?? 0
  return { start: at, end: at, text: known ? "" : 'import { authjs } from "latchkit/migrate/authjs"\n' }
}
