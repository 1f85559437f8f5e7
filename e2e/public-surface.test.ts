import { existsSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import ts from "typescript"
import { expect, test } from "vitest"

// Reads the entry points as an editor does. Every name that an app can import is documented, and every type that it can
// meet has a name that it can import

const entries = readEntries()
const program = readProgram(Object.values(entries))
const checker = program.getTypeChecker()

/** An export of an entry point, and the declaration behind its aliases. */
interface Export {
  entry: string
  name: string
  symbol: ts.Symbol
  /** The Svelte component that it is, whose types TypeScript can't read. */
  component: string | undefined
}

const surface = Object.entries(entries).flatMap(([entry, file]) => readExports(entry, file))
const named = new Set(surface.map(({ symbol }) => symbol))

test("every export is documented", () => {
  const undocumented = surface.filter((found) => !isDocumented(found))
  expect(undocumented.map(({ entry, name }) => `${entry}: ${name}`)).toEqual([])
})

test("a signature names only types that an app can import", () => {
  const hidden = surface.flatMap(({ entry, name, symbol, component }) =>
    (component ? propTypes(entry, component) : hiddenTypes(symbol)).map((type) => `${entry}: ${name} names ${type}`),
  )
  expect([...new Set(hidden)]).toEqual([])
})

test("the entry points export only the values that apps use (run this file with --update after you add one)", async () => {
  const isCatalogued = ({ entry, symbol }: Export) =>
    entry === "latchkit/providers" && /\/catalogue\//.test(declaringFile(symbol))
  const values = (entry: string) =>
    surface
      .filter((found) => found.entry === entry && !isCatalogued(found) && (found.component || isValue(found.symbol)))
      .map(({ name }) => name)
      .sort()
  const text = Object.keys(entries).map(
    (entry) =>
      `${entry}\n${values(entry)
        .map((name) => `  ${name}\n`)
        .join("")}`,
  )
  await expect(text.join("\n")).toMatchFileSnapshot("public-surface.txt")
})

/** Returns the source file of each entry point that has types, except for the files of the catalogue and the messages. */
function readEntries(): Record<string, string> {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
    exports: Record<string, string | null | { types: string }>
  }
  const sources = Object.entries(manifest.exports).flatMap(([path, target]) => {
    if (target === null || typeof target === "string" || /\*|\/messages\//.test(path)) return []
    const base = target.types.replace("./dist/", "").replace(/\.d\.ts$/, "")
    const file = [`${base}.ts`, `${base}.tsx`].find((name) => existsSync(name))
    return file === undefined ? [] : [[path.replace(".", "latchkit"), file] as const]
  })
  return Object.fromEntries(sources)
}

function readProgram(files: string[]): ts.Program {
  const { config } = ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path)) as { config: unknown }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ".")
  return ts.createProgram(files, { ...options, incremental: false, tsBuildInfoFile: "" })
}

function readExports(entry: string, file: string): Export[] {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} isn't a module`)
  return checker.getExportsOfModule(module).map((symbol) => ({
    entry,
    name: symbol.name,
    symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    component: svelteFile(symbol),
  }))
}

/** Returns the file of `export { default as SignIn } from "./SignIn.svelte"`. */
function svelteFile(symbol: ts.Symbol): string | undefined {
  const from = symbol.declarations?.[0]?.parent.parent
  if (!from || !ts.isExportDeclaration(from) || !from.moduleSpecifier) return undefined
  const [, path] = /"(.*\.svelte)"/.exec(from.moduleSpecifier.getText()) ?? []
  return path && join(dirname(from.getSourceFile().fileName), path)
}

const isValue = ({ flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Value) !== 0

const declaringFile = ({ declarations }: ts.Symbol): string => {
  const file = declarations?.[0]?.getSourceFile().fileName
  return file === undefined ? "" : relative(".", file)
}

function isDocumented({ symbol, component }: Export): boolean {
  if (component) return readFileSync(component, "utf8").includes("@component")
  // The declaration files have no implementation, so its comment is lost
  const overloads = symbol.declarations?.filter((declaration) => ts.isFunctionDeclaration(declaration)) ?? []
  if (overloads.length > 1)
    return overloads.every((overload) => overload.body || ts.getJSDocCommentsAndTags(overload).length > 0)
  return symbol.getDocumentationComment(checker).length > 0
}

/** Returns the types that a symbol's declarations name, but no entry point exports. */
function hiddenTypes(symbol: ts.Symbol): string[] {
  const found = new Set<ts.Symbol>()
  for (const declaration of symbol.declarations ?? []) {
    if (isOurs(declaration)) collectFrom(declaration, found)
  }
  return [...found].filter(isHidden).map((type) => `${type.name} (${declaringFile(type)})`)
}

const isOurs = (declaration: ts.Declaration): boolean =>
  /^(client|components|server)\//.test(relative(".", declaration.getSourceFile().fileName))

/** A type is hidden on purpose if its comment has `@internal`: a helper that computes other types, or a preset's parts. */
function isHidden(symbol: ts.Symbol): boolean {
  const [declaration] = symbol.declarations ?? []
  if (!declaration || !isOurs(declaration) || named.has(symbol) || isOfProviderModule(symbol)) return false
  if (ts.isTypeParameterDeclaration(declaration) || !(symbol.flags & (ts.SymbolFlags.Type | ts.SymbolFlags.Class)))
    return false
  return !symbol.getJsDocTags(checker).some(({ name }) => name === "internal")
}

/** Returns whether a module of the catalogue exports a symbol, which an app imports from `latchkit/providers/<id>`. */
function isOfProviderModule(symbol: ts.Symbol): boolean {
  const file = declaringFile(symbol)
  const source = file.startsWith("server/providers/catalogue/") ? program.getSourceFile(file) : undefined
  const module = source && checker.getSymbolAtLocation(source)
  return module !== undefined && checker.getExportsOfModule(module).includes(symbol)
}

/** Adds the types that a declaration shows: its signature, its members, or what it is inferred to be. */
function collectFrom(declaration: ts.Node, found: Set<ts.Symbol>): void {
  if (ts.isClassDeclaration(declaration)) {
    declaration.heritageClauses?.forEach((clause) => collectNamed(clause, found))
    declaration.members.filter(isPublicMember).forEach((member) => collectFrom(member, found))
  } else if (ts.isFunctionLike(declaration)) collectSignature(declaration, found)
  else if (ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration))
    collectTyped(declaration, declaration.type, found)
  else if (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration))
    collectNamed(declaration, found)
}

function isPublicMember(member: ts.ClassElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  return !(ts.getCombinedModifierFlags(member) & hidden) && !(member.name && ts.isPrivateIdentifier(member.name))
}

function collectSignature(declaration: ts.SignatureDeclaration, found: Set<ts.Symbol>): void {
  const own = checker.getSymbolAtLocation(declaration.name ?? declaration)
  const isImplementation = "body" in declaration && declaration.body && (own?.declarations?.length ?? 1) > 1
  if (isImplementation) return // its overloads are the signatures
  declaration.typeParameters?.forEach((parameter) => collectNamed(parameter, found))
  declaration.parameters.forEach((parameter) => collectTyped(parameter, parameter.type, found))
  if (declaration.type) return collectNamed(declaration.type, found)
  const signature = checker.getSignatureFromDeclaration(declaration)
  if (signature) collectInferred(checker.getReturnTypeOfSignature(signature), found)
}

function collectTyped(node: ts.Node, type: ts.TypeNode | undefined, found: Set<ts.Symbol>): void {
  if (type) collectNamed(type, found)
  else collectInferred(checker.getTypeAtLocation(node), found)
}

/** Adds the types that are written in a node. */
function collectNamed(node: ts.Node, found: Set<ts.Symbol>): void {
  if (ts.isTypeReferenceNode(node)) addSymbol(checker.getSymbolAtLocation(node.typeName), found)
  if (ts.isExpressionWithTypeArguments(node)) addSymbol(checker.getSymbolAtLocation(node.expression), found)
  if (ts.isImportTypeNode(node) && node.qualifier) addSymbol(checker.getSymbolAtLocation(node.qualifier), found)
  ts.forEachChild(node, (child) => collectNamed(child, found))
}

/** Adds the types that an editor shows for an inferred type. */
function collectInferred(type: ts.Type, found: Set<ts.Symbol>, seen = new Set<ts.Type>()): void {
  if (seen.has(type)) return
  seen.add(type)
  const follow = (part: ts.Type) => collectInferred(part, found, seen)
  if (type.aliasSymbol) {
    addSymbol(type.aliasSymbol, found)
    return type.aliasTypeArguments?.forEach(follow)
  }
  if (type.isUnionOrIntersection()) return type.types.forEach(follow)
  const { symbol } = type as { symbol: ts.Symbol | undefined } // a primitive has none, whatever the declaration says
  if (symbol && !symbol.name.startsWith("__")) {
    addSymbol(symbol, found)
    return checker.getTypeArguments(type as ts.TypeReference).forEach(follow) // empty for a type without arguments
  }
  for (const signature of type.getCallSignatures()) {
    signature.parameters.forEach((parameter) => follow(checker.getTypeOfSymbol(parameter)))
    follow(signature.getReturnType())
  }
  if (type.flags & ts.TypeFlags.Object)
    type.getProperties().forEach((property) => follow(checker.getTypeOfSymbol(property)))
}

function addSymbol(symbol: ts.Symbol | undefined, found: Set<ts.Symbol>): void {
  if (symbol) found.add(symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)
}

/** Returns the type of a Svelte component's props if its entry point doesn't export it. */
function propTypes(entry: string, component: string): string[] {
  const text = readFileSync(component, "utf8")
  const [, type = "an unknown type"] = /: (\w+)(?:<.*>)? = \$props\(\)/.exec(text) ?? []
  const isNamed = surface.some((found) => found.entry === entry && found.name === type)
  return isNamed ? [] : [type]
}
