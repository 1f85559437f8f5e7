import { expect, test } from "vitest"
import { migrateFiles } from "./app.fixture.ts"

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
  expect(read("pages/api/auth/[...nextauth].ts"))
    .toBe(`import NextAuth, { type NextAuthOptions } from "latchkit/migrate/next-auth-4"
import CredentialsProvider from "latchkit/migrate/next-auth-4/credentials"
import GoogleProvider from "latchkit/providers/google"
export const authOptions: NextAuthOptions = { providers: [] }
export default NextAuth(authOptions)
`)
  expect(read("middleware.ts")).toBe(`export { default } from "latchkit/migrate/next-auth-4/middleware"\n`)
  expect(read("pages/index.tsx")).toContain('"latchkit/migrate/next-auth-4/jwt"')
  expect(read("types.d.ts")).toContain('declare module "latchkit/migrate/next-auth-4/jwt"')
  expect(code).toBe(1)
  expect(read("email.ts")).toContain('import EmailProvider from "latchkit/providers/email"')
  expect(read("email.ts")).toContain('{ BuiltInProviderType } from "latchkit/migrate/next-auth-4"')
  expect(read("github.ts")).toContain('{ type GitHubProfile as GithubProfile } from "latchkit/providers/github"')
  expect(out).toContain("twitter.ts:1  Latchkit signs in to Twitter with OAuth 2")
})

test("a next-auth 4 app keeps the names and types of its client, in the browser and on the server", async () => {
  const client = `{ getProviders, signIn, type ClientSafeProvider, type LiteralUnion }`
  const { code, out, read } = await migrateFiles(
    {
      "pages/a.tsx": `import ${client} from "next-auth/react"\nexport const getServerSideProps = async () => ({ props: { providers: await getProviders() } })\n`,
      "email.ts": `import Email, { type EmailConfig, type SendVerificationRequestParams as R } from "next-auth/providers/email"\n`,
    },
    { version: 4 },
  )
  expect([code, out]).toEqual([0, expect.not.stringContaining("!")])
  expect(read("pages/a.tsx")).toContain(`import ${client} from "latchkit/migrate/next-auth-4/react"`)
  expect(read("email.ts")).toContain(
    'type EmailConfig, type VerificationRequest as R } from "latchkit/providers/email"',
  )
})
