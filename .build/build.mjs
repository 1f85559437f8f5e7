// Builds the package into dist. Does nothing if no input changed since the last build.
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { transform } from "esbuild"

const INPUTS = ["client", "components", "server", ".build", "package.json", "tsconfig.json", ".tsconfig.svelte.json"]
const NEXT = ".cache/dist"
/** Programs look for `skills/<name>/SKILL.md` in a package. npm can't pack a file under another path, so the build copies it. */
const SKILL = { from: "stories/docs/skill", to: "skills/latchkit" }
const STAMP = ".cache/build-stamp"

function* filesIn(path) {
  if (statSync(path).isFile()) yield path
  else for (const name of readdirSync(path).sort()) yield* filesIn(join(path, name))
}

function inputHash() {
  const hash = createHash("sha256")
  for (const file of INPUTS.flatMap((input) => [...filesIn(input)])) {
    if (!/\.(test(-d)?|fixture)\.tsx?$|\/(test-kit|fixtures)\//.test(file))
      hash.update(file).update("\0").update(readFileSync(file))
  }
  return hash.digest("hex")
}

function run(command, ...args) {
  execFileSync(join("node_modules/.bin", command), args, { stdio: "inherit" })
}

function compile(project) {
  rmSync(`.cache/${project}.tsbuildinfo`, { force: true })
  run("tsgo", "-p", `.build/tsconfig.${project}.json`, "--outDir", NEXT)
}

async function solid() {
  compile("solid")
  const { compileSolid } = await import("./solid.mjs")
  await compileSolid(NEXT)
}

function svelte() {
  const out = join(NEXT, "components/svelte")
  run("svelte-package", "-i", "components/svelte", "-o", out, "--tsconfig", ".tsconfig.svelte.json")
  for (const file of globSync(`${out}/**/*.test.*`)) rmSync(file)
  for (const file of globSync(`${out}/**/*.d.ts`)) {
    // With this extension, `nodenext` finds the types too
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(from "\.[^"]+\.svelte)"/g, '$1.js"'))
  }
  rmSync(".svelte-kit", { recursive: true, force: true })
}

/** Removes the members of props that only Latchkit sets, so that no editor offers them. */
function hideInternalProps() {
  for (const file of globSync(`${NEXT}/components/**/*.d.ts`)) {
    const text = readFileSync(file, "utf8")
    const shown = text.replaceAll(/^ +\/\*\* [^\n]*@internal \*\/\n +\w+\?: [^\n]+;\n/gm, "")
    if (shown !== text) writeFileSync(file, shown)
  }
}

/**
 * Removes the comments of scripts, and the spaces of texts. Declarations keep theirs, which editors show, and so do
 * licenses. Marks what a bundler may drop of the server.
 */
async function finishScripts() {
  const { markPure } = await import("./pure.mjs")
  for (const file of globSync(`${NEXT}/**/*.js`)) {
    const text = readFileSync(file, "utf8")
    const minifyWhitespace = file.includes("/messages/")
    const { code } = await transform(text, {
      charset: "utf8",
      legalComments: "inline",
      target: "esnext",
      minifyWhitespace,
    })
    const finished = file.startsWith(join(NEXT, "server/")) ? markPure(file, code) : code
    if (finished !== code || code.length < text.length) writeFileSync(file, finished)
  }
}

if (existsSync(SKILL.from)) cpSync(SKILL.from, SKILL.to, { recursive: true })
const hash = inputHash()
if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash && existsSync("dist")) process.exit(0)

rmSync(NEXT, { recursive: true, force: true })
mkdirSync(".cache", { recursive: true })
compile("build")
if (existsSync("components/solid/index.ts")) await solid()
if (existsSync("components/svelte/index.ts")) svelte()
;(await import("./worker-modules.mjs")).importByCondition(NEXT)
await (await import("./inline-marks.mjs")).inlineMarks(NEXT)
const { mergeCards, mergeClient } = await import("./client-chunks.mjs")
await mergeClient(NEXT)
await mergeCards(NEXT)
await (await import("./split-messages.mjs")).splitMessages(NEXT)
await (await import("./server-chunks.mjs")).mergeServer(NEXT)
await (await import("./loaded-together.mjs")).mergeLoadedTogether(NEXT)
await (await import("./webauthn.ts")).bundlePackages(NEXT)
hideInternalProps()
const { prune } = await import("./prune.ts")
prune(NEXT)
;(await import("./declarations.mjs")).mergeDeclarations(NEXT)
await finishScripts()
const writeToComponents = (name, text) => writeFileSync(join(NEXT, "components", name), text)
const { forBundlers, unlayered } = await import("./stylesheets.ts")
const stylesheet = forBundlers(readFileSync("components/auth.css", "utf8"))
writeToComponents("auth.css", stylesheet)
writeToComponents("auth.unlayered.css", unlayered(stylesheet))
writeToComponents("auth.css.d.ts", "export {}\n") // for programs that import either

// Swapping the folders keeps the time short in which dist is missing
rmSync("dist", { recursive: true, force: true })
renameSync(NEXT, "dist")
writeFileSync(STAMP, hash)
