import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { temporaryApp } from "../app.fixture.ts"
import { migrateAuthjsCommand } from "./index.ts"
import { describe, expect, test } from "vitest"
import { migrateFiles } from "./app.fixture.ts"

describe("an Auth.js v5 app", () => {
  test("gets new imports and the preset, and everything else stays byte for byte", async () => {
    const { code, read } = await migrateFiles({
      "auth.ts": `import NextAuth from "next-auth"
import GitHub from 'next-auth/providers/github'
import { PrismaAdapter } from "@auth/prisma-adapter";

export const { handlers, auth } = NextAuth({
    adapter:  PrismaAdapter(prisma), // two  blanks
    providers: [ GitHub ],
})
`,
    })
    expect(code).toBe(0)
    expect(read("auth.ts")).toBe(`import { authjs } from "latchkit/migrate/authjs"
import NextAuth from "latchkit/next"
import GitHub from 'latchkit/providers/github'
import { PrismaAdapter } from "@auth/prisma-adapter";

export const { handlers, auth } = NextAuth({
    ...authjs(),
    adapter:  PrismaAdapter(prisma), // two  blanks
    providers: [ GitHub ],
})
`)
  })

  test.each([
    ["drizzle", "`DrizzleAdapter(db, tables)` of `latchkit/adapters/drizzle`"],
    ["prisma", "`PrismaAdapter(prisma)` of `latchkit/adapters/prisma`"],
    ["d1", "`SqlAdapter` with `d1Dialect` of `latchkit/adapters/d1`"],
    ["kysely", "`SqlAdapter(db)` of `latchkit/adapters/sql`"],
  ])("hears which adapter replaces that of %s", async (name, adapter) => {
    const dependencies = { "next-auth": "5.0.0-beta.30", [`@auth/${name}-adapter`]: "^1.11.0" }
    const { code, out } = await migrateFiles({ "package.json": JSON.stringify({ dependencies }) })
    expect([code, out]).toEqual([0, expect.stringContaining(`2. Replace @auth/${name}-adapter when`)])
    expect(out).toContain(adapter)
  })

  test.each<[string, string, string]>([
    [
      "an object of the same file",
      `const config = { providers: [] } satisfies NextAuthConfig\nNextAuth(config)`,
      "{ ...authjs(), providers: [] }",
    ],
    ["a function", `NextAuth((request) => ({ providers: [] }))`, "({ ...authjs(), providers: [] })"],
    [
      "a function with a body",
      `NextAuth(async () => { await x; return { providers: [] } })`,
      "{ ...authjs(), providers: [] }",
    ],
    ["an empty object", `NextAuth({})`, "NextAuth({ ...authjs() })"],
  ])("gets the preset in %s", async (_, code, expected) => {
    const { read } = await migrateFiles({
      "auth.ts": `import NextAuth from "next-auth"\n${code}\n`,
    })
    expect(read("auth.ts")).toContain(expected)
  })

  test("gets the preset in the configuration's file, once", async () => {
    const { read } = await migrateFiles({
      "auth.config.ts": `import type { NextAuthConfig } from "next-auth"\nexport const authConfig = { providers: [] } satisfies NextAuthConfig\n`,
      "auth.ts": `import NextAuth from "next-auth"\nimport { authConfig } from "./auth.config"\nexport const { auth } = NextAuth(authConfig)\n`,
      "middleware.ts": `import NextAuth from "next-auth"\nimport { authConfig } from "./auth.config"\nexport default NextAuth(authConfig).auth\n`,
    })
    expect(read("auth.config.ts")).toContain("authConfig = { ...authjs(), providers: [] }")
    expect(read("auth.ts")).not.toContain("authjs()")
    expect(read("middleware.ts")).toContain('from "latchkit/next"')
  })

  test.each<[string, string, string, string]>([
    [
      "a default export",
      "export default { providers: [] }",
      `import config from "./auth.config"`,
      "export default { ...authjs(), providers: [] }",
    ],
    [
      "a default export with a name",
      "const mine = { providers: [] } satisfies NextAuthConfig\nexport default mine",
      `import config from "@/auth.config"`,
      "const mine = { ...authjs(), providers: [] }",
    ],
    [
      "an export with another name",
      "const mine = { providers: [] }\nexport { mine as theirs }",
      `import { theirs as config } from "./auth.config.ts"`,
      "const mine = { ...authjs(), providers: [] }",
    ],
  ])("gets the preset in %s, which the middleware passes to NextAuth", async (_, declaration, imported, expected) => {
    const { code, read } = await migrateFiles({
      "src/auth.config.ts": `${declaration}\n`,
      "src/middleware.ts": `import NextAuth from "next-auth"\n${imported}\nexport const { auth: middleware } = NextAuth(config)\n`,
    })
    expect(code).toBe(0)
    expect(read("src/auth.config.ts")).toContain(expected)
  })

  test("gets a note for a configuration that is in no file of the app", async () => {
    const { code, out } = await migrateFiles({
      "auth.ts": `import NextAuth from "next-auth"\nimport { config } from "@acme/auth"\nNextAuth(config)\n`,
      "other.ts": `export const config = { runtime: "edge" }\n`,
    })
    expect(code).toBe(1)
    expect(out).toContain("auth.ts:3  Add `...authjs()`")
    expect(out).not.toContain("other.ts")
  })

  test("keeps the local names of types that have another name in Latchkit, and gets a note for the others", async () => {
    const { out, read } = await migrateFiles({
      "form.tsx": `import { signIn, type SignInResponse, type ClientSafeProvider as P, type LiteralUnion } from "next-auth/react"\n`,
      "providers.ts": `import type { Provider, OAuthUserConfig } from "next-auth/providers"\n`,
      "jwt.d.ts": `import type { DefaultJWT } from "next-auth/jwt"\n`,
    })
    expect(read("form.tsx")).toBe(
      `import { signIn, type SignInResult as SignInResponse, type PublicProvider as P, type LiteralUnion } from "latchkit/react"\n`,
    )
    expect(read("providers.ts")).toBe(`import type { Provider, OAuthUserConfig } from "latchkit/providers"\n`)
    expect(out).toContain("form.tsx:1  Latchkit doesn't export `LiteralUnion`. Use `string`")
    expect(out).toContain("providers.ts:1  Latchkit doesn't export `OAuthUserConfig`. Use `Partial<OAuthConfig<P>>`")
    expect(out).toContain("jwt.d.ts:1  Latchkit doesn't export `DefaultJWT`")
  })

  test.each([
    [
      { next: "13.5.11", react: "^17" },
      ["`next` is 13.5.11. Latchkit needs >=14", "`react` is ^17. Latchkit needs >=18"],
    ],
    [{ next: "^16.0.0", react: "^18 || ^19", nodemailer: "~5.1" }, ["`nodemailer` is ~5.1. Latchkit needs >=6"]],
    [{ next: "14.2.35", react: "^18" }, []],
    [{ next: "latest", react: "workspace:*", typescript: "^5.2.2", svelte: "^5.1.0" }, []],
    [
      { typescript: "5.3.3", svelte: "5.19.0" },
      ["`svelte` is 5.19.0. Latchkit needs ^5.20.0", "`typescript` is 5.3.3. Latchkit needs >=5.4"],
    ],
  ])("gets a note for each package that is too old: %o", async (dependencies, notes) => {
    const packageJson = JSON.stringify({ dependencies: { "next-auth": "5.0.0-beta.30", ...dependencies } }, null, 2)
    const { out } = await migrateFiles({ "package.json": packageJson })
    expect(out.match(/Latchkit needs/g) ?? []).toHaveLength(notes.length)
    for (const note of notes)
      expect(out.replaceAll(/package.json:\d/g, "package.json")).toContain(`! package.json  ${note}`)
  })

  test("gets the notes by what is installed, where a range allows more", async () => {
    const { out } = await migrateFiles({
      "package.json": JSON.stringify({
        dependencies: { "next-auth": "5.0.0-beta.30" },
        devDependencies: { typescript: "^5.2.2" },
      }),
      "node_modules/typescript/package.json": JSON.stringify({ version: "5.3.3" }),
    })
    expect(out).toContain("package.json:1  `typescript` is 5.3.3. Latchkit needs >=5.4: update it first")
  })

  test("gets a resolution that finds its imports, or a note", async () => {
    const node = (module: string) =>
      `{ // a comment\n  "compilerOptions": { "module": "${module}", "moduleResolution": "Node" },\n}\n`
    const { out, read } = await migrateFiles({
      "tsconfig.json": node("esnext"),
      "api/tsconfig.build.json": node("commonjs"),
      "web/tsconfig.json": node("esnext").replace("Node", "nodenext"),
    })
    expect(read("tsconfig.json")).toBe(node("esnext").replace("Node", "bundler"))
    expect(read("api/tsconfig.build.json")).toBe(node("commonjs"))
    expect(out).toContain('tsconfig.build.json:2  `moduleResolution` is "Node", which finds no import of Latchkit')
    expect(out).not.toContain("web/tsconfig.json")
  })

  test("stays as it is in folders that git ignores, where bundlers write", async () => {
    const text = `import { QwikAuth$ } from "@auth/qwik"\nQwikAuth$(() => ({ providers: [] }))\n`
    const files = ["server/a.js", "apps/web/b.js", "lib/types/c.js", "src/server/d.ts", "web/e.ts"]
    const { code, read } = await migrateFiles({
      ".gitignore": "# Build\n/server\napps/web/\ntypes\r\n*.log\n!keep\n",
      ...Object.fromEntries(files.map((file) => [file, text])),
    })
    expect(code).toBe(0)
    expect(files.filter((file) => read(file) !== text)).toEqual(["src/server/d.ts", "web/e.ts"])
  })

  test("of Express gets it in `getSession` too", async () => {
    const { read } = await migrateFiles({
      "server.ts": `import { ExpressAuth, getSession } from "@auth/express"\nconst config = { providers: [] }\napp.use("/auth/*splat", ExpressAuth(config))\nawait getSession(req, config)\nawait getSession(req, { providers: [] })\n`,
    })
    expect(read("server.ts").match(/\.\.\.authjs\(\)/g)).toHaveLength(2)
    expect(read("server.ts")).toContain('from "latchkit/express"')
  })
})

describe("the environment", () => {
  test("gets the new names in addition to the old ones, so that the app can go back", async () => {
    const { read } = await migrateFiles({
      ".env.local": "A=1\nNEXTAUTH_SECRET=abc=\nexport NEXTAUTH_URL=http://localhost:3000\n",
      ".env": "NEXTAUTH_SECRET=old\nAUTH_SECRET=new\n",
      ".env.test": "NEXTAUTH_SECRET=\"two\nlines\"\nNEXTAUTH_URL = 'http://localhost:1' # here\n",
      "auth.ts": `import NextAuth from "next-auth"\nNextAuth({ providers: [], secret: process.env.NEXTAUTH_SECRET })\n`,
    })
    expect(read(".env.local")).toBe(
      "A=1\nNEXTAUTH_SECRET=abc=\nAUTH_SECRET=abc=\nexport NEXTAUTH_URL=http://localhost:3000\nexport AUTH_URL=http://localhost:3000\n",
    )
    expect(read(".env")).toBe("NEXTAUTH_SECRET=old\nAUTH_SECRET=new\n")
    expect(read(".env.test")).toBe(
      `NEXTAUTH_SECRET="two\nlines"\nNEXTAUTH_URL = 'http://localhost:1' # here\nAUTH_URL = 'http://localhost:1' # here\n`,
    )
    // The preset reads both, and `next.config` may set the old one
    expect(read("auth.ts")).toContain("secret: process.env.NEXTAUTH_SECRET")
  })
})

test("a file in another encoding stays byte for byte, and gets a note", async () => {
  const latin1 = Buffer.from('// Gr\xfc\xdfe\nimport { getServerSession } from "next-auth"\n', "latin1")
  await using app = await temporaryApp(["next-auth@^4"], {})
  for (const file of ["auth.ts", ".env"]) await writeFile(join(app.folder, file), latin1)
  await writeFile(join(app.folder, "greeting.ts"), "// Gr\xfc\xdfe\n", "latin1") // nothing of Auth.js is in it
  const code = await migrateAuthjsCommand([], app.environment)
  expect([code, app.output.out.match(/isn't UTF-8/g)]).toEqual([1, ["isn't UTF-8"]])
  expect(app.output.out).toContain("auth.ts:1  This file isn't UTF-8, so it wasn't changed")
  expect(await readFile(join(app.folder, "auth.ts"))).toEqual(latin1)
})

test("asks for the version in a folder without Auth.js", async () => {
  const { code, out } = await migrateFiles({ "package.json": "{}" })
  expect(code).toBe(2)
  expect(out).toContain("--version 4 or 5")
})
