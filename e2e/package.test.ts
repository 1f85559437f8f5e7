import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { isLong } from "../server/test-kit/long.ts"
import { packedPackage } from "./tools/packed.ts"
import { BUNDLED, bundleModule, COPIED } from "../.build/webauthn.ts"

// Installs the packed package into an empty project without React, Solid, Svelte or a database client
const run = promisify(execFile)
const at = await mkdtemp(join(tmpdir(), "latchkit-package-"))
const manifest = JSON.parse(await readFile("package.json", "utf8")) as {
  exports: Record<string, unknown>
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
  /** Each is optional. npm ignores those without a version, which are here for pnpm and Yarn. */
  peerDependenciesMeta: Record<string, unknown>
  devDependencies: Record<string, string>
}
/** npm would look for versions of these that suit an app without them, and their Vite is another one than the app's. */
const WITH_VITE = { "@builder.io/qwik": "^1.9.0", "@builder.io/qwik-city": "^1.9.0", "@sveltejs/kit": ">=2" }
const PEERS = Object.keys(manifest.peerDependenciesMeta)
const packed: { archive: string; files: string[] } = { archive: "", files: [] }
const NPM = ["--ignore-scripts", "--no-audit", "--no-fund"]

/** Runs a module in the empty project, in its own process, and returns its output. */
async function inProject(code: string): Promise<unknown> {
  await writeFile(join(at, "use.js"), code)
  const { stdout } = await run(process.execPath, ["use.js"], { cwd: at })
  return JSON.parse(stdout)
}

/** Imports each module. Returns its exports' names, or the error. */
function imported(names: readonly string[]): Promise<unknown> {
  return inProject(`
    const results = {}
    for (const name of ${JSON.stringify(names)}) {
      results[name] = await import(name).then((module) => Object.keys(module).length, (error) => error.message)
    }
    console.log(JSON.stringify(results))`)
}

beforeAll(async () => {
  packed.archive = packedPackage()
  const { stdout } = await run("tar", ["-tzf", packed.archive])
  packed.files = stdout.match(/(?<=^package\/).+$/gm) ?? []
  await writeFile(join(at, "package.json"), JSON.stringify({ private: true, type: "module" }))
  await run("npm", ["install", ...NPM, "--prefer-offline", packed.archive], { cwd: at })
}, 120_000)

afterAll(() => rm(at, { recursive: true, force: true }))

describe("the package", () => {
  test("installs no framework and no database client", () => {
    expect(PEERS.filter((peer) => existsSync(join(at, "node_modules", peer)))).toEqual([])
  })

  test("contains the license of each package that it bundles", async () => {
    const text = await readFile("dist/THIRD-PARTY-LICENSES.txt", "utf8")
    const bundles = await Promise.all(BUNDLED.map(async (module) => bundleModule(`${module}.ts`)))
    const names = [
      ...bundles.flatMap(({ packages }) => packages).map((folder) => folder.replace(/^.*node_modules\//, "")),
      ...COPIED,
    ]
    expect(names).toContain("@simplewebauthn/server")
    const headings = [...text.matchAll(/^(\S+) [\d.]+ \((?:MIT|BSD-3-Clause|0BSD|Apache-2\.0)\)$/gm)]
    expect(headings.map(([, name]) => name)).toEqual(names)
    expect(text.match(/^(The )?MIT License|^Copyright/gim)?.length).toBeGreaterThanOrEqual(names.length)
  })

  // Each change installs it beside the frameworks of some quickstarts. Qwik wants an older Vite than others do
  if (isLong)
    test.each([
      [/^@builder\.io/, ["vite", "@vitejs/plugin-react"]],
      [/^@sveltejs/, []],
    ])(
      "installs beside all frameworks but %s",
      async (other, more) => {
        const peers = PEERS.filter((peer) => !other.test(peer))
        const versions: Readonly<Record<string, string>> = {
          ...WITH_VITE,
          ...manifest.peerDependencies,
          ...manifest.devDependencies,
        }
        const wanted = [...peers, ...more].map((name) => `${name}@${versions[name]}`)
        const folder = await mkdtemp(join(at, "peers-"))
        await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }))
        const install = ["install", "--package-lock-only", ...NPM, "--prefer-offline", packed.archive, ...wanted]
        await run("npm", install, { cwd: folder }) // rejects with npm's ERESOLVE
        const { packages } = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8")) as {
          packages: object
        }
        const engines = Object.keys(packages).filter((name) => name.endsWith("@tanstack/query-core"))
        expect(engines).toEqual(["node_modules/@tanstack/query-core"])
      },
      180_000,
    )

  test("has no engine of TanStack Query of its own", async () => {
    const scripts = packed.files.filter((file) => /^dist\/.*\.jsx?$/.test(file))
    const texts = await Promise.all(scripts.map(async (file) => ({ file, text: await readFile(file, "utf8") })))
    const imports = /(?:\bfrom\s*|import\()"@tanstack\/[\w-]*query/ // `init` writes imports of TanStack Start
    expect(texts.filter(({ text }) => imports.test(text)).map(({ file }) => file)).toEqual([])
    expect(manifest.peerDependencies["@tanstack/react-query"]).toBe("^5.0.0")
  })

  test("contains no module that an import of an app never reaches", async () => {
    const declared = new Set(["latchkit", ...Object.keys(manifest.dependencies), ...PEERS])
    const types = packed.files.filter((file) => /^dist\/.*\.d\.ts$/.test(file))
    const texts = await Promise.all(types.map(async (file) => ({ file, text: await readFile(file, "utf8") })))
    const packageName = (name: string) => name.split("/", name.startsWith("@") ? 2 : 1).join("/")
    const foreign = texts.flatMap(({ file, text }) =>
      [...text.replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/(?:\bfrom |\bimport\(?)["']([@\w][^"']*)["']/g)]
        .map(([, name = ""]) => packageName(name))
        .filter((name) => !declared.has(name) && !name.startsWith("node:"))
        .map((name) => `${file}: ${name}`),
    )
    expect(foreign).toEqual([])
    const helpers = packed.files.filter((file) => /^dist\/server\/testing\/[\w-]+\.js$/.test(file))
    expect(helpers).toContain("dist/server/testing/index.js")
    expect(helpers.length).toBeLessThanOrEqual(12)
  })

  test("installs at most 25 packages and 8 MB", async () => {
    const folder = join(at, "node_modules")
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const packages = files.filter(
      ({ name, parentPath }) => name === "package.json" && /node_modules\/(@[^/]+\/)?[^/@]+$/.test(parentPath),
    )
    const sizes = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async ({ name, parentPath }) => (await stat(join(parentPath, name))).size),
    )
    expect(packages.length).toBeLessThanOrEqual(25)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8_000_000)
  })

  test("has declarations with their comments, to which an editor goes", async () => {
    const declaration = await readFile(join(at, "node_modules/latchkit/dist/server/service/declarations.d.ts"), "utf8")
    expect(declaration).toContain("Creates the handler and its helpers.")
    expect(packed.files.filter((file) => file.endsWith(".map"))).toEqual([])
  })

  test("has the module with which a copy that npx runs creates the tables of an app", () => {
    expect(packed.files).toContain("dist/server/cli/init/tables.js")
  })

  test("has at most 1,200 files and 5 MB of its own", async () => {
    expect(packed.files.length).toBeLessThanOrEqual(1200)
    const files = packed.files.map((file) => join(at, "node_modules/latchkit", file))
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(5_000_000)
  })

  test("runs the commands that need no other package", async () => {
    const command = join(at, "node_modules/.bin/latchkit")
    const options = { cwd: at, env: { PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter) } }
    const { stdout } = await run(command, ["init", "--dry-run", "--framework", "express"], options as object) // Next's types require NODE_ENV
    expect(stdout).toContain("+ .env: AUTH_SECRET=(new)")
    for (const words of [["add", "--help"], ["doctor", "--help"], ["migrate", "authjs", "--help"], ["secret"]])
      expect((await run(command, words, options as object)).stdout).not.toBe("")
    const { stderr } = await run("sh", ["-c", `${command} --help | true`], options as object) // closes the pipe before the first line
    expect(stderr).toBe("")
  })

  test("declares no prop that only Latchkit sets", async () => {
    const types = packed.files.filter((file) => /^dist\/components\/view\/.*\.d\.ts$/.test(file))
    const texts = await Promise.all(types.map((file) => readFile(join(at, "node_modules/latchkit", file), "utf8")))
    expect(texts.join("\n")).toContain("csrfToken?: string")
    expect(texts.join("\n").match(/@internal \*\/\n +\w+\?:.*/g)).toBeNull()
  })

  test("has no error in its declarations, for a program that checks those of its packages", async () => {
    const targets = JSON.stringify(manifest.exports).match(/dist\/[^"*]+\.d\.ts/g) ?? []
    const files = targets.map((file) => join(process.cwd(), file)) // the build, because its peer dependencies are installed there
    const options = { module: "nodenext", target: "esnext", strict: true, skipLibCheck: false, noEmit: true }
    const typeRoots = [join(process.cwd(), "node_modules/@types")]
    const compilerOptions = { ...options, typeRoots, types: ["node"], allowImportingTsExtensions: true }
    await writeFile(join(at, "tsconfig.declarations.json"), JSON.stringify({ compilerOptions, files }))
    const compile = run(join(process.cwd(), "node_modules/.bin/tsgo"), ["-p", "tsconfig.declarations.json"], {
      cwd: at,
    })
    const { stdout } = (await compile.catch((error: unknown) => error)) as { stdout: string } // it exits with 1 for errors of other packages
    const ours = stdout.match(/^(?!.*node_modules).*\bdist\/.*: error .*$/gm) ?? []
    expect(files.length).toBeGreaterThan(50)
    expect(ours.filter((line) => !line.includes("Cannot find module '@builder.io/qwik"))).toEqual([])
  }, 120_000)

  test("needs no types of the DOM in a program for servers", async () => {
    const targets = JSON.stringify(manifest.exports).match(/dist\/server\/[^"*]+\.d\.ts/g) ?? []
    const files = targets.map((file) => join(process.cwd(), file))
    const options = { module: "nodenext", target: "es2023", lib: ["es2023"], strict: true, noEmit: true }
    const typeRoots = [join(process.cwd(), "node_modules/@types")]
    const compilerOptions = { ...options, typeRoots, types: ["node"], allowImportingTsExtensions: true }
    await writeFile(join(at, "tsconfig.servers.json"), JSON.stringify({ compilerOptions, files }))
    const compile = run(join(process.cwd(), "node_modules/.bin/tsgo"), ["-p", "tsconfig.servers.json"], { cwd: at })
    const { stdout } = (await compile.catch((error: unknown) => error)) as { stdout: string } // it exits with 1 for errors of other packages
    const ours = stdout.match(/^(?!.*node_modules).*\bdist\/.*: error .*$/gm) ?? []
    expect(files.length).toBeGreaterThan(20)
    expect(ours.filter((line) => !line.includes("Cannot find module"))).toEqual([])
  }, 120_000)

  test("has a stylesheet that a program without a bundler's types can import", async () => {
    const options = { module: "nodenext", noUncheckedSideEffectImports: true, noEmit: true, strict: true, types: [] }
    await writeFile(join(at, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["style.ts"] }))
    await writeFile(join(at, "style.ts"), 'import "latchkit/auth.css"\nimport "latchkit/auth.unlayered.css"\n')
    const compile = run(join(process.cwd(), "node_modules/.bin/tsgo"), ["-p", "."], { cwd: at })
    await expect(compile).resolves.toMatchObject({ stdout: "" })
  })

  test("responds to GET session and renders the sign-in page", async () => {
    const answers = await inProject(`
      import { createAuth } from "latchkit/server"
      import { GitHub } from "latchkit/providers/github"
      const auth = createAuth(
        { providers: [GitHub({ clientId: "id", clientSecret: "secret" })], secret: "x".repeat(40) },
        { env: { AUTH_URL: "https://app.test/auth" } },
      )
      const get = async (path) => (await auth.handle(new Request("https://app.test/auth/" + path))).text()
      console.log(JSON.stringify([await get("session"), await get("signin")]))`)
    expect(answers).toEqual(["null", expect.stringMatching(/<h1[\s>][\s\S]*GitHub/)])
  })

  test("reads a first session with few files, because Node takes time for each", async () => {
    const loaded = (await inProject(`
      import { registerHooks } from "node:module"
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url.replace(/.*node_modules\\//, "")), next(url, context)) })
      const { createAuth } = await import("latchkit/server")
      const { encode } = await import("latchkit/jwt")
      const [site, secret, salt] = ["https://app.test/auth", "s".repeat(32), "__Host-latchkit.session-token"]
      const auth = createAuth({ providers: [], secret }, { env: { AUTH_URL: site } })
      const cookie = salt + "=" + (await encode({ token: { sub: "1", aud: site }, secret, salt }))
      const session = await (await auth.handle(new Request(site + "/session", { headers: { cookie } }))).json()
      if (!session) throw new Error("The request has no session")
      console.log(JSON.stringify(loaded))`)) as string[] // what it printed
    expect(loaded).toHaveLength(5)
    expect(loaded.filter((file) => !file.startsWith("latchkit/"))).toEqual([])
  })

  test("loads by every public import, or names the optional peer dependency that is missing", async () => {
    const names = Object.entries(manifest.exports)
      .filter(([entry, target]) => typeof target === "object" && target !== null && !/\*|\.css$/.test(entry))
      .map(([entry]) => entry.replace(/^\./, "latchkit"))
    const peers = PEERS.join("|")
    const because = new RegExp(`^Cannot find package '(${peers})'`)
    const results = Object.entries((await imported(names)) as Record<string, number | string>)
    expect(results).toHaveLength(names.length)
    expect(results.filter(([, result]) => typeof result === "string" && !because.test(result))).toEqual([])
    const alone = ["latchkit", "latchkit/server", "latchkit/jwt", "latchkit/providers", "latchkit/adapters/memory"]
    expect(results.filter(([name, result]) => alone.includes(name) && typeof result !== "number")).toEqual([])
  })

  test("exports no private module", async () => {
    const closed = ["latchkit/server/auth.js", "latchkit/dist/server/index.js", "latchkit/providers/index"]
    const results = Object.values((await imported(closed)) as Record<string, number | string>)
    expect(results).toEqual(closed.map(() => expect.stringContaining("is not")))
  })

  test("contains the build and the documents, but no source, test or fixture", () => {
    const papers = [
      "package.json",
      "README.md",
      "LICENSE",
      "CHANGELOG.md",
      "dist/THIRD-PARTY-LICENSES.txt",
      "skills/latchkit/SKILL.md",
    ]
    const known = /^dist\/.*\.(js|jsx|d\.ts|css|svelte)$/
    expect(papers.filter((paper) => !packed.files.includes(paper))).toEqual([])
    expect(packed.files.filter((file) => !papers.includes(file) && !known.test(file))).toEqual([])
    expect(packed.files.filter((file) => /\.test\.|\.test-d\.|fixture/.test(file))).toEqual([])
  })

  test("starts with 'use client' if React needs it", async () => {
    const react = packed.files.filter((file) => /^dist\/(client\/react|components\/react\/.*)\.js$/.test(file))
    const texts = await Promise.all(react.map(async (file) => ({ file, text: await readFile(file, "utf8") })))
    const stateful = texts.filter(({ text }) =>
      /\bReact\.use[A-Z]|import \{[^}]*\buse[A-Z]?\w*[^}]*\} from "react"/.test(text),
    )
    expect(stateful.length).toBeGreaterThan(3)
    expect(stateful.filter(({ text }) => !text.startsWith('"use client"')).map(({ file }) => file)).toEqual([])
  })
})
