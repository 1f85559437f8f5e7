// Checks the English of the documentation, comments and messages.
//   node e2e/tools/prose/check.mjs             fails if a folder has more findings than unfinished.json allows, or fewer
//   node e2e/tools/prose/check.mjs --update    lowers the numbers in unfinished.json to what is left
//   node e2e/tools/prose/check.mjs server/core prints every finding of the files whose path starts so
import { readFileSync, writeFileSync } from "node:fs"
import { inRoot } from "../prepare.mjs"
import { openCache } from "./cache.mjs"
import { compare, folderKey } from "./ratchet.mjs"
import { proseFiles } from "./sources.mjs"

const UNFINISHED = inRoot("e2e/tools/prose/unfinished.json")
const CACHE = inRoot(".cache/prose.json")

async function findingsIn(files) {
  const cache = openCache(CACHE)
  const found = []
  for (const file of files) {
    for (const { line, message } of await cache.findings(file)) found.push({ file, line, message })
  }
  cache.save()
  return found
}

const print = (findings) => {
  for (const { file, line, message } of findings) console.log(`${file}:${line}: ${message}`)
}

/** Prints all findings below the given paths; for the author of a folder. */
async function list(paths) {
  const findings = await findingsIn(proseFiles().filter((file) => paths.some((path) => file.startsWith(path))))
  print(findings)
  console.log(`${findings.length} findings`)
  process.exitCode = findings.length > 0 ? 1 : 0
}

async function check(update) {
  const allowed = JSON.parse(readFileSync(UNFINISHED, "utf8"))
  const findings = await findingsIn(proseFiles())
  const counts = {}
  for (const { file } of findings) counts[folderKey(file)] = (counts[folderKey(file)] ?? 0) + 1
  const { more, fewer, lowered } = compare(counts, allowed)
  for (const { row, found, allowed: limit } of more) {
    print(findings.filter(({ file }) => folderKey(file) === row))
    console.log(`${row}: ${found} findings, and ${limit} are allowed. Rewrite the sentences that you changed.`)
  }
  if (update) writeFileSync(UNFINISHED, `${JSON.stringify(lowered, null, 2)}\n`)
  else for (const { row, found, allowed: limit } of fewer) console.log(`${row}: ${found} findings, down from ${limit}.`)
  if (fewer.length > 0 && !update) console.log("Run `node e2e/tools/prose/check.mjs --update` to lower the numbers.")
  process.exitCode = more.length > 0 || (fewer.length > 0 && !update) ? 1 : 0
}

const args = process.argv.slice(2)
const paths = args.filter((argument) => argument !== "--update")
if (paths.length > 0) await list(paths)
else await check(args.includes("--update"))
