import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { migrateAuthjsCommand } from "./index.ts"

const workspace = { folder: "" }
beforeEach(async () => {
  workspace.folder = await mkdtemp(join(tmpdir(), "latchkit-codemod-"))
})
afterEach(async () => rm(workspace.folder, { recursive: true }))

/** Writes an app's files and runs the codemod on them. Returns its output and the changed files. */
async function migrateFiles(files: Record<string, string>, { version = 5, words = [] as string[] } = {}) {
  const range = version === 4 ? "^4.24.0" : "5.0.0-beta.30"
  const all = { "package.json": JSON.stringify({ dependencies: { "next-auth": range } }), ...files }
  for (const [file, text] of Object.entries(all)) {
    await mkdir(dirname(join(workspace.folder, file)), { recursive: true })
    await writeFile(join(workspace.folder, file), text)
  }
  const printed: string[] = []
  const write = (text: string) => void printed.push(text)
  const code = await migrateAuthjsCommand(words, {
    terminal: { out: write, err: write },
    env: {},
    cwd: workspace.folder,
  })
  const read = (file: string) => readFile(join(workspace.folder, file), "utf8")
  return { code, out: printed.join(""), read }
}

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
    expect(await read("auth.ts")).toBe(`import { authjs } from "latchkit/migrate/authjs"
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
    const { read } = await migrateFiles({ "auth.ts": `import NextAuth from "next-auth"\n${code}\n` })
    expect(await read("auth.ts")).toContain(expected)
  })

  test("gets the preset in the configuration's file, once", async () => {
    const { read } = await migrateFiles({
      "auth.config.ts": `import type { NextAuthConfig } from "next-auth"\nexport const authConfig = { providers: [] } satisfies NextAuthConfig\n`,
      "auth.ts": `import NextAuth from "next-auth"\nimport { authConfig } from "./auth.config"\nexport const { auth } = NextAuth(authConfig)\n`,
      "middleware.ts": `import NextAuth from "next-auth"\nimport { authConfig } from "./auth.config"\nexport default NextAuth(authConfig).auth\n`,
    })
    expect(await read("auth.config.ts")).toContain("authConfig = { ...authjs(), providers: [] }")
    expect(await read("auth.ts")).not.toContain("authjs()")
    expect(await read("middleware.ts")).toContain('from "latchkit/next"')
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
    expect(await read("src/auth.config.ts")).toContain(expected)
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
    expect(await read("form.tsx")).toBe(
      `import { signIn, type SignInResult as SignInResponse, type PublicProvider as P, type LiteralUnion } from "latchkit/react"\n`,
    )
    expect(await read("providers.ts")).toBe(`import type { Provider, OAuthUserConfig } from "latchkit/providers"\n`)
    expect(out).toContain("form.tsx:1  Latchkit doesn't export `LiteralUnion`. Use `string`")
    expect(out).toContain("providers.ts:1  Latchkit doesn't export `OAuthUserConfig`. Use `Partial<OAuthConfig<P>>`")
    expect(out).toContain("jwt.d.ts:1  Latchkit doesn't export `DefaultJWT`")
  })

  test("gets a note for a `jwt` callback that reads what the client sent to `update`", async () => {
    const { out } = await migrateFiles({
      "auth.ts": `import NextAuth from "next-auth"
NextAuth({
  callbacks: {
    async jwt({ token, session }) {
      if (session?.user) token.name = session.user.name
      return token
    },
  },
})
`,
      "fine.ts": `import NextAuth from "next-auth"\nNextAuth({ callbacks: { jwt: ({ token, session }) => ({ ...token, ...parse(session) }) } })\n`,
      "untyped.js": `import NextAuth from "next-auth"\nNextAuth({ callbacks: { jwt: ({ token, session }) => ({ ...token, name: session.name }) } })\n`,
    })
    expect(out.match(/.*has the type `unknown`.*/g)).toEqual([expect.stringContaining("auth.ts:7  `session`")]) // two lines were added above
  })

  test.each([
    [
      { next: "14.2.35", react: "^18" },
      ["`next` is 14.2.35. Latchkit needs >=15", "`react` is ^18. Latchkit needs >=19"],
    ],
    [{ next: "^16.0.0", react: "^18 || ^19", nodemailer: "~6.9" }, ["`nodemailer` is ~6.9. Latchkit needs >=7"]],
    [{ next: "latest", react: "workspace:*" }, []],
  ])("gets a note for each package that is too old: %o", async (dependencies, notes) => {
    const packageJson = JSON.stringify({ dependencies: { "next-auth": "5.0.0-beta.30", ...dependencies } }, null, 2)
    const { out } = await migrateFiles({ "package.json": packageJson })
    expect(out.match(/Latchkit needs/g) ?? []).toHaveLength(notes.length)
    for (const note of notes)
      expect(out.replaceAll(/package.json:\d/g, "package.json")).toContain(`! package.json  ${note}`)
  })

  test("of Express gets it in `getSession` too", async () => {
    const { read } = await migrateFiles({
      "server.ts": `import { ExpressAuth, getSession } from "@auth/express"\nconst config = { providers: [] }\napp.use("/auth/*splat", ExpressAuth(config))\nawait getSession(req, config)\nawait getSession(req, { providers: [] })\n`,
    })
    expect((await read("server.ts")).match(/\.\.\.authjs\(\)/g)).toHaveLength(2)
    expect(await read("server.ts")).toContain('from "latchkit/express"')
  })

  test("keeps its augmented types", async () => {
    const { read } = await migrateFiles({
      "types.d.ts": `import type { DefaultSession } from "next-auth"
declare module "next-auth" { interface Session { user: { role: string } & DefaultSession["user"] } }
declare module "next-auth/jwt" { interface JWT { role?: string } }
`,
    })
    expect(await read("types.d.ts")).toBe(`import type { DefaultSession } from "latchkit/next"
declare module "latchkit" { interface Session { user: { role: string } & DefaultSession["user"] } }
declare module "latchkit/jwt" { interface JWT { role?: string } }
`)
  })

  test("keeps an import that loads the augmented module", async () => {
    const { read } = await migrateFiles({
      "types.d.ts": `import "next-auth/jwt"\ndeclare module "next-auth/jwt" { interface JWT { role?: string } }\n`,
    })
    expect(await read("types.d.ts")).toBe(
      `import "latchkit/jwt"\ndeclare module "latchkit/jwt" { interface JWT { role?: string } }\n`,
    )
  })

  test("gets every kind of import rewritten", async () => {
    const { read } = await migrateFiles({
      "a.tsx": `export { useSession } from "next-auth/react"
const lazy = () => import("next-auth/react")
const required = require('next-auth/jwt')
type S = import("next-auth").Session
vi.mock("next-auth/react", () => ({}))
`,
      "b.svelte": `<script lang="ts">\n  import { signIn } from "@auth/sveltekit/client"\n</script>\n<p>next-auth/react</p>\n`,
    })
    expect(await read("a.tsx")).toBe(`export { useSession } from "latchkit/react"
const lazy = () => import("latchkit/react")
const required = require('latchkit/migrate/authjs')
type S = import("latchkit/next").Session
vi.mock("latchkit/react", () => ({}))
`)
    expect(await read("b.svelte")).toBe(
      `<script lang="ts">\n  import { signIn } from "latchkit/svelte"\n</script>\n<p>next-auth/react</p>\n`,
    )
  })

  test("gets a list of what is left to do, with file and line", async () => {
    const { code, out, read } = await migrateFiles({
      "auth.ts": `import NextAuth from "next-auth"\nimport Nope from "next-auth/providers/nope"\nimport x from "next-auth/webauthn"\nNextAuth(make())\n`,
    })
    expect(code).toBe(1)
    expect(out).toContain("auth.ts:2  Latchkit has no provider `nope`")
    expect(out).toContain("auth.ts:3  `next-auth/webauthn` has no replacement")
    expect(out).toContain("auth.ts:4  Add `...authjs()`")
    expect(await read("auth.ts")).toContain('from "next-auth/providers/nope"')
  })

  test("of SvelteKit gets a note for the type of `event.locals`, and for Auth.js's components", async () => {
    const { out } = await migrateFiles({
      "src/auth.ts": `import { SvelteKitAuth } from "@auth/sveltekit"\nexport const { handle } = SvelteKitAuth({ providers: [] })\n`,
      "src/routes/+page.ts": `import { SignIn } from "@auth/sveltekit/components"\n`,
    })
    expect(out).toContain(
      'src/auth.ts:2  In `src/app.d.ts`, add `auth: import("latchkit/sveltekit").AuthLocals["auth"]`',
    )
    expect(out).toContain("+page.ts:1  `SignIn` and `SignOut` of `latchkit/svelte` are whole cards")
  })

  test("of SolidStart gets Latchkit's client, and a note for its base path", async () => {
    const { out, read } = await migrateFiles({
      "a.tsx": `import { signIn, type SignInResponse } from "@auth/solid-start/client"\n`,
      "b.ts": `import type { Adapter } from "@auth/solid-start/adapters"\nimport type { Provider } from "@auth/qwik/providers"\n`,
    })
    expect(await read("a.tsx")).toContain(`{ signIn, type SignInResult as SignInResponse } from "latchkit/solid"`)
    expect(await read("b.ts")).toMatch(/"latchkit\/adapters"[^]*"latchkit\/providers"/)
    expect(out).toContain('a.tsx:1  Pass `basePath: "/api/auth"` to `signIn` and `signOut`')
  })

  test("keeps the types of providers' profiles", async () => {
    const { code, out, read } = await migrateFiles({
      "auth.ts": `import GitHub, {\n  type GitHubProfile as Profile,\n} from "next-auth/providers/github"\n`,
      "types.ts": `export type { GoogleProfile } from "@auth/core/providers/google"\n`,
      "user.ts": `type P = import("next-auth/providers/discord").DiscordProfile\n`,
    })
    expect([code, out]).toEqual([0, expect.not.stringContaining("doesn't export")])
    expect(await read("auth.ts")).toContain('type GitHubProfile as Profile,\n} from "latchkit/providers/github"')
    expect(await read("types.ts")).toContain('{ GoogleProfile } from "latchkit/providers/google"')
    expect(await read("user.ts")).toContain('import("latchkit/providers/discord").DiscordProfile')
  })

  test("changes nothing with --dry-run, and nothing on a second run", async () => {
    const auth = `import NextAuth from "next-auth"\nNextAuth({ providers: [] })\n`
    const dry = await migrateFiles({ "auth.ts": auth }, { words: ["--dry-run"] })
    expect(dry.out).toContain(
      "+ auth.ts\n\nWould change 1 file.\n\nNext:\n  1. Make the changes: npx latchkit migrate authjs\n",
    )
    expect(await dry.read("auth.ts")).toBe(auth)
    const first = await (await migrateFiles({ "auth.ts": auth })).read("auth.ts")
    const again = await migrateFiles({ "auth.ts": first })
    expect(again.out).toContain("Changed 0 files")
    expect(await again.read("auth.ts")).toBe(first)
  })
})

describe("the environment", () => {
  test("gets the new names in addition to the old ones, so that the app can go back", async () => {
    const { read } = await migrateFiles({
      ".env.local": "A=1\nNEXTAUTH_SECRET=abc=\nexport NEXTAUTH_URL=http://localhost:3000\n",
      ".env": "NEXTAUTH_SECRET=old\nAUTH_SECRET=new\n",
      "auth.ts": `import NextAuth from "next-auth"\nNextAuth({ providers: [], secret: process.env.NEXTAUTH_SECRET })\nconst mine = process.env.NEXTAUTH_SECRET\n`,
    })
    expect(await read(".env.local")).toBe(
      "A=1\nNEXTAUTH_SECRET=abc=\nAUTH_SECRET=abc=\nexport NEXTAUTH_URL=http://localhost:3000\nexport AUTH_URL=http://localhost:3000\n",
    )
    expect(await read(".env")).toBe("NEXTAUTH_SECRET=old\nAUTH_SECRET=new\n")
    expect(await read("auth.ts")).toContain("secret: process.env.AUTH_SECRET")
    expect(await read("auth.ts")).toContain("const mine = process.env.NEXTAUTH_SECRET")
  })
})

test("a next-auth 4 app gets the modules that replace version 4, and keeps its configuration", async () => {
  const { code, out, read } = await migrateFiles(
    {
      "pages/api/auth/[...nextauth].ts": `import NextAuth, { type NextAuthOptions } from "next-auth"
import CredentialsProvider from "next-auth/providers/credentials"
import GoogleProvider from "next-auth/providers/google"
export const authOptions: NextAuthOptions = { providers: [] }
export default NextAuth(authOptions)
`,
      "middleware.ts": `export { default } from "next-auth/middleware"\n`,
      "pages/index.tsx": `import { getServerSession } from "next-auth/next"\nimport { getToken } from "next-auth/jwt"\nconst a = <p />\n`,
      "types.d.ts": `declare module "next-auth" { interface User { role: string } }\ndeclare module "next-auth/jwt" { interface JWT { role: string } }\n`,
      "github.ts": `import GithubProvider, { type GithubProfile } from "next-auth/providers/github"\n`,
      "twitter.ts": `import Twitter from "next-auth/providers/twitter"\n`,
      "email.ts": `import EmailProvider from "next-auth/providers/email"\nimport type { BuiltInProviderType } from "next-auth/providers/index"\n`,
    },
    { version: 4 },
  )
  expect(await read("pages/api/auth/[...nextauth].ts"))
    .toBe(`import NextAuth, { type NextAuthOptions } from "latchkit/migrate/next-auth-4"
import CredentialsProvider from "latchkit/migrate/next-auth-4/credentials"
import GoogleProvider from "latchkit/providers/google"
export const authOptions: NextAuthOptions = { providers: [] }
export default NextAuth(authOptions)
`)
  expect(await read("middleware.ts")).toBe(`export { default } from "latchkit/migrate/next-auth-4/middleware"\n`)
  expect(await read("pages/index.tsx")).toContain('"latchkit/migrate/next-auth-4/jwt"')
  expect(await read("types.d.ts")).toContain('declare module "latchkit/migrate/next-auth-4/jwt"')
  expect(code).toBe(1)
  expect(await read("email.ts")).toContain('import EmailProvider from "latchkit/providers/email"')
  expect(out).toContain("email.ts:2  Latchkit doesn't export `BuiltInProviderType`. Use `string`")
  expect(await read("github.ts")).toContain('{ type GitHubProfile as GithubProfile } from "latchkit/providers/github"')
  expect(out).toContain("twitter.ts:1  Latchkit signs in to Twitter with OAuth 2")
})

test("a next-auth 4 app gets a note for each client function that runs on the server", async () => {
  const { out } = await migrateFiles(
    {
      "pages/a.tsx": `import { getSession } from "next-auth/react"\nexport const getServerSideProps = async ({ req }) => ({ props: { session: await getSession({ req }) } })\n`,
      "pages/b.tsx": `import { getProviders } from "next-auth/react"\nexport const getServerSideProps = (context) => getProviders(context)\n`,
      "pages/c.tsx": `import { getSession } from "next-auth/react"\nexport const read = () => getSession({ broadcast: false })\n`,
    },
    { version: 4 },
  )
  const notes = out.split("\n").filter((line) => line.includes("runs on the server here"))
  expect(notes.sort()).toEqual([
    expect.stringContaining("pages/a.tsx:2  `getSession` runs on the server here"),
    expect.stringContaining("pages/b.tsx:2  `getProviders` runs on the server here"),
  ])
})

test("asks for the version in a folder without Auth.js", async () => {
  const { code, out } = await migrateFiles({ "package.json": "{}" })
  expect(code).toBe(2)
  expect(out).toContain("--version 4 or 5")
})
