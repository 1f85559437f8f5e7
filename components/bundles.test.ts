import { fileURLToPath } from "node:url"
import { build, type Rollup } from "vite"
import { expect, test } from "vitest"

const ENTRY = fileURLToPath(new URL("./an-app.ts", import.meta.url))

/** Bundles an app that has this line, as an app's own bundler does. */
async function bundle(line: string): Promise<Rollup.OutputChunk[]> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      { name: "an-app", resolveId: (id) => (id === ENTRY ? id : null), load: (id) => (id === ENTRY ? line : null) },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: ENTRY, external: (id) => !id.startsWith(".") && !id.startsWith("/") },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((built) =>
    "output" in built ? built.output : [],
  )
  return outputs.filter((output) => output.type === "chunk")
}

const languagesIn = ({ modules }: Rollup.OutputChunk) =>
  Object.entries(modules).flatMap(([file, { renderedLength }]) => {
    const [, tag] = /\/messages\/([a-z]{2}(?:-[A-Z]{2})?)\.ts$/.exec(file) ?? []
    return tag === undefined || renderedLength === 0 ? [] : [tag]
  })

/** The chunks that the entry imports, and those that they import; what is not among the chunks is a package. */
function loadedAtOnce(chunks: readonly Rollup.OutputChunk[]): Rollup.OutputChunk[] {
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry))
  // a set that grows is walked to its end
  for (const { imports } of loaded) for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk)
  return [...loaded]
}

test("an app with the sign-in card has the sentences of one language", async () => {
  const chunks = await bundle(`import { SignIn } from "./react/index.ts"; globalThis.x = SignIn`)
  expect(chunks.flatMap(languagesIn)).toEqual(["en"])
})

test("and a second one where it is imported", async () => {
  const chunks = await bundle(
    `import { SignIn } from "./react/index.ts"; import { de } from "./view/messages/de.ts"; globalThis.x = [SignIn, de]`,
  )
  expect(chunks.flatMap(languagesIn).sort()).toEqual(["de", "en"])
})

test("a service loads a language when somebody reads it", async () => {
  const chunks = await bundle(`import { createAuth } from "../server/auth.ts"; globalThis.x = createAuth`)
  expect(loadedAtOnce(chunks).flatMap(languagesIn)).toEqual([])
  const alone = chunks.filter((chunk) => languagesIn(chunk).length > 0)
  expect(alone).toHaveLength(23)
  for (const chunk of alone) expect(languagesIn(chunk)).toHaveLength(1)
})

test("an app with the sign-in card loads nothing of passkeys, and nothing of other cards, before they are needed", async () => {
  const chunks = await bundle(`import { SignIn } from "./react/index.ts"; globalThis.x = SignIn`)
  const files = loadedAtOnce(chunks).flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([file, { renderedLength }]) => (renderedLength > 0 ? [file] : [])),
  )
  const kit = files.filter((file) => /\/(?:components|client)\//.test(file))
  expect(
    kit.filter((file) => /account|user-button|notice|verify-request|marks\/|passkey-ceremony|passkeys\.ts/.test(file)),
  ).toEqual([])
  expect(kit.some((file) => file.endsWith("/view/sign-in.ts"))).toBe(true)
})
