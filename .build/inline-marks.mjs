// Copies each provider's mark into its module. Node would read the marks of all providers with each of them.
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const IMPORT = /^import { (\w+) } from "[^"]*\/(marks\.generated|drawn)\.js";?$/m

/** Replaces the imports of marks in the catalogue of `root`, the folder of the built package. */
export async function inlineMarks(root) {
  const load = (name) => import(pathToFileURL(join(process.cwd(), root, `components/view/marks/${name}.js`)).href)
  const marks = { "marks.generated": await load("marks.generated"), drawn: await load("drawn") }
  for (const file of globSync(`${root}/server/providers/catalogue/*.js`)) {
    const before = readFileSync(file, "utf8")
    const after = before.replace(IMPORT, (_, name, module) => `const ${name} = ${JSON.stringify(marks[module][name])}`)
    if (after !== before) writeFileSync(file, after)
  }
}
