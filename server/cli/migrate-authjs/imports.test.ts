import { describe, expect, test } from "vitest"
import { migrateFiles } from "./app.fixture.ts"

describe("an Auth.js v5 app", () => {
  test("keeps its augmented types", async () => {
    const { read } = await migrateFiles({
      "types.d.ts": `import type { DefaultSession } from "next-auth"
declare module "next-auth" { interface Session { user: { role: string } & DefaultSession["user"] } }
declare module "next-auth/jwt" { interface JWT { role?: string } }
`,
    })
    expect(read("types.d.ts")).toBe(`import type { DefaultSession } from "latchkit/next"
declare module "latchkit" { interface Session { user: { role: string } & DefaultSession["user"] } }
declare module "latchkit/jwt" { interface JWT { role?: string } }
`)
  })

  test("keeps an import that loads the augmented module", async () => {
    const { read } = await migrateFiles({
      "types.d.ts": `import "next-auth/jwt"\ndeclare module "next-auth/jwt" { interface JWT { role?: string } }\n`,
    })
    expect(read("types.d.ts")).toBe(
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
    expect(read("a.tsx")).toBe(`export { useSession } from "latchkit/react"
const lazy = () => import("latchkit/react")
const required = require('latchkit/migrate/authjs')
type S = import("latchkit/next").Session
vi.mock("latchkit/react", () => ({}))
`)
    expect(read("b.svelte")).toBe(
      `<script lang="ts">\n  import { signIn } from "latchkit/svelte"\n</script>\n<p>next-auth/react</p>\n`,
    )
  })

  test("of @auth/core changes only its imports and gets the preset", async () => {
    const code = `import { Auth, raw, setEnvDefaults, type AuthConfig } from "@auth/core"
import type { Session } from "@auth/core/types"
const config: AuthConfig = { providers: [], raw }
setEnvDefaults(process.env, config)
export const handle = (request: Request) => Auth(request, config)
`
    const { read } = await migrateFiles({ "auth.ts": code })
    expect(read("auth.ts")).toBe(
      `import { authjs } from "latchkit/migrate/authjs"\n${code}`
        .replace('"@auth/core"', '"latchkit/migrate/authjs/core"')
        .replace('"@auth/core/types"', '"latchkit/server"')
        .replace("= { providers", "= { ...authjs(), providers"),
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
    expect(read("auth.ts")).toContain('from "next-auth/providers/nope"')
  })

  test("of SvelteKit gets a note for Auth.js's components only", async () => {
    const { out } = await migrateFiles({
      "src/auth.ts": `import { SvelteKitAuth } from "@auth/sveltekit"\nexport const { handle } = SvelteKitAuth({ providers: [] })\n`,
      "src/routes/+page.ts": `import { SignIn } from "@auth/sveltekit/components"\n`,
    })
    expect(out).not.toContain("app.d.ts")
    expect(out).toContain("+page.ts:1  These components work unmodified while `@auth/sveltekit` is installed")
  })

  test("of SvelteKit keeps what its `app.d.ts` references", async () => {
    const { read } = await migrateFiles({
      "src/app.d.ts": `// See the documentation\n/// <reference types="@auth/sveltekit" />\ndeclare namespace App {}\n`,
    })
    expect(read("src/app.d.ts")).toContain('/// <reference types="latchkit/sveltekit" />\n')
  })

  test("of SolidStart gets Latchkit's client", async () => {
    const { code, read } = await migrateFiles({
      "a.tsx": `import { signIn, type SignInResponse } from "@auth/solid-start/client"\n`,
      "b.ts": `import type { Adapter } from "@auth/solid-start/adapters"\nimport type { Provider } from "@auth/qwik/providers"\n`,
    })
    expect(read("a.tsx")).toContain(`{ signIn, type SignInResult as SignInResponse } from "latchkit/solid"`)
    expect(read("b.ts")).toMatch(/"latchkit\/adapters"[^]*"latchkit\/providers"/)
    expect(code).toBe(0)
  })

  test.each([
    ["signIn()", `signIn(undefined, { basePath: "/api/auth" })`],
    [`signIn("github")`, `signIn("github", { basePath: "/api/auth" })`],
    ["signIn(id, {})", `signIn(id, { basePath: "/api/auth" })`],
    ["signIn(id, { redirect: false })", `signIn(id, { basePath: "/api/auth", redirect: false })`],
    ["signIn(id, options ?? own, params)", `signIn(id, { basePath: "/api/auth", ...options ?? own }, params)`],
    [
      "<a onClick={() => leave()} signIn={x.signIn} />",
      `<a onClick={() => leave({ basePath: "/api/auth" })} signIn={x.signIn} />`,
    ],
    ["const { signIn: other } = { signIn: 1 }", "const { signIn: other } = { signIn: 1 }"],
  ])("of SolidStart passes its base path: %s", async (call, expected) => {
    const imports = `import { signIn, signOut as leave } from "@auth/solid-start/client"`
    const { code, read } = await migrateFiles({ "a.tsx": `${imports}\nexport const made = () => {}\n${call}\n` })
    expect([code, read("a.tsx").split("\n")[2]]).toEqual([0, expected])
  })

  test("of SolidStart gets a note where something else may call its client", async () => {
    const { out } = await migrateFiles({
      "a.tsx": `import { signIn, signOut } from "@auth/solid-start/client"\n<a onClick={signOut} />\nsignIn(...given)\nexport { signIn }\n`,
      "b.ts": `export { signOut } from "@auth/solid-start/client"\nimport * as client from "@auth/solid-start/client"\n`,
      "c.ts": `import type { SignInResponse } from "@auth/solid-start/client"\n`,
    })
    const notes = out.split("\n").filter((line) => line.startsWith("!"))
    expect(notes.map((line) => /^! (\S+)/.exec(line)?.[1])).toEqual([
      "a.tsx:2",
      "a.tsx:3",
      "a.tsx:4",
      "b.ts:1",
      "b.ts:2",
    ])
    expect(notes[0]).toContain(
      'Latchkit\'s client needs `basePath: "/api/auth"` here. Call `signOut` in a function that passes it',
    )
    expect(notes[3]).toContain("Pass it to each call of `signIn` and `signOut` of this module")
  })

  test("keeps the types of providers' profiles", async () => {
    const { code, out, read } = await migrateFiles({
      "auth.ts": `import GitHub, {\n  type GitHubProfile as Profile,\n} from "next-auth/providers/github"\n`,
      "types.ts": `export type { GoogleProfile } from "@auth/core/providers/google"\n`,
      "user.ts": `type P = import("next-auth/providers/discord").DiscordProfile\n`,
    })
    expect([code, out]).toEqual([0, expect.not.stringContaining("doesn't export")])
    expect(read("auth.ts")).toContain('type GitHubProfile as Profile,\n} from "latchkit/providers/github"')
    expect(read("types.ts")).toContain('{ GoogleProfile } from "latchkit/providers/google"')
    expect(read("user.ts")).toContain('import("latchkit/providers/discord").DiscordProfile')
  })

  test("changes nothing with --dry-run, and nothing on a second run", async () => {
    const auth = `import NextAuth from "next-auth"\nNextAuth({ providers: [] })\n`
    const dry = await migrateFiles({ "auth.ts": auth }, { words: ["--dry-run"] })
    expect(dry.out).toContain(
      "+ auth.ts\n\nWould change 1 file.\n\nNext:\n  1. Make the changes: npx latchkit migrate authjs\n",
    )
    expect(dry.read("auth.ts")).toBe(auth)
    const first = (await migrateFiles({ "auth.ts": auth })).read("auth.ts")
    const again = await migrateFiles({ "auth.ts": first })
    expect(again.out).toContain("Changed 0 files")
    expect(again.read("auth.ts")).toBe(first)
  })
})
