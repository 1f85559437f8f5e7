import { basename } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { expect, test } from "vitest"

/** Bundles an app that consists of these names of `latchkit/react`. Returns the scripts that it loads first. */
async function firstScripts(names: string): Promise<{ files: number; bytes: number }> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: `import { ${names} } from "latchkit/react"; console.log(${names})`, resolveDir: process.cwd() },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    outdir: "out",
    write: false,
    metafile: true,
    external: ["react"],
    tsconfigRaw: {}, // without this repository's aliases, which lead to the sources
    define: { "process.env.NODE_ENV": '"production"' },
  })
  const outputs = Object.entries(metafile.outputs)
  const first = new Set(outputs.filter(([, { entryPoint }]) => entryPoint === "<stdin>").map(([file]) => file))
  // Iterating a set includes the elements that are added meanwhile
  for (const file of first)
    for (const { path, kind, external } of metafile.outputs[file]?.imports ?? [])
      if (kind === "import-statement" && !external) first.add(path)
  const scripts = outputFiles.filter(({ path }) => [...first].some((file) => basename(file) === basename(path)))
  return { files: scripts.length, bytes: scripts.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0) }
}

const session = "SessionProvider, useSession, signIn, signOut"

// esbuild puts each module that scripts share into a file of its own, unless the build of the package merges them
test("an app that esbuild bundles loads its session with one script beside its own", async () => {
  const { files, bytes } = await firstScripts(session)
  expect(files).toBe(2)
  expect(bytes).toBeLessThanOrEqual(3230)
})

test("an app that esbuild bundles loads the sign-in card with two scripts beside its own", async () => {
  const { files, bytes } = await firstScripts(`${session}, SignIn`)
  expect(files).toBeLessThanOrEqual(3)
  expect(bytes).toBeLessThanOrEqual(13_950)
})
