// Splits the English sentences by topic, and the words that components share. Bundlers never split a module, so a sign-in card would load the sentences of all other cards.
import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { specifier } from "./client-chunks.mjs"

const IMPORT = /^import\s*{([^}]*)}\s*from\s*"([^"]*\/(?:messages\/en|words)\.js)";?$/gm

/** Topics of fewer bytes share a file. A package with fewer files installs sooner, and a bundler drops those that nothing reads. */
const SHORT = 100

/**
 * Gives each export of the English catalogue and of the shared words a file in `root`, the folder of the built package. Short
 * ones share one.
 */
export async function splitMessages(root) {
  const messages = join(root, "components/view/messages")
  const shared = join(root, "components/view/words.js")
  const load = (module) => import(pathToFileURL(join(process.cwd(), module)).href)
  const { en, ...catalogue } = await load(join(messages, "en.js"))
  const topics = { ...catalogue, ...(await load(shared)) }
  const files = new Map(
    Object.entries(topics).map(([name, sentences]) => {
      const file = JSON.stringify(sentences).length < SHORT ? "short.js" : `${name}.js`
      return [name, join(messages, "en", file)]
    }),
  )
  mkdirSync(join(messages, "en"), { recursive: true })
  for (const [name, sentences] of Object.entries(topics))
    appendFileSync(files.get(name), `export const ${name} = ${JSON.stringify(sentences, null, 2)}\n`)
  const importFrom = (module, name) =>
    `import { ${name} } from "${specifier(module, files.get(name.split(" as ")[0]))}"`
  const imports = Object.keys(catalogue).map((name) => importFrom(join(messages, "en.js"), name))
  const all = `export { ${Object.keys(catalogue).join(", ")} }\nexport const en = { ${Object.keys(en).join(", ")} }\n`
  writeFileSync(join(messages, "en.js"), [...imports, all].join("\n"))
  rmSync(shared)

  for (const module of globSync(`${root}/{client,components,server}/**/*.{js,jsx,svelte}`)) {
    const before = readFileSync(module, "utf8")
    const after = before.replaceAll(IMPORT, (statement, list) => {
      const names = list
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean)
      if (names.some((name) => !(name.split(" as ")[0] in topics))) return statement // the whole catalogue
      return names.map((name) => importFrom(module, name)).join("\n")
    })
    if (after !== before) writeFileSync(module, after)
  }
}
