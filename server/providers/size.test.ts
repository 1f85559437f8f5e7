import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build as esbuild } from "esbuild"
import { build } from "vite"
import { describe, expect, test } from "vitest"
import { Figma } from "./catalogue/figma.ts"
import { GitLab } from "./catalogue/gitlab.ts"

const ENTRY = fileURLToPath(new URL("./an-app.ts", import.meta.url))

/** Bundles an app with these lines, as an app's bundler does. Returns the files in it and its size. */
async function bundle(lines: string): Promise<{ files: string[]; bytes: number }> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      { name: "an-app", resolveId: (id) => (id === ENTRY ? id : null), load: (id) => (id === ENTRY ? lines : null) },
    ],
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: ENTRY, external: (id) => !id.startsWith(".") && !id.startsWith("/") },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((built) =>
    "output" in built ? built.output : [],
  )
  const chunks = outputs.filter((output) => output.type === "chunk")
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules))
  return {
    files: modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([file]) => file),
    bytes: chunks.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0),
  }
}

/** Returns the size of a row's mark, which comes with the row. */
const markBytes = ({ row }: { row: { mark?: object | undefined } }) => Buffer.byteLength(JSON.stringify(row.mark))

const catalogueFiles = (files: readonly string[]) => files.filter((file) => /providers\/catalogue\//.test(file))

test("declares that only stylesheets have side effects", () => {
  const { sideEffects } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    sideEffects: string[]
  }
  expect(sideEffects).toEqual(["*.css"])
})

describe("importing one provider bundles one row", () => {
  test.each([
    ["by its own path", `import { GitLab } from "./catalogue/gitlab.ts"; globalThis.x = GitLab`],
    ["out of the whole catalogue", `import { GitLab } from "./index.ts"; globalThis.x = GitLab`],
  ])("%s", async (_, line) => {
    const { files, bytes } = await bundle(line)
    expect(catalogueFiles(files)).toEqual([expect.stringMatching(/catalogue\/gitlab\.ts$/)])
    expect(files.filter((file) => /quirks\/(?!responses)/.test(file))).toEqual([])
    expect(bytes - markBytes(GitLab)).toBeLessThan(10_600)
  })

  test("and a second one adds only its own row", async () => {
    const one = await bundle(`import { Spotify } from "./index.ts"; globalThis.x = Spotify`)
    const two = await bundle(`import { Spotify, Figma } from "./index.ts"; globalThis.x = [Spotify, Figma]`)
    expect(two.bytes - one.bytes - markBytes(Figma)).toBeLessThan(500)
  })
})

test("bundles no row with the handler", async () => {
  const { files } = await bundle(`import { createAuth } from "../service/auth.ts"; globalThis.x = createAuth`)
  expect(catalogueFiles(files)).toEqual([])
})

test("needs no optional package that the app doesn't use, as a Worker's bundler builds it", async () => {
  const { peerDependencies } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    peerDependencies: Record<string, string>
  }
  const alias = Object.fromEntries(Object.keys(peerDependencies).map((peer) => [peer, `not-installed-${peer}`]))
  const contents = `export * from "./service/auth.ts"; export * from "./providers/index.ts"; export * from "./adapters/index.ts"`
  const { errors, warnings } = await esbuild({
    stdin: { contents, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    alias,
    bundle: true,
    write: false,
    format: "esm",
    external: ["node:*"],
    logLevel: "silent",
  })
  expect([...errors, ...warnings]).toEqual([])
})
