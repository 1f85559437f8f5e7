import { execFile } from "node:child_process"
import { readdirSync } from "node:fs"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, test } from "vitest"
import { compileApp } from "../../test-kit/app-types.ts"
import { listenOnLoopback } from "../../test-kit/listening.ts"
import { temporaryApp, type TemporaryApp } from "../app.fixture.ts"
import { FACTS, FRAMEWORKS, type FrameworkName } from "./choices.ts"
import { FULL_STACK_FILES } from "./full-stack-files.ts"
import { initCommand, USAGE } from "./index.ts"
import {
  D1_APP,
  DRIZZLE_APP,
  DRIZZLE_CUSTOMERS_APP,
  DRIZZLE_D1_APP,
  DRIZZLE_USERS_APP,
  PRISMA_APP,
} from "./own-database.fixture.ts"
import { ownPackage } from "./questions.ts"

const PACKAGES: Readonly<Record<FrameworkName, string[]>> = {
  next: ["next", "react"],
  sveltekit: ["@sveltejs/kit", "vite"],
  "solid-start": ["@solidjs/start", "vite"],
  qwik: ["@builder.io/qwik-city", "vite"],
  "react-router": ["@react-router/dev", "vite"],
  "tanstack-start": ["@tanstack/react-start", "vite"],
  "tanstack-start-solid": ["@tanstack/solid-start", "vite"],
  astro: ["astro"],
  nuxt: ["nuxt"],
  "express-vite": ["vite", "react"],
  express: ["express"],
  hono: ["hono"],
  fastify: ["fastify"],
  nest: ["@nestjs/core"],
  workers: ["wrangler"],
  elysia: ["elysia"],
  deno: [],
}
/** The files that an app has before. Workers have no database but D1. */
const FILES: Partial<Record<FrameworkName, Record<string, string>>> = { workers: D1_APP, deno: { "deno.json": "{}" } }
const CHOICES = {
  defaults: [],
  "passwords and providers on PostgreSQL": ["--database", "postgres", "--providers", "github,microsoft-entra-id"],
  "passwords on MySQL": ["--database", "mysql"],
  "a provider without a database": ["--no-passwords", "--providers", "google"],
} as const
/** Apps with a database of their own. */
const OWN_DATABASES: readonly (readonly [FrameworkName, string, Readonly<Record<string, string>>])[] = [
  ["next", "drizzle", DRIZZLE_APP],
  ["sveltekit", "drizzle-with-users", DRIZZLE_USERS_APP],
  ["next", "drizzle-with-customers", DRIZZLE_CUSTOMERS_APP],
  ["express", "prisma", PRISMA_APP],
  ["sveltekit", "d1", D1_APP],
  ["next", "d1", D1_APP],
  ["workers", "d1", D1_APP],
  ["sveltekit", "drizzle-d1", DRIZZLE_D1_APP],
  ["next", "drizzle-d1", DRIZZLE_D1_APP],
  ["workers", "drizzle-d1", DRIZZLE_D1_APP],
]
const filesIn = ({ folder }: TemporaryApp) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted()

const init = (app: TemporaryApp, ...words: string[]) =>
  initCommand(["--no-install", "--yes", ...words], app.environment)

const TYPES = join(import.meta.dirname, "../../../.cache/init-types")

/** Declares the parts of packages that aren't installed here. */
const OTHER_FRAMEWORKS = "../../stories/docs/examples/frameworks.fixture.d.ts"
const JSX: Partial<Record<FrameworkName, string>> = {
  "solid-start": "solid-js",
  "tanstack-start-solid": "solid-js",
  qwik: "@builder.io/qwik",
}
/** The types that a framework generates next to a file, by the end of its name. */
const GENERATED: readonly (readonly [end: string, name: string, text: string])[] = [
  [
    "+page.server.ts",
    "$types.d.ts",
    'import type { ServerLoad } from "@sveltejs/kit"\nexport type PageServerLoad = ServerLoad\n',
  ],
  [
    "routes/protected.tsx",
    "+types/protected.d.ts",
    `export namespace Route {
  type LoaderArgs = { request: Request; url: URL }
  type HeadersFunction = (args: { loaderHeaders: Headers }) => Headers
  type ComponentProps = { loaderData: { email: string | null | undefined } }
}
`,
  ],
]

/** Copies what was written into one program, whose files each say the JSX of their framework. */
async function copyForTypes(app: TemporaryApp, framework: FrameworkName, name: string): Promise<void> {
  for (const file of filesIn(app).filter((path) => /\.tsx?$/.test(path))) {
    const target = join(TYPES, framework, name, file)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, `/** @jsxImportSource ${JSX[framework] ?? "react"} */\n${await app.read(file)}`)
    for (const [, generated, text] of GENERATED.filter(([end]) => file.endsWith(end))) {
      const types = join(dirname(target), generated)
      await mkdir(dirname(types), { recursive: true })
      await writeFile(types, text)
    }
  }
}

test("the package in the app creates the tables, because npx may run a copy without Kysely", async () => {
  const own = `export const createTables = async ({ database }, { terminal }) => (terminal.out("own " + database), true)`
  const path = "node_modules/latchkit/dist/server/cli/init/tables.js"
  await using app = await temporaryApp(["express", "latchkit"], { [path]: own })
  await init(app)
  expect(app.output.out).toContain("own sqlite")
  expect(app.output.out).not.toContain("npx latchkit migrate")
})

test("a test build installs itself", () => {
  expect([ownPackage("0.2.0-next.1"), ownPackage("0.2.0")]).toEqual(["latchkit@0.2.0-next.1", "latchkit"])
})

test.each([
  ["an example", {}, "Check DATABASE_URL in .env, and create the tables: npx latchkit migrate"],
  ["the app's own", { ".env": "DATABASE_URL=postgres://db/acme\n" }, ". Create the tables: npx latchkit migrate"],
])("the last steps ask for DATABASE_URL only if it is %s", async (_, files: Record<string, string>, step) => {
  await using app = await temporaryApp(["express"], files)
  await init(app, "--database", "postgres")
  expect(app.output.out).toContain(step)
})

test("every framework gets its files, .env with a secret, the migration and the tables", async () => {
  for (const framework of FRAMEWORKS) {
    await using app = await temporaryApp(PACKAGES[framework], FILES[framework])
    expect(await init(app), framework).toBe(0)
    const { config, basePath, origin, envFile } = FACTS[framework]
    const files = filesIn(app)
    const hasFile = framework !== "workers" // D1's file is Wrangler's
    const tables = hasFile ? ["app.db", "migrations/latchkit.sql"] : ["sql/0003_auth.sql"]
    for (const file of [config, envFile, ".gitignore", "tests/sign-in.test.mjs", ...tables])
      expect(files, framework).toContain(file)
    const pages = /protected|^server\.ts$|^main\.ts$|^src\/index\.ts$/
    expect(
      files.filter((file) => pages.test(file)),
      framework,
    ).not.toEqual([])
    expect(await app.read(envFile)).toMatch(/^AUTH_SECRET=[\w-]{43}$/m)
    const ignored = envFile === ".env" ? ".env\n" : ".env*\n"
    expect(await app.read(".gitignore")).toBe(hasFile ? `${ignored}app.db*\n` : ignored)
    expect(await app.read(config)).toContain('siteName: "Acme"')
    expect(await app.read("tests/sign-in.test.mjs")).toContain(`${basePath}/sign-up`)
    expect(app.output.out).toContain(`open ${origin}/protected`)
    if (!hasFile) continue
    const names = new DatabaseSync(join(app.folder, "app.db")).prepare("select name from sqlite_master").all()
    expect(names).toContainEqual({ name: "auth_users" })
  }
})

test("what it writes has no type error, for every framework and choice", async () => {
  await rm(TYPES, { recursive: true, force: true })
  for (const framework of FRAMEWORKS) {
    for (const [name, words] of Object.entries(CHOICES)) {
      if (framework === "workers" && words.join().includes("--database")) continue
      await using app = await temporaryApp(PACKAGES[framework], FILES[framework])
      expect(await init(app, ...words), `${framework}: ${name}`).toBe(0)
      await copyForTypes(app, framework, name.replaceAll(" ", "-"))
    }
  }
  for (const [framework, name, files] of OWN_DATABASES) {
    const packages = [...(name === "d1" ? ["hono"] : []), ...(name.endsWith("d1") ? ["@opennextjs/cloudflare"] : [])]
    await using app = await temporaryApp([...PACKAGES[framework], ...packages], files)
    expect(await init(app), `${framework}: ${name}`).toBe(0)
    await copyForTypes(app, framework, name)
  }
  await writeFile(
    join(TYPES, "env.d.ts"),
    `declare module "$env/dynamic/private" { export const env: Record<string, string | undefined> }
type D1 = import("latchkit/adapters/d1").D1Binding & Parameters<typeof import("drizzle-orm/d1").drizzle>[0]
declare module "@opennextjs/cloudflare" { export function getCloudflareContext(): { env: { DB: D1 } } }
declare namespace App { interface Platform { ctx: unknown; env: { DB: D1 } } }\n`,
  )
  expect(await compileApp(TYPES, [OTHER_FRAMEWORKS])).toBe("")
}, 300_000)

describe("an existing file", () => {
  const EXISTING = { "auth.ts": "export const mine = 1\n", ".env": "# mine\nAUTH_SECRET=kept", ".gitignore": ".env*\n" }

  test("stays as it is without an answer, and the output says so", async () => {
    await using app = await temporaryApp(["next"], EXISTING)
    expect(await init(app)).toBe(0)
    expect(await app.read("auth.ts")).toBe(EXISTING["auth.ts"])
    expect(await app.read(".env")).toBe(EXISTING[".env"])
    expect(await app.read(".gitignore")).toBe(".env*\napp.db*\n")
    expect(app.output.out).toContain("! auth.ts exists, and stays as it is")
    expect(app.output.out).toContain("auth.ts was kept")
  })

  test("that was edited gets no advice about what it has, and a page is told the framework's guard", async () => {
    await using app = await temporaryApp(["next"])
    await init(app)
    const edited = (await app.read("app/protected/page.tsx"))
      .replace("Hello", "Welcome")
      .replace("../../auth", "@/auth")
    await app.write("app/protected/page.tsx", edited)
    await app.write("auth.ts", (await app.read("auth.ts")).replace("#7c3aed", "#000000"))
    app.output.out = ""
    await init(app)
    expect(app.output.out).toContain("! app/protected/page.tsx exists, and stays as it is")
    expect(app.output.out).not.toMatch(/was kept|once your app has/)
    expect(app.output.out).toContain("open http://localhost:3000/protected\n")
    await app.write("app/protected/page.tsx", 'import Link from "next/link"\n')
    await init(app)
    expect(app.output.out).toContain(
      'page.tsx was kept. Add what Latchkit needs to it, such as: import { requireAuth } from "../../auth"\n',
    )
    expect(app.output.out).toContain("Test it, once your app has a path /protected that calls `requireAuth`: node")
  })

  test("is replaced if the developer says yes, or with --overwrite", async () => {
    const asked: string[] = []
    await using app = await temporaryApp(["next"], EXISTING)
    const ask = async (question: string) => (asked.push(question), question.includes("auth.ts") ? "y" : "")
    expect(await initCommand(["--no-install"], { ...app.environment, ask })).toBe(0)
    expect(asked).toContain("auth.ts exists. Replace it? (y/N) ")
    expect(await app.read("auth.ts")).toContain("NextAuth(config)")
    await using other = await temporaryApp(["next"], EXISTING)
    expect(await init(other, "--overwrite")).toBe(0)
    expect(await other.read("auth.ts")).toContain("NextAuth(config)")
    expect(await other.read(".env")).toBe(EXISTING[".env"])
  })

  test("is there already if it has the same text, so a second run changes nothing", async () => {
    await using app = await temporaryApp(["next"])
    await init(app)
    const before = await Promise.all(
      filesIn(app)
        .filter((file) => !file.startsWith("app.db"))
        .map(app.read),
    )
    expect(await init(app)).toBe(0)
    expect(
      await Promise.all(
        filesIn(app)
          .filter((file) => !file.startsWith("app.db"))
          .map(app.read),
      ),
    ).toEqual(before)
    expect(app.output.out).not.toContain("exists, and stays")
    expect(app.output.out.match(/^\+ app\.db/gm)).toHaveLength(1)
    expect(app.output.out).toContain("= app.db has Latchkit's tables already")
  })
})

test.each([
  ["drizzle-kit", { "drizzle.config.ts": "export default {}" }, [], "use DrizzleAdapter: npx latchkit schema drizzle"],
  [
    "Wrangler",
    { "wrangler.jsonc": '{ "d1_databases": [] }' },
    [],
    "use SqlAdapter with d1Dialect: npx latchkit schema",
  ],
  ["drizzle-kit", { "drizzle.config.ts": "export default {}" }, ["--database", "sqlite"], undefined],
  ["@libsql/client", {}, [], "use SqlAdapter with libsqlDialect: npx latchkit migrate. See https://"],
])("the last steps say how to use the database of %s", async (name, files: Record<string, string>, words, step) => {
  await using app = await temporaryApp(["express", "@libsql/client"], files)
  await init(app, ...words)
  if (step === undefined) expect(app.output.out).not.toContain(name)
  else expect(app.output.out).toContain(`Your app has ${name}. To store users in its database instead, ${step}`)
})

test("--dry-run prints the files, and changes nothing", async () => {
  await using app = await temporaryApp(["next"])
  expect(await initCommand(["--dry-run"], app.environment)).toBe(0)
  expect(filesIn(app)).toEqual(["package.json"])
  for (const shown of [
    "+ auth.ts",
    "NextAuth(config)",
    "+ .env: AUTH_SECRET=(new)",
    "+ migrations/latchkit.sql",
    "+ app.db",
    "npm install latchkit kysely nodemailer",
  ])
    expect(app.output.out).toContain(shown)
})

const NODE = process.versions.node.split(".")[0]
const INSTALLED = { "node_modules/@types/node/package.json": JSON.stringify({ version: "22.10.1" }) }

test.each<[string, string[], object, string, string[]]>([
  ["no types of Node", ["@sveltejs/kit"], {}, `@types/node@${NODE}`, []],
  ["types of Node without `node:sqlite`", ["next", "@types/node@^20"], {}, `@types/node@${NODE}`, []],
  [
    "types of Express and PostgreSQL",
    ["express", "@types/node@^24"],
    {},
    "@types/express @types/pg",
    ["--database", "postgres"],
  ],
  ["no newer types than it has installed", ["next", "@types/node@^20"], INSTALLED, "", []],
])("an app of TypeScript gets %s", async (_, packages, files, expected, words) => {
  await using app = await temporaryApp(["typescript", ...packages], { ...files })
  expect(await initCommand(["--dry-run", ...words], app.environment)).toBe(0)
  const [, added = ""] =
    /npm install latchkit [^&\n]*(?: && npm install -D ([^\n]*))?\n/.exec(app.output.out) ?? expect.fail("no command")
  expect(added).toBe(expected)
})

test("a Vite app keeps the variables of development out of its build", async () => {
  await using app = await temporaryApp(["vite", "react"])
  await init(app)
  expect(filesIn(app)).not.toContain(".env")
  expect(await app.read(".env.development")).toMatch(/^AUTH_SECRET=.{43}\nNODE_ENV=development\n$/)
  expect(app.output.out).toContain("Start the app (node --env-file=.env.development server.ts)")
})

test("asks for what no flag says", async () => {
  await using app = await temporaryApp([])
  const answers: Record<string, string> = {
    Framework: "express",
    Sign: "n",
    Database: "",
    Providers: "GitHub",
    Site: "",
  }
  const ask = async (question: string) => answers[/^\w+/.exec(question)?.[0] ?? ""] ?? ""
  expect(await initCommand(["--no-install"], { ...app.environment, ask })).toBe(0)
  expect(await app.read("auth.ts")).toContain('import { GitHub } from "latchkit/providers/github"')
  expect(await app.read("auth.ts")).not.toContain("Password")
  expect(await app.read(".env")).toMatch(/^AUTH_GITHUB_ID=\nAUTH_GITHUB_SECRET=$/m)
  expect(app.output.out).toContain("Register http://localhost:3000/auth/callback/github with GitHub")
  expect(app.output.out).toMatch(/See https:\/\/docs\.github\.com\//)
})

test.each<[string, string[], RegExp]>([
  ["nobody can answer", [], /Pass --yes/],
  ["passwords have no database", ["--yes", "--database", "none"], /Passwords need a database/],
  ["there is no sign-in method", ["--yes", "--no-passwords"], /No sign-in method/],
  ["a provider is unknown", ["--yes", "--providers", "gitub"], /Unknown provider "gitub".*github/],
  ["Workers have no D1", ["--yes", "--framework", "workers"], /the app lacks `d1_databases`/],
  ["Workers have a database of files", ["--yes", "--framework", "workers", "--database", "sqlite"], /D1 for Workers/],
  ["a framework is unknown", ["--yes", "--framework", "rails"], /"rails". Use one of next/],
])("fails, and writes nothing, if %s", async (_, words, message) => {
  await using app = await temporaryApp(["next"])
  await expect(initCommand(words, app.environment)).rejects.toThrow(message)
  expect(filesIn(app)).toEqual(["package.json"])
})

test("an app of another server learns which frameworks there are, and where its page is", async () => {
  await using app = await temporaryApp(["koa"])
  await expect(initCommand(["--yes"], app.environment)).rejects.toThrow(
    /^No framework was found in package\.json.*--framework.*next.*Koa.*any-server\.mdx$/,
  )
  expect(filesIn(app)).toEqual(["package.json"])
})

test("the usage names each framework", () => {
  const [, list = ""] = /--framework([^.]*)\./.exec(USAGE) ?? []
  expect(list.split(/,| or /).map((name) => name.trim())).toEqual(FRAMEWORKS)
})

test.each([
  ["pnpm-lock.yaml", "pnpm add latchkit"],
  ["yarn.lock", "yarn add latchkit"],
  ["bun.lock", "bun add latchkit"],
  ["package-lock.json", "npm install latchkit"],
])("%s decides the package manager", async (lockfile, command) => {
  await using app = await temporaryApp(["next"], { [lockfile]: "" })
  await init(app)
  expect(app.output.out).toContain(command)
})

test.each([
  ["src/index.ts", { dev: "tsx watch ./src/index.ts" }, "Move auth.ts to src, and correct its imports. Add to it"],
  ["app.js", { start: "node app.js" }, "Your app starts with app.js. Add to it what server.ts has"],
  ["server.ts", { start: "node server.ts" }, undefined],
  ["build.ts", { dev: "node build.ts" }, undefined],
])("an app that starts with %s learns what to do with server.ts", async (path, scripts, step) => {
  const text = path === "build.ts" ? `import "esbuild"` : `import express from "express"`
  const manifest = JSON.stringify({ type: "module", dependencies: { express: "5" }, scripts })
  await using app = await temporaryApp([], { "package.json": manifest, [path]: text })
  await init(app)
  if (step === undefined) expect(app.output.out).not.toContain("Your app starts with")
  else expect(app.output.out).toContain(step)
})

test("an app with Prettier learns how to format what was written", async () => {
  await using app = await temporaryApp(["express", "prettier"], { "auth.ts": "" })
  await init(app)
  expect(app.output.out).toContain("npx prettier --write server.ts tests/sign-in.test.mjs\n")
  await using other = await temporaryApp(["express"])
  await init(other)
  expect(other.output.out).not.toContain("prettier")
})

test("an app that has the framework's file learns what Latchkit needs in it", async () => {
  await using app = await temporaryApp(["hono"], { "server.ts": "export const mine = 1\n" })
  await init(app)
  expect(app.output.out).toContain('server.ts was kept. Add what Latchkit needs to it, such as: app.all("/auth/*"')
  expect(app.output.out).toContain('with import { auth } from "./auth.ts"\n')
  expect(app.output.out).toContain("open http://localhost:3000/auth/signin\n") // there is no page of ours to open
})

test.each([
  ["/", "/auth/signin?callbackUrl=%2Fprotected"],
  ["/shop/", "/shop/auth/signin?callbackUrl=%2Fprotected"],
  ["/shop", "/shop/auth/signin?callbackUrl=%2Fprotected"],
])("the guard of a Nuxt app at %s leads to %s", async (baseURL, page) => {
  const guard = FULL_STACK_FILES.nuxt.find(({ path }) => path === "app/middleware/auth.ts")
  const imports = `
    const defineNuxtRouteMiddleware = (run) => run
    const navigateTo = (url) => url
    const useNuxtApp = () => ({ $session: {} })
    const useRuntimeConfig = () => (${JSON.stringify({ app: { baseURL } })})`
  const code = String(guard?.text).replace(/^import .* from "#imports"/, imports)
  const { default: run } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  expect(run({ fullPath: "/protected" })).toBe(page)
})

test.each(["express", "express-vite"] as const)(
  "an app of %s ends with an error if its port is taken",
  async (name) => {
    await using app = await temporaryApp(["express"])
    await init(app, "--framework", name)
    const code = await app.read("server.ts")
    const lines = `import express from "express"\nconst app = express()\n${code.slice(code.indexOf("const port ="))}`
    const holder = createServer()
    const port = await listenOnLoopback(holder, { host: "" })
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", lines], {
      env: { ...process.env, PORT: `${port}` },
    })
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("EADDRINUSE"), stdout: "" })
    holder.close()
  },
)
