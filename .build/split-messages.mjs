// Splits the English sentences by topic, and the words that components share. Bundlers never split a module, so a sign-in card would load the sentences of all other cards.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { pathToFileURL } from "node:url"

const IMPORT = /^import\s*{([^}]*)}\s*from\s*"([^"]*\/(?:messages\/en|words)\.js)";?$/gm

/** Gives each export of the English catalogue and of the shared words a file in `root`, the folder of the built package. */
export async function splitMessages(root) {
  const messages = join(root, "components/view/messages")
  const shared = join(root, "components/view/words.js")
  const load = (module) => import(pathToFileURL(join(process.cwd(), module)).href)
  const { en, ...catalogue } = await load(join(messages, "en.js"))
  const topics = { ...catalogue, ...(await load(shared)) }
  mkdirSync(join(messages, "en"), { recursive: true })
  for (const [name, sentences] of Object.entries(topics)) {
    writeFileSync(join(messages, "en", `${name}.js`), `export const ${name} = ${JSON.stringify(sentences, null, 2)}\n`)
  }
  const imports = Object.keys(catalogue).map((name) => `import { ${name} } from "./en/${name}.js"`)
  const all = `export { ${Object.keys(catalogue).join(", ")} }\nexport const en = { ${Object.keys(en).join(", ")} }\n`
  writeFileSync(join(messages, "en.js"), [...imports, all].join("\n"))
  rmSync(shared)

  for (const module of globSync(`${root}/{client,components,server}/**/*.{js,jsx,svelte}`)) {
    const before = readFileSync(module, "utf8")
    const after = before.replaceAll(IMPORT, (statement, list) => {
      const names = list.split(",").map((name) => name.trim()).filter(Boolean) // prettier-ignore
      if (names.some((name) => !(name.split(" as ")[0] in topics))) return statement // the whole catalogue
      return names.map((name) => `import { ${name} } from "${topicPath(module, messages, name)}"`).join("\n")
    })
    if (after !== before) writeFileSync(module, after)
  }
}

function topicPath(module, messages, name) {
  const path = relative(dirname(module), join(messages, "en", `${name.split(" as ")[0]}.js`))
  return path.startsWith(".") ? path : `./${path}`
}
