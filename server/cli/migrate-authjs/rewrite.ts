import { augmentedModule, CONFIGURING_IMPORTS, referencedModule, replacementFor, type Version } from "./modules.ts"
import type { Note, Rewriting, Rewritten } from "./types.ts"
import { mayExport, presetEdits } from "./preset.ts"
import { passBasePath } from "./client-calls.ts"
import { renameImports } from "./renamed.ts"
import { child, children, applyEdits, nodeName, walkNodes, stringValue, type Edit, type Node } from "./tree.ts"

const PLUGINS = ["typescript", "jsx", "decorators-legacy"]
const AUTHJS_MENTION = /next-auth|@auth\/|NextAuth|AuthConfig/
const UNCHANGED = { notes: [], imported: [], exported: [] }

/** Rewrites a file's text. A file that doesn't mention Auth.js stays as it is. */
export function rewrite(text: string, file: string, rewriting: Rewriting): Rewritten {
  const { configurations } = rewriting
  if (!AUTHJS_MENTION.test(text) && !mayExport(file, configurations)) return { text, ...UNCHANGED }
  const plugins = /\.[mc]?ts$/.test(file) ? PLUGINS.filter((plugin) => plugin !== "jsx") : PLUGINS
  const program = child(
    rewriting.parse(text, {
      sourceType: "module",
      plugins,
      errorRecovery: true,
    }),
    "program",
  )
  if (!program) return { text, ...UNCHANGED }
  const edits: Edit[] = []
  const notes: Note[] = []
  for (const node of walkNodes(program)) {
    const source = moduleSource(node)
    const name = stringValue(source)
    // `import "next-auth/jwt"` only loads the module that the file augments
    const forTypes = isBareImport(node) ? augmentedModule(name ?? "", rewriting.version) : undefined
    if (source && forTypes) edits.push(replaceQuoted(source, forTypes))
    else if (source && name !== undefined) replace(source, name)
    if (name !== undefined) {
      const renamed = renameImports(node, name, rewriting.version)
      edits.push(...renamed.edits)
      notes.push(...renamed.notes)
    }
    const augmented = node.type === "TSModuleDeclaration" ? child(node, "id") : undefined
    const module = augmented && augmentedModule(stringValue(augmented) ?? "", rewriting.version)
    if (augmented && module) edits.push(replaceQuoted(augmented, module))
  }
  const passed = passBasePath(program)
  edits.push(...passed.edits)
  notes.push(...passed.notes)
  const preset =
    rewriting.version === 5
      ? presetEdits(program, file, {
          configured: findConfiguringCalls(program),
          wanted: configurations,
        })
      : undefined
  const all = [...edits, ...referenceEdits(text, rewriting.version), ...(preset?.edits ?? [])]
  const shift = <T extends { line: number }>(found: T): T =>
    rewriting.dryRun ? found : { ...found, line: found.line + linesAbove(found.line, text, all) }
  return {
    text: applyEdits(text, all),
    notes: [...notes, ...(preset?.notes ?? [])].map(shift),
    imported: (preset?.imported ?? []).map(shift),
    exported: preset?.exported ?? [],
  }

  function replace(source: Node, name: string): void {
    const replacement = replacementFor(name, rewriting.version, rewriting.providers)
    if (!replacement) return
    if ("module" in replacement) edits.push(replaceQuoted(source, replacement.module))
    else notes.push({ line: source.loc?.start.line ?? 0, text: replacement.note })
  }
}

/** Returns how many lines the edits add above a note, so that its line is right in the changed file. */
function linesAbove(line: number, text: string, edits: readonly Edit[]): number {
  const above = edits.filter(({ start }) => text.slice(0, start).split("\n").length <= line)
  return above.reduce((count, edit) => count + edit.text.split("\n").length - 1, 0)
}

/** Rewrites `/// <reference types="@auth/sveltekit" />`, which is a comment for the parser. */
function referenceEdits(text: string, version: Version): Edit[] {
  return [...text.matchAll(/^\/\/\/\s*<reference\s+types=(["'])([^"']+)\1/gm)].flatMap((found) => {
    const [whole, , name = ""] = found
    const module = referencedModule(name, version)
    const start = found.index + whole.length - 1 - name.length
    return module === undefined ? [] : [{ start, end: start + name.length, text: module }]
  })
}

const isBareImport = (node: Node) => node.type === "ImportDeclaration" && children(node, "specifiers").length === 0

const LOADING_FUNCTIONS = /^(?:require|mock|doMock|unmock|requireActual|importActual|resolve)$/

/**
 * Returns the module name that a node loads: of an import, an export, `import()`, `require()`, `jest.mock()` and
 * `import("x").T`.
 */
function moduleSource(node: Node): Node | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
      return child(node, "source")
    case "TSImportType":
      return child(node, "argument")
    case "TSExternalModuleReference":
      return child(node, "expression")
    case "CallExpression": {
      const callee = child(node, "callee")
      const name = nodeName(child(callee, "property")) ?? nodeName(callee)
      return callee?.type === "Import" || LOADING_FUNCTIONS.test(name ?? "")
        ? children(node, "arguments")[0]
        : undefined
    }
    default:
      return undefined
  }
}

const replaceQuoted = ({ start, end }: Node, text: string): Edit => ({
  start: start + 1,
  end: end - 1,
  text,
})

/** Returns the local names of functions that take a configuration, and the argument's index. */
function findConfiguringCalls(program: Node): Map<string, number> {
  const callNames = new Map<string, number>()
  for (const declaration of children(program, "body")) {
    const names = CONFIGURING_IMPORTS[stringValue(child(declaration, "source")) ?? ""]
    if (declaration.type !== "ImportDeclaration" || !names) continue
    for (const specifier of children(declaration, "specifiers")) {
      const imported = specifier.type === "ImportDefaultSpecifier" ? "default" : nodeName(child(specifier, "imported"))
      const local = nodeName(child(specifier, "local"))
      if (imported && local && names.includes(imported))
        callNames.set(local, /^(?:Auth|getSession)$/.test(imported) ? 1 : 0)
    }
  }
  return callNames
}
