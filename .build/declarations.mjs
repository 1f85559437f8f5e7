// Merges the declarations of internal modules, one file for each folder. The features of the server have one file, and so has
// each step of all components. Editors and compilers read them together anyway, and a package with fewer files installs sooner.
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import ts from "typescript"
import { specifier } from "./client-chunks.mjs"

const NAME = "declarations"
/** The path of another declaration file, in an import, an export, a type or an augmentation. */
const PATH = /(?<=(?:\bfrom|\bimport\(|^import|\bdeclare module)\s*")\.[^"]+\.tsx?(?=")/gm

const { dependencies: DEPENDENCIES } = JSON.parse(readFileSync("package.json", "utf8"))

/** A file of a component's feature, and its step. */
const STEP =
  /(?<=\/components\/)(?!(?:headless|html|identifier-first|react|screens|solid|svelte|theme|view)\/).+?(\.view|\.markup)?\.d\.ts$/
/** A file of a feature of the server. */
const FEATURE = /(?<=\/server\/features\/).+$/
const SHARED = { ".view": "view", ".markup": "view/markup" }

/** Returns the folder whose file gets the declarations of `file`. */
const mergedFolder = (file) =>
  dirname(
    file
      .replace(STEP, (_, step) => `${SHARED[step] ?? "screens"}/_`)
      .replace("/components/theme/", "/components/view/")
      .replace(FEATURE, "_"),
  )

const toFile = (from, path) => (path.startsWith(".") ? join(dirname(from), path.replace(/\.tsx?$/, ".d.ts")) : path)
const specifierFor = (from, declarations) => specifier(from, declarations).replace(/\.d\.ts$/, ".ts")

/** Merges the declarations in `root`, the folder of the built package. Files that `package.json` names stay as they are. */
export function mergeDeclarations(root) {
  const manifest = readFileSync("package.json", "utf8")
  const isInternal = (file) =>
    !/\.(?:svelte|css)\.d\.ts$|\/catalogue\//.test(file) && !manifest.includes(file.replace(root, "./dist"))
  const folders = Map.groupBy(globSync(`${root}/**/*.d.ts`).filter(isInternal).toSorted(), mergedFolder)
  const merged = [...folders].map(([folder, files]) => new MergedFile(join(folder, `${NAME}.d.ts`), files))
  const owners = new Map()
  for (const { file, parts } of merged.filter(({ parts }) => parts.length > 1))
    for (const part of parts) owners.set(part.file, file)
  for (const one of merged.filter(({ parts }) => parts.length > 1)) writeFileSync(one.file, one.text(owners))
  for (const file of owners.keys()) rmSync(file)
  for (const file of globSync(`${root}/**/*.d.ts`)) {
    const before = readFileSync(file, "utf8")
    const after = before.replaceAll(PATH, (path) => {
      const owner = owners.get(toFile(file, path))
      return owner === undefined ? path : specifierFor(file, owner)
    })
    if (after !== before) writeFileSync(file, after)
  }
}

/** The files of a folder whose names have one meaning. Others stay alone. */
class MergedFile {
  parts = []
  #origins = { locals: new Map(), exports: new Map() }

  constructor(file, files) {
    this.file = file
    for (const part of files.map((one) => readPart(one, file))) if (part && !this.#clashes(part)) this.#add(part)
  }

  #clashes(part) {
    return ["locals", "exports"].some((kind) =>
      [...part[kind]].some(([name, origin]) => (this.#origins[kind].get(name) ?? origin) !== origin),
    )
  }

  #add(part) {
    this.parts.push(part)
    for (const kind of ["locals", "exports"])
      for (const [name, origin] of part[kind]) this.#origins[kind].set(name, origin)
  }

  /** Returns the text. A name that one file imports from another, or exports again, is there already. */
  text(owners) {
    const isHere = ({ file, name }, as) => owners.get(file) === this.file && name === as
    const imports = new Map(this.parts.flatMap(({ imports }) => [...imports]).filter(([as, one]) => !isHere(one, as)))
    const again = new Map(this.parts.flatMap(({ again }) => [...again]).filter(([as, one]) => !isHere(one, as)))
    return [
      ...[...imports].map(
        ([as, { path, name }]) => `import type ${name === "*" ? `* as ${as}` : `{ ${name} as ${as} }`} from "${path}";`,
      ),
      ...[...again].map(
        ([as, { path, name, isType }]) =>
          `export ${isType ? "type " : ""}{ ${name} as ${as} }${path === undefined ? "" : ` from "${path}"`};`,
      ),
      ...this.parts.flatMap(({ statements }) => statements.map((statement) => statement.replace(/^\n+/, ""))),
      "export {};\n",
    ]
      .join("\n")
      .replaceAll(/\{ (\w+) as \1 \}/g, "{ $1 }")
  }
}

/** Returns whether a merged file may import a package: not `react` for all of `client`, because an app may not have it. */
function mayImport(file, path) {
  const isInstalled = path.startsWith(".") || path.startsWith("node:") || path in DEPENDENCIES
  return isInstalled || path.includes(basename(dirname(file)))
}

/**
 * Reads a file's names, each with its origin, and its statements, with paths as seen from the file that they become part of.
 * Returns `undefined` if it must stay alone.
 */
function readPart(file, merged) {
  const text = readFileSync(file, "utf8").replaceAll(PATH, (path) => specifierFor(merged, toFile(file, path)))
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const part = { file, locals: new Map(), exports: new Map(), imports: new Map(), again: new Map(), statements: [] }
  const aliases = new Map()
  for (const statement of source.statements) {
    const path = statement.moduleSpecifier?.text
    if (ts.isImportDeclaration(statement)) {
      if (!mayImport(file, path)) return undefined
      const bindings = statement.importClause?.namedBindings
      if (!bindings || statement.importClause.name) return undefined
      for (const one of bindings.elements ?? [bindings]) {
        const name = ts.isNamespaceImport(one) ? "*" : (one.propertyName ?? one.name).text
        // Two files may import different types as `Props`
        const local = one.propertyName ? `Imported${name}` : one.name.text
        aliases.set(one.name.text, local)
        part.locals.set(local, `${toFile(merged, path)} ${name}`)
        part.imports.set(local, { path, name, file: toFile(merged, path) })
      }
    } else if (ts.isExportDeclaration(statement)) {
      if (!statement.exportClause?.elements) return undefined // all names of another file
      for (const one of statement.exportClause.elements) {
        const localName = (one.propertyName ?? one.name).text
        const name = path === undefined ? (aliases.get(localName) ?? localName) : localName
        const origin =
          path === undefined ? (part.locals.get(name) ?? `${file} ${name}`) : `${toFile(merged, path)} ${name}`
        part.exports.set(one.name.text, origin)
        const isType = statement.isTypeOnly || one.isTypeOnly
        part.again.set(one.name.text, { path, name, file: origin.split(" ")[0], isType })
      }
    } else {
      const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement]
      if (declared.some(({ name }) => !name || !ts.isIdentifier(name))) return undefined // an augmentation or a default export
      const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      for (const { name } of declared) {
        part.locals.set(name.text, `${file} ${name.text}`)
        if (isExported) part.exports.set(name.text, `${file} ${name.text}`)
      }
      part.statements.push(renamed(statement, aliases))
    }
  }
  return part
}

/** Returns a statement's text, with other names for what the file imports under names of its own. */
function renamed(statement, aliases) {
  const start = statement.getFullStart()
  const references = []
  const visit = (node) => {
    const { parent } = node
    const isMember = parent?.name === node || parent?.right === node || parent?.qualifier === node
    if (ts.isIdentifier(node) && !isMember && aliases.has(node.text)) references.push(node)
    ts.forEachChild(node, visit)
  }
  visit(statement)
  return references.reduceRight(
    (text, node) => text.slice(0, node.getStart() - start) + aliases.get(node.text) + text.slice(node.end - start),
    statement.getFullText(),
  )
}
