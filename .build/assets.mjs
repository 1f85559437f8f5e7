// Minifies the pages' stylesheet and script, and writes them into the module that Latchkit serves them from.
import { build, transform } from "esbuild"
import { readFileSync, writeFileSync } from "node:fs"

const TARGET = "components/html/assets.generated.ts"
const small = async (file, loader) =>
  (await transform(readFileSync(file, "utf8"), { loader, minify: true, target: "es2022" })).code.trim()

const bundled = async (file) => {
  const options = { bundle: true, minify: true, format: "esm", target: "es2022", write: false }
  const { outputFiles } = await build({ entryPoints: [file], ...options })
  return outputFiles[0].text.trim()
}

export async function assetsModule() {
  const css = await transform(readFileSync("components/auth.css", "utf8"), {
    loader: "css",
    minify: true,
    target: "esnext",
  })
  // esbuild keeps spaces in values of functions that it doesn't know. No text of the stylesheet has one after a comma
  return `/** The text of auth.css, made small. Written by .build/assets.mjs. */
export const stylesheet: string = ${JSON.stringify(css.code.trim().replaceAll(", ", ","))}

/** The built-in pages' script, made small. Written by .build/assets.mjs. */
export const pageScript: string = ${JSON.stringify(await bundled("components/html/script/page.js"))}

/** The messages at the fields of the built-in pages, made small. Written by .build/assets.mjs. */
export const fieldsScript: string = ${JSON.stringify(await small("components/html/script/fields.js", "js"))}

/** The script of pages with a code, a confirmation or recovery codes, made small. Written by .build/assets.mjs. */
export const stepScript: string = ${JSON.stringify(await bundled("components/html/script/step.js"))}

/** The account page's passkey part with what it takes of the client, made small. Written by .build/assets.mjs. */
export const accountScript: string = ${JSON.stringify(await bundled("components/html/script/account.js"))}

/** Closes the window of a sign-in that is over, made small. Written by .build/assets.mjs. */
export const popupScript: string = ${JSON.stringify(await small("components/html/script/popup.js", "js"))}

/** Opens the browser's account chooser, with what it takes of the client, made small. Written by .build/assets.mjs. */
export const fedcmScript: string = ${JSON.stringify(await bundled("components/html/script/fedcm.js"))}

/** Opens the windows of cards with \`popup\`, with what it takes of the client, made small. Written by .build/assets.mjs. */
export const cardScript: string = ${JSON.stringify(await bundled("components/html/script/card.js"))}

/** The sign-in page's passkey part with what it takes of the client, made small. Written by .build/assets.mjs. */
export const passkeyScript: string = ${JSON.stringify(await bundled("components/html/script/passkey.js"))}
`
}

if (import.meta.main) {
  const module = await assetsModule()
  if (process.argv.includes("--check")) process.exit(readFileSync(TARGET, "utf8") === module ? 0 : 1)
  writeFileSync(TARGET, module)
}
