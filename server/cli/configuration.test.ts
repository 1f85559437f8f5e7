import { execFile } from "node:child_process"
import { join } from "node:path"
import { expect, test } from "vitest"
import { isLong } from "../test-kit/long.ts"
import { temporaryApp, type TemporaryApp } from "./app.fixture.ts"
import { loadEnvFiles } from "./env-files.ts"
import { FACTS, FRAMEWORKS, type FrameworkName } from "./init/choices.ts"
import { initCommand } from "./init/index.ts"

const here = import.meta.dirname
const PACKAGES: Readonly<Record<FrameworkName, string>> = {
  next: "next",
  sveltekit: "@sveltejs/kit",
  "solid-start": "@solidjs/start",
  qwik: "@builder.io/qwik-city",
  "react-router": "@react-router/dev",
  "tanstack-start": "@tanstack/react-start",
  "tanstack-start-solid": "@tanstack/solid-start",
  astro: "astro",
  nuxt: "nuxt",
  "express-vite": "vite",
  express: "express",
  hono: "hono",
  fastify: "fastify",
  nest: "@nestjs/core",
  workers: "wrangler",
  elysia: "elysia",
  deno: "deno",
}

/** Runs the command in the app's folder, in a process of its own. */
function run({ folder }: TemporaryApp, words: readonly string[], env: Record<string, string> = {}) {
  const args = ["--import", join(here, "source-imports.fixture.ts"), join(here, "index.ts"), ...words]
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const options = { cwd: folder, env: { PATH, NODE_COMPILE_CACHE, ...env } as unknown as NodeJS.ProcessEnv } // Next's types require NODE_ENV
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, args, options, (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
    )
  })
}

// The quickstarts run `init` for each framework. Wrangler migrates the database of a Worker
test.each(
  isLong
    ? FRAMEWORKS.filter((name) => name !== "workers")
    : FRAMEWORKS.filter((name) => ["next", "express"].includes(name)),
)(
  "doctor, migrate and add find the configuration that init writes for %s",
  async (framework) => {
    await using app = await temporaryApp([PACKAGES[framework], "typescript", "@types/node@^20"])
    await initCommand(["--yes", "--no-install", "--providers", "dribbble"], app.environment)
    const { config, basePath, origin, envFile } = FACTS[framework]
    const before = await run(app, ["doctor"])
    expect(before.err).toBe("")
    expect(before.out).toContain(`✓ The configuration is in ${config}.\n✓ Environment files: ${envFile}.\n`)
    expect(before.out).toMatch(/✗ The provider "dribbble" has no `clientId`: set AUTH_DRIBBBLE_ID/)
    expect(before.out).toContain(
      "✗ `@types/node` 20 doesn't have `node:sqlite`, so the type check of your build fails.",
    )
    await app.write("node_modules/@types/node/package.json", JSON.stringify({ version: "24.0.1" })) // as installed
    expect(before.out).toContain("Next:\n  1. Correct the lines with ✗.")
    expect(before.code).toBe(1)
    const { out, code } = await run(app, ["doctor"], {
      AUTH_URL: origin,
      AUTH_DRIBBBLE_ID: "id",
      AUTH_DRIBBBLE_SECRET: "secret",
    })
    expect(out).toContain(`✓ Dribbble: register the redirect URI ${origin}${basePath}/callback/dribbble`)
    expect(out).toContain("No problems found.")
    expect(code).toBe(0)
    const live = await run(app, ["doctor"], { NODE_ENV: "production", AUTH_URL: origin })
    expect(live.out).toContain("✗ `Password()` needs an email provider")
    expect(live.out).toContain("✗ `Nodemailer` has no `server`")
    expect(await run(app, ["migrate"])).toMatchObject({ code: 0, out: "✓ The tables are up to date.\n", err: "" })
  },
  600_000, // it starts several processes, which took two minutes beside other work
)

test("doctor reads the local D1 database of a Worker, and closes it", async () => {
  await using app = await temporaryApp(["wrangler", "typescript"], {
    "wrangler.jsonc": '{ "main": "src/index.ts", "d1_databases": [{ "binding": "DB", "database_name": "acme" }] }',
    "node_modules/wrangler/package.json": '{ "name": "wrangler", "main": "index.js", "type": "module" }',
    "node_modules/wrangler/index.js": `import { existsSync } from "node:fs"
const statement = { bind: () => statement, all: async () => ({ results: [], meta: { changes: 0 } }) }
const timer = setInterval(() => undefined, 1000) // as the process of workerd
export const getPlatformProxy = async () => ({
  env: existsSync("wrangler.jsonc") ? { DB: { prepare: () => statement, batch: async () => [] } } : {},
  dispose: async () => clearInterval(timer),
})
`,
  })
  await initCommand(["--yes", "--no-install"], app.environment)
  const { out, err, code } = await run(app, ["doctor"])
  expect(out + err).toContain("✓ The configuration is in src/auth.ts.\n")
  expect(out).toContain("✓ The adapter reads its tables.\n")
  expect(code).toBe(0)
  await app.write(
    "src/auth.ts",
    `import "latchkit/server"
export const config = (DB: object) => { throw new TypeError(\`\\\`users\\\` has no column \\\`id\\\` in \${typeof DB}\`) }`,
  )
  const failed = await run(app, ["doctor"])
  expect(failed.out + failed.err).toContain(
    "src/auth.ts can't create its configuration: `users` has no column `id` in object",
  )
})

test("a module may import without extensions, by alias, and a package without a map of exports", async () => {
  await using app = await temporaryApp(["next"], {
    "src/auth.ts": `import { NextAuth } from "latchkit/next"
import { redirect } from "next/navigation"
import "server-only"
import { siteName } from "./names"
import { providers } from "@/lib/providers"
export const leave = redirect
export const { auth } = NextAuth({ siteName, providers })
`,
    "src/names.ts": `export const siteName: string = "Acme"\n`,
    "src/lib/providers/index.ts": `import { GitHub } from "latchkit/providers/github"\nexport const providers = [GitHub()]\n`,
    ".env.local": "AUTH_SECRET=a-secret-of-more-than-32-characters\nAUTH_GITHUB_ID=a\nAUTH_GITHUB_SECRET=b\n",
  })
  await app.write("package.json", JSON.stringify({ dependencies: { next: "*" } })) // without a type, as create-next-app writes it
  const { out, err } = await run(app, ["doctor"])
  expect(err).toBe("")
  expect(out).toContain("✓ The configuration is in src/auth.ts.")
  expect(out).toContain("GitHub: register the redirect URI https://your.site/api/auth/callback/github")
})

test("the base path of an Express app is named as a guess, unless something names it", async () => {
  await using app = await temporaryApp(["express"], {
    "auth.ts": `import { GitHub } from "latchkit/providers/github"\nexport const config = { providers: [GitHub({ clientId: "a", clientSecret: "b" })] }\n`,
    ".env": "AUTH_SECRET=a-secret-of-more-than-32-characters\n",
  })
  await app.write("package.json", JSON.stringify({ type: "module", dependencies: { express: "5" } }))
  const guess = "/auth is assumed here. If it is another path, pass `--base-path`."
  expect((await run(app, ["doctor"])).out).toContain(guess)
  const { out } = await run(app, ["doctor", "--base-path", "/api/auth"])
  expect(out).not.toContain(guess)
  expect(out).toContain("https://your.site/api/auth/callback/github")
})

test("doctor names the packages that --url needs, and makes the other checks", async () => {
  await using app = await temporaryApp([], { "auth.config.mjs": "export const config = { providers: [] }\n" })
  const hooks = `import { registerHooks } from "node:module"
registerHooks({ resolve(name, context, next) {
  if (name !== "kysely" && name !== "pg") return next(name, context)
  throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" })
} })`
  await app.write("hooks.mjs", hooks)
  const env = { NODE_OPTIONS: `--import=${join(app.folder, "hooks.mjs")}`, AUTH_URL: "https://acme.test" }
  const { out, err } = await run(app, ["doctor", "auth.config.mjs", "--url", "postgres://127.0.0.1:9/app"], env)
  expect([out, err]).toEqual([expect.stringContaining("✓ The site is https://acme.test"), ""])
  expect(out).toContain("! The database isn't checked: `--url` needs kysely and pg. Run `npm install -D kysely pg`.\n")
})

test("a module that fails to load is named with the cause", async () => {
  await using app = await temporaryApp([], { "auth.ts": `import "latchkit/server"\nthrow new Error("no database")\n` })
  const { code, err } = await run(app, ["doctor"])
  expect(err).toContain("auth.ts can't be loaded: no database")
  expect(code).toBe(2)
})

test("the environment files are the framework's, and a variable of the process wins", async () => {
  await using app = await temporaryApp([], {
    ".env": "A=env\nB=env\nC=env\nD=${A}-x\nE=\\$A\n",
    ".env.local": "A=local\nB=local\n",
    ".env.development": "A=mode\nNODE_ENV=production\n",
  })
  const read = async (framework: FrameworkName | undefined, env: Record<string, string> = {}) => {
    const loaded = await loadEnvFiles(app.folder, framework, env)
    return [loaded.env["A"], loaded.env["B"], loaded.env["D"], loaded.env["NODE_ENV"]]
  }
  expect(await read("next")).toEqual(["local", "local", "local-x", "production"])
  expect(await read("sveltekit")).toEqual(["mode", "local", "mode-x", "production"])
  expect(await read("express-vite")).toEqual(["mode", "env", "mode-x", "production"])
  expect(await read("express")).toEqual(["env", "env", "env-x", undefined])
  expect(await read("next", { A: "process", NODE_ENV: "test" })).toEqual(["process", "env", "process-x", "test"])
  expect((await loadEnvFiles(app.folder, "express", {})).env["E"]).toBe("$A")
})
