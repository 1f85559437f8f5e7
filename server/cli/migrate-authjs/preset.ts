import type { ImportedConfiguration, Note } from "./types.ts"
import { unwrapNode, child, children, nodeName, walkNodes, stringValue, type Edit, type Node } from "./tree.ts"

interface PresetEdits {
  edits: Edit[]
  notes: Note[]
  /** Configurations of other files. */
  imported: ImportedConfiguration[]
  /** The keys of configurations that another file passes to Latchkit. */
  exported: string[]
}

/** The note for a configuration that the codemod can't change. */
export const MISSING_PRESET = "Add `...authjs()` of `latchkit/migrate/authjs` at the top of this configuration"

/**
 * Spreads `authjs()` into each configuration of the file: the argument of a configuring function, and exported objects
 * that another file passes to one.
 */
export function presetEdits(
  program: Node,
  file: string,
  { configured, wanted }: { configured: ReadonlyMap<string, number>; wanted: ReadonlySet<string> },
): PresetEdits {
  const objects = new Map<Node, Edit>()
  const notes: Note[] = []
  const imported: ImportedConfiguration[] = []
  const declared = findDeclarations(program)
  const imports = findImports(program)
  const into = (given: Node | undefined) => {
    const value = unwrapNode(given)
    const name = value?.type === "Identifier" ? (nodeName(value) ?? "") : ""
    const configurations = configurationObjects(declared.get(name) ?? value)
    const line = given?.loc?.start.line ?? 0
    const key = imports.get(name)
    for (const object of configurations) if (!hasPreset(object)) objects.set(object, presetSpread(object))
    if (key !== undefined) imported.push({ key, line })
    else if (configurations.length === 0) notes.push({ line, text: MISSING_PRESET })
  }
  for (const node of walkNodes(program)) {
    if (node.type !== "CallExpression") continue
    const position = configured.get(nodeName(child(node, "callee")) ?? "")
    if (position !== undefined) into(children(node, "arguments")[position])
  }
  const exported = [...findExports(program, declared)]
    .map(([name, value]) => ({ key: configurationKey(file, name), value }))
    .filter(({ key }) => wanted.has(key))
  for (const { value } of exported) into(value)
  const edits = [...objects.values()]
  return {
    edits: edits.length > 0 ? [...edits, presetImport(program)] : [],
    notes,
    imported,
    exported: exported.map(({ key }) => key),
  }
}

/**
 * Names an exported configuration by the file's own name and the export's. The folder isn't part of it, because an
 * import may be an alias of the app.
 */
const configurationKey = (file: string, name: string) => `${moduleName(file)}:${name}`

/** Returns the name of a file or folder that an import of it ends with. */
function moduleName(file: string): string | undefined {
  const path = file.replaceAll("\\", "/").replace(/\.[mc]?[jt]sx?$/, "")
  return path
    .replace(/\/index$/, "")
    .split("/")
    .at(-1)
}

/** Returns whether another file imports a configuration from a file of this name. */
export const mayExport = (file: string, wanted: ReadonlySet<string>): boolean =>
  [...wanted].some((key) => key.startsWith(`${moduleName(file)}:`))

/** Returns the keys of imported values, by their local names. */
function findImports(program: Node): Map<string, string> {
  const importNames = new Map<string, string>()
  for (const declaration of children(program, "body")) {
    const source = stringValue(child(declaration, "source"))
    if (declaration.type !== "ImportDeclaration" || source === undefined) continue
    for (const specifier of children(declaration, "specifiers")) {
      const isDefault = specifier.type === "ImportDefaultSpecifier"
      const name = isDefault ? "default" : nodeName(child(specifier, "imported"))
      const local = nodeName(child(specifier, "local"))
      if (name !== undefined && local !== undefined) importNames.set(local, configurationKey(source, name))
    }
  }
  return importNames
}

/** Returns the exported values, by the names under which another file imports them. */
function findExports(program: Node, declared: ReadonlyMap<string, Node>): Map<string, Node> {
  const exportedNodes = new Map<string, Node>(declared)
  for (const statement of children(program, "body")) {
    const value = unwrapNode(child(statement, "declaration"))
    if (statement.type === "ExportDefaultDeclaration" && value)
      exportedNodes.set("default", declared.get(nodeName(value) ?? "") ?? value)
    for (const specifier of statement.type === "ExportNamedDeclaration" ? children(statement, "specifiers") : []) {
      const local = declared.get(nodeName(child(specifier, "local")) ?? "")
      if (local) exportedNodes.set(nodeName(child(specifier, "exported")) ?? "", local)
    }
  }
  return exportedNodes
}

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
  const declaredNodes = new Map<string, Node>()
  for (const statement of children(program, "body")) {
    const declaration = statement.type === "ExportNamedDeclaration" ? child(statement, "declaration") : statement
    for (const declarator of children(declaration, "declarations")) {
      const [name, value] = [nodeName(child(declarator, "id")), child(declarator, "init")]
      if (name !== undefined && configurationObjects(value).length > 0) declaredNodes.set(name, value ?? declarator)
    }
  }
  return declaredNodes
}

function hasPreset(object: Node): boolean {
  return children(object, "properties").some(
    (property) =>
      property.type === "SpreadElement" && nodeName(child(child(property, "argument"), "callee")) === "authjs",
  )
}

function presetSpread(object: Node): Edit {
  const [first] = children(object, "properties")
  if (!first)
    return {
      start: object.start + 1,
      end: object.start + 1,
      text: " ...authjs() ",
    }
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
  const presetImport = imports.find((declaration) =>
    stringValue(child(declaration, "source"))?.startsWith("latchkit/migrate/authjs"),
  )
  const at = imports[0]?.start ?? 0
  return {
    start: at,
    end: at,
    text: presetImport ? "" : 'import { authjs } from "latchkit/migrate/authjs"\n',
  }
}
