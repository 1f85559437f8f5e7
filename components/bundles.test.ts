import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build, type Rollup } from "vite"
import { expect, test } from "vitest"
import { LANGUAGES } from "./view/messages/languages.ts"

const ENTRY = fileURLToPath(new URL("./an-app.ts", import.meta.url))

const bundles = new Map<string, Promise<Rollup.OutputChunk[]>>()

/** Bundles an app that consists of this line, as an app's own bundler does. Each app once. */
function bundle(line: string): Promise<Rollup.OutputChunk[]> {
  const bundled = bundles.get(line) ?? bundleApp(line)
  bundles.set(line, bundled)
  return bundled
}

async function bundleApp(line: string): Promise<Rollup.OutputChunk[]> {
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

/** Returns the chunks that the entry imports, directly or indirectly. An import that isn't a chunk is a package. */
function loadedAtOnce(chunks: readonly Rollup.OutputChunk[]): Rollup.OutputChunk[] {
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry))
  // Iterating a set includes the elements that are added meanwhile
  for (const { imports } of loaded) for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk)
  return [...loaded]
}

test("an app with the sign-in card contains the messages of one language", async () => {
  const chunks = await bundle(`import { SignIn } from "./react/index.ts"; globalThis.x = SignIn`)
  expect(chunks.flatMap(languagesIn)).toEqual(["en"])
})

/** Each section of the account, by its component. */
const SECTIONS = {
  AccountProfile: ["profile"],
  AccountEmail: ["email"],
  AccountPassword: ["password"],
  AccountTwoStep: ["two-step"],
  AccountPasskeys: ["passkeys"],
  AccountConnections: ["methods", "password"], // the password is a sign-in method too
  AccountDevices: ["devices"],
  AccountDanger: ["danger"],
} as const

const gzipped = (chunks: readonly Rollup.OutputChunk[]) =>
  gzipSync(
    loadedAtOnce(chunks)
      .map(({ code }) => code)
      .join("\n"),
  ).length

test.each(Object.entries(SECTIONS))("%s contains only its own section, of 1.5 kB at most", async (component, files) => {
  const chunks = await bundle(`import { ${component} } from "./react/index.ts"; globalThis.x = ${component}`)
  const sections = chunks.flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([path, { renderedLength }]) => {
      const [, name] = /\/account\/sections\/([a-z-]+)\.view\.ts$/.exec(path) ?? []
      return name !== undefined && renderedLength > 0 ? [name] : []
    }),
  )
  expect(sections.toSorted()).toEqual(files)
  const card = `import { accountCardScreen as card } from "./account/account-card.screen.ts"; `
  const empty = await bundle(`${card}globalThis.x = card([])`)
  const source = `import { ${component[0]?.toLowerCase()}${component.slice(1)}Screen as screen } from "./account/account.screen.ts"; `
  const full = await bundle(`${source}globalThis.x = screen`)
  expect(gzipped(full) - gzipped(empty)).toBeLessThanOrEqual(1500)
})

test("an app contains a second language if it imports it", async () => {
  const chunks = await bundle(
    `import { SignIn } from "./react/index.ts"; import { de } from "./view/messages/de.ts"; globalThis.x = [SignIn, de]`,
  )
  expect(chunks.flatMap(languagesIn).sort()).toEqual(["de", "en"])
})

test("a server loads a language on demand", async () => {
  const chunks = await bundle(`import { createAuth } from "../server/service/auth.ts"; globalThis.x = createAuth`)
  expect(loadedAtOnce(chunks).flatMap(languagesIn)).toEqual([])
  const alone = chunks.filter((chunk) => languagesIn(chunk).length > 0)
  expect(alone).toHaveLength(LANGUAGES.length)
  for (const chunk of alone) expect(languagesIn(chunk)).toHaveLength(1)
})

test("an app with the sign-in card loads passkeys and other cards only on demand", async () => {
  const chunks = await bundle(`import { SignIn } from "./react/index.ts"; globalThis.x = SignIn`)
  const files = loadedAtOnce(chunks).flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([file, { renderedLength }]) => (renderedLength > 0 ? [file] : [])),
  )
  const root = fileURLToPath(new URL("..", import.meta.url)) // its own path may have these words
  const kit = files.map((file) => file.replace(root, "/")).filter((file) => /^\/(?:components|client)\//.test(file))
  expect(
    kit.filter((file) =>
      /account|user-button|notice|verify-request|second-factor|enroll-totp|recovery-codes|two-step|marks\/|passkey-ceremony|passkeys\.ts/.test(
        file,
      ),
    ),
  ).toEqual([])
  expect(kit.some((file) => file.endsWith("/sign-in/sign-in.view.ts"))).toBe(true)
})
