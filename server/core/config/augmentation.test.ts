import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { compileApp } from "../../test-kit/app-types.ts"

const folder = join(import.meta.dirname, "../../../.cache/augmentation")

const AUGMENTED = `
export {}
declare module "latchkit" {
  interface Session { role: string }
  interface User { role: string }
}
declare module "latchkit/jwt" { interface JWT { role: string } }
declare module "latchkit/adapters" { interface AdapterUser { tier: number } }
`

// The last line is an error, which shows that the compiler read the file
const app = (from: string, make: string, preset = false) => `
import { ${make} } from "${from}"${preset ? '; import { authjs } from "latchkit/migrate/authjs"' : ""}
import type { Adapter } from "@auth/core/adapters"
declare const adapter: Adapter
${make}({${preset ? " ...authjs()," : ""}
  adapter,
  session: { strategy: "jwt" },
  providers: [],
  callbacks: {
    jwt({ token, user, session }) {
      if (user) token.role = user.role
      ${preset ? "// as in Auth.js" : "// @ts-expect-error -- it is unknown"}
      if (session?.user) token.role = session.user.role
      return token
    },
    session({ session, token }) {
      session.role = token.role
      return session
    },
    signIn: ({ user }) => user.role === "admin" && "tier" in user && user.tier > 0,
    lifetime: ({ user }) => ({ maxAge: user.tier ?? 60 }),
  },
  events: { createUser: ({ user }) => void (user.id.length + user.tier) },
})
export const wrong: number = "wrong"
`

const FROM_4 = `
import NextAuth, { type NextAuthOptions } from "latchkit/migrate/next-auth-4"
declare module "latchkit/migrate/next-auth-4" {
  interface Session { role: string }
  interface User { role: string }
}
declare module "latchkit/migrate/next-auth-4/jwt" { interface JWT { role: string } }
export const options: NextAuthOptions = {
  providers: [],
  callbacks: {
    jwt({ token, user }) {
      if (user) token.role = user.role
      return token
    },
    session({ session, token }) {
      session.role = token.role
      return session
    },
    signIn: ({ user }) => user.role === "admin",
  },
  events: {
    signIn: ({ user }) => void user.role.length,
    linkAccount: ({ user, profile }) => void (user.role.length + profile.role.length),
  },
}
export default NextAuth(options)
export const wrong: number = "wrong"
`

// Each app is a separate program that loads one module of Latchkit, so no other module can load the augmented types
const APPS = {
  next: app("latchkit/next", "NextAuth"),
  express: app("latchkit/express", "ExpressAuth"),
  server: app("latchkit/server", "createAuth"),
  preset: app("latchkit/server", "createAuth", true),
  "next-auth 4": FROM_4,
}

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" })) // `.cache` may hold a package.json: a report
  for (const [name, text] of Object.entries(APPS)) {
    await mkdir(join(folder, name), { recursive: true })
    await writeFile(join(folder, name, "app.ts"), text)
    await writeFile(join(folder, name, "types.d.ts"), AUGMENTED)
  }
})
afterAll(() => rm(folder, { recursive: true }))

test.each(Object.keys(APPS))(
  "callbacks of %s get the fields that the app adds to Session, User and JWT",
  async (name) => {
    const errors = (await compileApp(join(folder, name))).trim().split("\n")
    expect(errors).toEqual([expect.stringMatching(/app\.ts\(\d+,14\): error TS2322/)])
  },
  60_000,
)
