// Minifies the pages' stylesheet and scripts, and writes them into the modules that Latchkit serves them from.
import { build, transform } from "esbuild"
import { readFileSync, writeFileSync } from "node:fs"

const small = async (file, loader) =>
  (await transform(readFileSync(file, "utf8"), { loader, minify: true, target: "es2022" })).code.trim()

const bundled = async (file) => {
  const options = { bundle: true, minify: true, format: "esm", target: "es2022", write: false }
  const { outputFiles } = await build({ entryPoints: [file], ...options })
  return outputFiles[0].text.trim()
}

const script = (name) => bundled(`components/html/script/${name}.js`)

async function stylesheet() {
  const css = await transform(readFileSync("components/auth.css", "utf8"), {
    loader: "css",
    minify: true,
    target: "esnext",
  })
  // esbuild keeps spaces in values of functions that it doesn't know. No text of the stylesheet has one after a comma
  return css.code.trim().replaceAll(", ", ",")
}

/** Each module, and its texts: a name, a comment, and the function that makes the text. */
const MODULES = {
  "components/html/assets.generated.ts": [
    ["stylesheet", "The text of auth.css", stylesheet],
    ["pageScript", "The built-in pages' script", () => script("page")],
    [
      "fieldsScript",
      "The messages at the fields of the built-in pages",
      () => small("components/html/script/fields.js", "js"),
    ],
    [
      "popupScript",
      "Closes the window of a sign-in that is over",
      () => small("components/html/script/popup.js", "js"),
    ],
    ["cardScript", "Opens the windows of cards with `popup`, with what it takes of the client", () => script("card")],
  ],
  "components/html/feature-scripts.generated.ts": [
    [
      "stepScript",
      "The script of pages after an email, or with a code, a new password, a passkey or recovery codes",
      () => script("step"),
    ],
    ["accountScript", "The account page's passkey part with what it takes of the client", () => script("account")],
    ["fedcmScript", "Opens the browser's account chooser, with what it takes of the client", () => script("fedcm")],
    ["passkeyScript", "The sign-in page's passkey part with what it takes of the client", () => script("passkey")],
  ],
}

async function assetsModule(texts) {
  const lines = texts.map(
    async ([name, about, text]) =>
      `/** ${about}, made small. Written by .build/assets.mjs. */\nexport const ${name}: string = ${JSON.stringify(await text())}\n`,
  )
  return (await Promise.all(lines)).join("\n")
}

if (import.meta.main) {
  const isCheck = process.argv.includes("--check")
  for (const [file, texts] of Object.entries(MODULES)) {
    const module = await assetsModule(texts)
    if (isCheck && readFileSync(file, "utf8") !== module) process.exit(1)
    if (!isCheck) writeFileSync(file, module)
  }
}
