import ts from "typescript"
import { declaringFile, type Reading } from "./program.ts"

/** An option, a prop, a function: everything that can be said of one name. */
export interface Member {
  readonly name: string
  /** The type as a reader would write it. */
  readonly type: string
  readonly required: boolean
  /** The docstring's text, empty if there is none. */
  readonly text: string
  readonly default: string | undefined
  readonly deprecated: string | undefined
  readonly throws: readonly string[]
  readonly example: string | undefined
  /** Whether its comment hides it from readers. */
  readonly internal: boolean
}

/**
 * Returns the members of an interface, or of an object type, those that it inherits from our own types included. A
 * member that it declares again keeps its place.
 */
export function listMembers({ checker }: Reading, symbol: ts.Symbol): Member[] {
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  const bases = type.isClassOrInterface() ? checker.getBaseTypes(type) : []
  const inherited = bases.flatMap((base) => checker.getPropertiesOfType(base)).map(({ name }) => name)
  return checker
    .getPropertiesOfType(type)
    .toSorted((one, other) => inherited.indexOf(one.name) - inherited.indexOf(other.name))
    .filter((property) => isOurs(property))
    .map((property) => describe(checker, property))
    .filter(({ internal }) => !internal)
}

const isOurs = (symbol: ts.Symbol): boolean => /^(client|components|server)\//.test(declaringFile(symbol))

/** Describes a property, a method, a function or a type. */
export function describe(checker: ts.TypeChecker, symbol: ts.Symbol): Member {
  const documented = withComment(checker, symbol)
  const tags = documented.getJsDocTags(checker)
  const tag = (name: string) => tags.filter((found) => found.name === name).map(({ text }) => plain(text))
  return {
    name: plainName(symbol),
    type: typeText(checker, symbol),
    required: !(symbol.flags & ts.SymbolFlags.Optional) && symbol.valueDeclaration !== undefined,
    text: plain(documented.getDocumentationComment(checker)),
    default: tag("default")[0],
    deprecated: tag("deprecated")[0],
    throws: tag("throws"),
    example: tag("example")[0],
    internal: tags.some(({ name }) => name === "internal"),
  }
}

/** Returns the name of a member. TypeScript numbers the ones with a symbol as their key, and other files change the number. */
const plainName = ({ name }: ts.Symbol): string => name.replace(/^__@(\w+)@\d+$/, "[$1]")

/** A prop that a framework's type declares again keeps the comment of the type that it extends. */
function withComment(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  if (symbol.getDocumentationComment(checker).length > 0) return symbol
  const origin = (symbol as ts.Symbol & { links?: { syntheticOrigin?: ts.Symbol } }).links?.syntheticOrigin
  return origin ?? symbol
}

const plain = (parts: readonly ts.SymbolDisplayPart[] | undefined): string =>
  ts
    .displayPartsToString([...(parts ?? [])])
    .replaceAll(/\{@link\s+([\w.]+)\s*\}/g, "`$1`")
    .trim()

function typeText(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0]
  if (!declaration) return ""
  if (ts.isMethodSignature(declaration) || ts.isFunctionDeclaration(declaration)) return signatureText(declaration)
  if ((ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration)) && declaration.type)
    return written(declaration.type)
  if (ts.isTypeAliasDeclaration(declaration)) return written(declaration.type)
  if (ts.isInterfaceDeclaration(declaration)) return ""
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration)
  return tidy(checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation))
}

function signatureText(declaration: ts.MethodSignature | ts.FunctionDeclaration): string {
  const parameters = declaration.parameters.map((parameter) => {
    const name = ts.isIdentifier(parameter.name) ? parameter.name.text : "options"
    const type = parameter.type ? `: ${written(parameter.type)}` : ""
    return `${parameter.dotDotDotToken ? "..." : ""}${name}${parameter.questionToken || parameter.initializer ? "?" : ""}${type}`
  })
  const result = declaration.type ? ` => ${written(declaration.type)}` : ""
  return `(${parameters.join(", ")})${result}`
}

/** Returns a type as its source has it, without comments and what only the compiler needs. */
const written = (node: ts.Node): string => tidy(separated(node.getText().replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")))

/** Adds the semicolons between the members of a type, which the source leaves out at the end of a line. */
const separated = (text: string): string => text.replaceAll(/(?<=[\w\]>)}"])\s*\n\s*(?=(?:readonly )?\w+\??:)/g, "; ")

/** The reference shows these types instead of type parameters. */
const PARAMETERS: Readonly<Record<string, string | undefined>> = {
  A: "Adapter",
  P: "Profile",
  Req: "Request",
  S: "Session",
  Seen: "Session",
  Stored: "AdapterUser",
  Strategy: '"jwt" | "database"',
  Token: "JWT",
}

const tidy = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<!Awaitable|Promise)<(?:(?:A|F|P|Req|S|Seen|Stored|Strategy|Token|UserOf<A>)(?:, )?)+>/g, "")
    .replaceAll(
      /(?<![\w."'])(?:A|P|Req|S|Seen|Stored|Strategy|Token)(?![\w"':?(])/g,
      (name) => PARAMETERS[name] ?? name,
    )
    .replaceAll(/\bReadonly<(Record<[^<>]*(?:<[^<>]*>)?[^<>]*>)>/g, "$1")
    .replaceAll(/ ?\| undefined\b/g, "")
    .replaceAll(/\breadonly (?=[\w(]+.*\[\])/g, "")
    .replaceAll(/\breadonly /g, "")
    .replaceAll(/^\| /g, "")
    .replaceAll(/; \}/g, " }")
    .trim()
