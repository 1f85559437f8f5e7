// Sends changed inputs to every place that takes foreign bytes, for the given seconds. It keeps each input that runs code
// which no earlier input ran. With `--write`, it stores them in `corpus`.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import fc from "fast-check"
import { createChance, type Chance } from "../../server/test-kit/mutations.ts"
import { startCoverage, type Coverage } from "./coverage.ts"
import { mutate } from "./mutate.ts"
import type { Target } from "./targets.ts"

/** The most inputs of a target that are stored. */
const CORPUS = 40

const { values } = parseArgs({
  options: {
    seconds: { type: "string" },
    seed: { type: "string" },
    target: { type: "string" },
    write: { type: "boolean" },
  },
})
const seconds = Number(values.seconds ?? 30)
const seed = Number(values.seed ?? Date.now() % 2 ** 31)

/** Inputs from a grammar, with which a target also starts. */
const GRAMMARS: Record<string, fc.Arbitrary<string>> = {
  form: fc.webQueryParameters(),
  query: fc.webQueryParameters(),
  cookies: fc
    .array(fc.tuple(fc.string({ unit: "grapheme-ascii" }), fc.string({ unit: "binary-ascii" })))
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("; ")),
  json: fc.json(),
}
const findGrammar = ({ name }: Target) => GRAMMARS[name] ?? GRAMMARS[name.split("-")[0] ?? ""] ?? fc.json()

const corpusFile = ({ name }: Target) => new URL(`corpus/${name}.json`, import.meta.url)

function storedInputs(target: Target): string[] {
  const file = corpusFile(target)
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as string[]) : [] // this program wrote it
}

async function fuzz(target: Target, coverage: Coverage, chance: Chance): Promise<string | undefined> {
  const corpus = [...target.seeds, ...storedInputs(target)]
  const found: string[] = []
  let runs = 0
  const run = async (input: string): Promise<string | undefined> => {
    runs++
    const fault = await target.send(input).catch((error: unknown) => `threw ${String(error)}`)
    if (fault) return `${target.name}: ${fault}. The input is ${JSON.stringify(input)}, the seed is ${seed}`
    if ((await coverage.countNew()) > 0 && !corpus.includes(input)) {
      corpus.push(input)
      found.push(input)
    }
    return undefined
  }
  for (const input of [...corpus]) {
    const fault = await run(input)
    if (fault) return fault
  }
  const grammar = findGrammar(target)
  const pick = () => corpus[chance.below(corpus.length)] ?? ""
  for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
    const isNew = chance.happens(0.1)
    const [fresh = ""] = isNew ? fc.sample(grammar, { numRuns: 1, seed: chance.below(2 ** 31) }) : []
    const fault = await run(isNew ? fresh : mutate(pick(), pick(), chance))
    if (fault) return fault
  }
  console.log(`${target.name}: ${runs} inputs, ${found.length} of them ran new code; ${coverage.total()} parts in all`)
  if (values.write) {
    const kept = [...storedInputs(target), ...found].slice(-CORPUS)
    writeFileSync(corpusFile(target), `${JSON.stringify(kept, null, 2)}\n`)
  }
  return undefined
}

const coverage = await startCoverage() // before the code is loaded, so that V8 counts its blocks
const { createTargets } = await import("./targets.ts")
const targets = (await createTargets()).filter(({ name }) => values.target === undefined || name === values.target)
for (const target of targets) {
  const fault = await fuzz(target, coverage, createChance(seed))
  if (!fault) continue
  console.error(fault)
  process.exitCode = 1
  break
}
coverage.stop()
