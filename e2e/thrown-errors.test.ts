import { readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import ts from "typescript"
import { describe, expect, test } from "vitest"
import { ERRORS } from "../server/errors.ts"
import { repositoryFiles } from "./tools/repository-files.ts"

const files = repositoryFiles().filter(
  (file) =>
    /^(server|client)\/.*\.tsx?$/.test(file) &&
    !/\.(test|test-d|fixture)\.|\/(testing|test-kit)\/|\/fixtures\//.test(file),
)
const known: ReadonlySet<string> = new Set(files)

interface Source {
  file: string
  /** The types of `AuthError` that the file creates. */
  creates: ReadonlySet<string>
  imports: readonly string[]
  /** The types that its docstrings say are thrown. */
  promises: readonly string[]
}

const isErrorType = (text: string) => Object.hasOwn(ERRORS, text)

/** Returns the error types among the arguments of calls such as `new AuthError("…")`, `super("…")` or `wrapAsAuthError(e, "…")`. */
function createdIn(tree: ts.SourceFile): Set<string> {
  const created = new Set<string>()
  const visit = (node: ts.Node) => {
    if (ts.isNewExpression(node) || ts.isCallExpression(node))
      for (const argument of node.arguments ?? [])
        argument.forEachChild(
          (child) => void (ts.isStringLiteral(child) && isErrorType(child.text) && created.add(child.text)),
        )
    if (ts.isStringLiteral(node) && isErrorType(node.text) && isCreation(node.parent)) created.add(node.text)
    node.forEachChild(visit)
  }
  visit(tree)
  return created
}

function isCreation(node: ts.Node): boolean {
  if (ts.isParameter(node)) return true // the default type of `toAuthError`
  if (ts.isConditionalExpression(node)) return isCreation(node.parent)
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText())
  return ts.isCallExpression(node) && /^super$|[eE]rror/.test(node.expression.getText())
}

function read(file: string): Source {
  const text = readFileSync(file, "utf8")
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const imports = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  return {
    file,
    creates: createdIn(tree),
    imports: imports.filter((name) => name.startsWith(".")).map((name) => normalize(join(dirname(file), name))),
    promises: [...text.matchAll(/@throws \{AuthError\}([^@]*?)(?:\*\/|\n \* @|$)/g)].flatMap(([, said = ""]) =>
      [...said.matchAll(/`([A-Z]\w+)`/g)]
        .map(([, name = ""]) => name)
        .filter((name) => /Error|^[A-Z][a-z]+[A-Z]/.test(name)),
    ),
  }
}

const sources = new Map(files.map((file) => [file, read(file)]))

/** Returns the error types that a file and everything that it imports create. */
function reachable(file: string, seen = new Set<string>()): Set<string> {
  const source = sources.get(file)
  if (!source || seen.has(file)) return new Set()
  seen.add(file)
  return source.imports
    .filter((name) => known.has(name))
    .reduce((types, name) => new Set([...types, ...reachable(name, seen)]), new Set(source.creates))
}

describe("error types", () => {
  test("are each created somewhere in the product", () => {
    const created = new Set([...sources.values()].flatMap(({ creates }) => [...creates]))
    expect(Object.keys(ERRORS).filter((type) => !created.has(type))).toEqual([])
  })

  test("that a docstring promises exist, and the file or its imports create them", () => {
    const untrue = [...sources.values()].flatMap(({ file, promises }) => {
      const types = promises.length > 0 ? reachable(file) : new Set<string>()
      return promises.filter((type) => !types.has(type)).map((type) => `${file}: ${type}`)
    })
    expect(untrue).toEqual([])
  })
})
