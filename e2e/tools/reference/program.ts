import { existsSync, readFileSync } from "node:fs"
import { relative } from "node:path"
import ts from "typescript"

/** An export of an entry point: its name there, and the declaration behind its aliases. */
export interface PublicExport {
  readonly name: string
  readonly symbol: ts.Symbol
}

/** The package's types, read as an editor reads them. */
export interface Reading {
  readonly checker: ts.TypeChecker
  /** The exports of each entry point, such as `latchkit/react`. */
  readonly entries: ReadonlyMap<string, readonly PublicExport[]>
  /** Returns a type or a value of a source file. */
  declared(file: string, name: string): ts.Symbol
}

/** Reads all entry points of the package, and more source files. Takes some seconds. */
export function readPackage(more: readonly string[]): Reading {
  const sources = entrySources()
  const { config } = ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path)) as { config: unknown }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ".")
  const program = ts.createProgram([...Object.values(sources), ...more], {
    ...options,
    incremental: false,
    tsBuildInfoFile: "",
  })
  const checker = program.getTypeChecker()
  const listExports = (file: string) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    return (module ? checker.getExportsOfModule(module) : []).map((symbol) => ({
      name: symbol.name,
      symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    }))
  }
  return {
    checker,
    entries: new Map(Object.entries(sources).map(([entry, file]) => [entry, listExports(file)])),
    declared(file, name) {
      const found = listExports(file).find((declared) => declared.name === name)
      if (!found) throw new Error(`${file} doesn't export ${name}`)
      return found.symbol
    },
  }
}

/** Returns the source file of each public import. The catalogue and the languages have pages of their own. */
function entrySources(): Record<string, string> {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
    exports: Record<string, string | null | { types: string }>
  }
  const rows = Object.entries(manifest.exports).flatMap(([path, target]) => {
    if (target === null || typeof target === "string" || /\*|\/messages\//.test(path)) return []
    const base = target.types.replace("./dist/", "").replace(/\.d\.ts$/, "")
    const file = [`${base}.ts`, `${base}.tsx`].find((name) => existsSync(name))
    return file === undefined ? [] : [[path.replace(".", "latchkit"), file] as const]
  })
  return Object.fromEntries(rows)
}

/** Returns the path of the file that declares a symbol, from the repository's root. */
export function declaringFile({ declarations }: ts.Symbol): string {
  const file = declarations?.[0]?.getSourceFile().fileName
  return file === undefined ? "" : relative(".", file)
}
