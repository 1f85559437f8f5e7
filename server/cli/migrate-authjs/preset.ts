import type { Note } from "./types.ts"
import { bare, child, children, nameOf, nodesOf, textOf, type Edit, type Node } from "./tree.ts"

interface PresetEdits {
  edits: Edit[]
  notes: Note[]
  /** Names of configurations that are imported from another file. */
  imported: string[]
}

/**
 * Spreads `authjs()` into each configuration of the file: into what `configured` functions are given, and into exported objects
 * that another file gives to one.
 */
export function presetEdits(
  program: Node,
  configured: Map<string, number>,
  exported: ReadonlySet<string>,
): PresetEdits {
  const objects = new Map<Node, Edit>()
  const [notes, imported]: [Note[], string[]] = [[], []]
  const declared = declarations(program)
  const into = (given: Node | undefined) => {
    const value = bare(given)
    const name = value?.type === "Identifier" ? nameOf(value) : undefined
    const known = name === undefined ? undefined : declared.get(name)
    for (const object of objectsOf(known ?? value)) if (!hasPreset(object)) objects.set(object, spreadInto(object))
    if (name !== undefined && !known) imported.push(name)
    else if (objectsOf(known ?? value).length === 0)
      notes.push({
        line: given?.loc?.start.line ?? 0,
        text: "Spread `...authjs()` of `latchkit/migrate/authjs` first into this configuration",
      })
  }
  for (const node of nodesOf(program)) {
    if (node.type !== "CallExpression") continue
    const position = configured.get(nameOf(child(node, "callee")) ?? "")
    if (position !== undefined) into(children(node, "arguments")[position])
  }
  for (const [name, value] of declared) if (exported.has(name)) into(value)
  const edits = [...objects.values()]
  return { edits: edits.length > 0 ? [...edits, importOf(program)] : [], notes, imported }
}

/** The objects that an expression is or returns. */
function objectsOf(given: Node | undefined): Node[] {
  const value = bare(given)
  if (value?.type === "ObjectExpression") return [value]
  if (value?.type !== "ArrowFunctionExpression" && value?.type !== "FunctionExpression") return []
  const body = bare(child(value, "body"))
  if (body?.type !== "BlockStatement") return objectsOf(body)
  return children(body, "body").flatMap((statement) =>
    statement.type === "ReturnStatement" ? objectsOf(child(statement, "argument")) : [],
  )
}

function declarations(program: Node): Map<string, Node> {
  const found = new Map<string, Node>()
  for (const statement of children(program, "body")) {
    const declaration = statement.type === "ExportNamedDeclaration" ? child(statement, "declaration") : statement
    for (const declarator of children(declaration, "declarations")) {
      const [name, value] = [nameOf(child(declarator, "id")), child(declarator, "init")]
      if (name !== undefined && objectsOf(value).length > 0) found.set(name, value ?? declarator)
    }
  }
  return found
}

function hasPreset(object: Node): boolean {
  return children(object, "properties").some(
    (property) =>
      property.type === "SpreadElement" && nameOf(child(child(property, "argument"), "callee")) === "authjs",
  )
}

function spreadInto(object: Node): Edit {
  const [first] = children(object, "properties")
  if (!first) return { start: object.start + 1, end: object.start + 1, text: " ...authjs() " }
  const sameLine = first.loc?.start.line === object.loc?.start.line
  return { start: first.start, end: first.start, text: sameLine ? "...authjs(), " : `...authjs(),\n${indentOf(first)}` }
}

// An object's first property on a line of its own stands behind as many blanks as its column says
function indentOf({ loc }: Node): string {
  const column: unknown = loc && Reflect.get(loc.start, "column")
  return " ".repeat(typeof column === "number" ? column : 2)
}

function importOf(program: Node): Edit {
  const imports = children(program, "body").filter(({ type }) => type === "ImportDeclaration")
  const known = imports.find((declaration) =>
    textOf(child(declaration, "source"))?.startsWith("latchkit/migrate/authjs"),
  )
  const at = imports[0]?.start ?? 0
  return { start: at, end: at, text: known ? "" : 'import { authjs } from "latchkit/migrate/authjs"\n' }
}
