// Compiles Solid's built files for apps that don't compile them: each x.jsx, which keeps its JSX, gets an x.compiled.js.
import { transformAsync } from "@babel/core"
import solid from "babel-preset-solid"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const compiled = (path) => path.replace(/\.jsx?$/, ".compiled.js")

/** @param {string} folder the built package */
export async function compileSolid(folder) {
  const files = globSync(["client/solid*.jsx", "components/solid/**/*.{js,jsx}"], { cwd: folder })
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8")
    const options = { babelrc: false, configFile: false, filename: file, presets: [[solid, { generate: "dom" }]] }
    const { code } = await transformAsync(text, options)
    const linked = code.replaceAll(/(from |import\()"(\.[^"]+)"/g, (whole, keyword, path) =>
      files.includes(join(dirname(file), path)) ? `${keyword}"${compiled(path)}"` : whole,
    )
    writeFileSync(join(folder, compiled(file)), linked)
  }
}
