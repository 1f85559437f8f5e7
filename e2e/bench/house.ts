import { Session, type Profiler } from "node:inspector/promises"
import { readFileSync } from "node:fs"
import ts from "typescript"
import { pauseService } from "../../server/test-kit/pause-service.ts"
import { repositoryFiles } from "../tools/repository-files.ts"

/** The product's own code: no tests, no sentences, and no rows of providers. */
const PRODUCT =
  /^(?!.*(\.(test|test-d|fixture|generated)\.|\/(testing|test-kit|fixtures|messages|catalogue)\/))(client|components|server)\/.*\.(tsx?|svelte)$/
/** A file with more imports than these knows much of the server. */
export const MAX_IMPORTS = 12

/** Returns how many modules a file imports for their values, at once or later. */
function countValueImports(file: string): number {
  const tree = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest)
  const imports = tree.statements.filter(ts.isImportDeclaration).filter(({ importClause: clause }) => {
    const named = clause?.namedBindings
    const elements = named && ts.isNamedImports(named) && !clause.name ? named.elements : undefined
    return !(clause?.isTypeOnly ?? false) && !(elements?.length && elements.every((one) => one.isTypeOnly))
  })
  return imports.length + (tree.text.match(/\bimport\("/g)?.length ?? 0)
}

/**
 * Signs Ada in at an OpenID provider up to her second factor. Returns the server's files that the callback runs, without
 * those of cryptography, adapters and OAuth.
 */
async function callbackFiles(): Promise<string[]> {
  const service = await pauseService({
    strategy: "database",
    config: { secondFactor: { required: true }, steps: [], rateLimit: false },
  })
  const walk = async (onCallback: () => Promise<void>) => {
    const browser = service.browser()
    const { headers } = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
    const answer = service.issuer.authorize(headers.get("location") ?? "")
    await onCallback()
    return browser.get(`/callback/acme?${answer}`)
  }
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await walk(async () => undefined) // loads what is loaded once
  const end = await walk(async () => {
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
  })
  if (!end.headers.get("location")?.endsWith("/step/second-factor"))
    throw new Error("Nothing asked for a second factor")
  const { result }: Profiler.TakePreciseCoverageReturnType = await session.post("Profiler.takePreciseCoverage")
  session.disconnect()
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
  return ran
    .flatMap(({ url }) => /\/(server\/(?!test-kit\/|testing\/).*\.ts)$/.exec(url)?.[1] ?? [])
    .filter((file) => !/^server\/(core\/crypto|adapters|oauth)\//.test(file))
    .toSorted()
}

const productFiles = () => repositoryFiles().filter((file) => PRODUCT.test(file))

/** Returns for each file of the server how many modules it imports for their values. */
export const serverImports = (): ReadonlyMap<string, number> =>
  new Map(
    productFiles()
      .filter((file) => file.startsWith("server/"))
      .map((file) => [file, countValueImports(file)]),
  )

/** The table of what a newcomer must read, beside its goals. */
export async function houseTable(): Promise<string> {
  const imports = [...serverImports().values()]
  const lines = productFiles().map((file) => readFileSync(file, "utf8").split("\n").length)
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const passed = await callbackFiles()
  const features = passed.flatMap((file) => /^server\/features\/([\w-]+)/.exec(file)?.[1] ?? [])
  const rows = [
    ["lines of the product, without sentences and providers", sum(lines).toLocaleString("en"), "60,000"],
    ["value imports of a file of the server", (sum(imports) / imports.length).toFixed(1), "4"],
    [
      `files of the server with more than ${MAX_IMPORTS} of them`,
      imports.filter((count) => count > MAX_IMPORTS).length,
      "25",
    ],
    [
      "files that an OpenID callback with a second factor runs, without cryptography, adapters and OAuth",
      passed.length,
      "45",
    ],
    ["of these, in features", `${features.length} (${[...new Set(features)].join(", ")})`, ""],
  ]
  return `The size of what a newcomer reads. The callback has stored sessions and a required second factor; a file counts if one of its
functions runs. \`node e2e/bench/house.ts\` lists these files.

| | now | goal: at most |
|---|--:|--:|
${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}`
}

if (import.meta.main) console.log((await callbackFiles()).join("\n"))
