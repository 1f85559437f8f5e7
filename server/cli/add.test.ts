import { expect, test } from "vitest"
import { addCommand } from "./add.ts"
import { temporaryApp } from "./app.fixture.ts"
import { initCommand } from "./init/index.ts"

test("adds the import, the entry and the variables, and says where to register which URL", async () => {
  await using app = await temporaryApp(["next"])
  await initCommand(["--yes", "--no-install"], app.environment)
  expect(await addCommand(["github"], app.environment)).toBe(0)
  const text = await app.read("auth.ts")
  expect(text).toContain(
    'import { defineConfig } from "latchkit/server"\nimport { GitHub } from "latchkit/providers/github"\n',
  )
  expect(text).toMatch(/\n {4}GitHub\(\),\n {2}\],/)
  expect(await app.read(".env")).toMatch(/\nAUTH_GITHUB_ID=\nAUTH_GITHUB_SECRET=\n$/)
  expect(app.output.out).toContain("http://localhost:3000/api/auth/callback/github with GitHub")
  expect(app.output.out).toMatch(/See https:\/\/docs\.github\.com\//)
  const before = [text, await app.read(".env")]
  expect(await addCommand(["GitHub"], app.environment)).toBe(0)
  expect([await app.read("auth.ts"), await app.read(".env")]).toEqual(before)
  expect(app.output.out).toContain("= auth.ts has GitHub already")
})

test.each([
  ["resend", 'Resend({ from: "" })', "AUTH_RESEND_KEY"],
  ["SendGrid", 'SendGrid({ from: "" })', "AUTH_SENDGRID_KEY"],
  ["forwardemail", 'ForwardEmail({ from: "" })', "AUTH_FORWARDEMAIL_KEY"],
  ["loops", 'Loops({ transactionalId: "" })', "AUTH_LOOPS_KEY"],
  ["mailgun", 'Mailgun({ from: "" })', "AUTH_MAILGUN_KEY"],
  ["postmark", 'Postmark({ from: "" })', "AUTH_POSTMARK_KEY"],
])("adds %s, which sends emails", async (name, entry, variable) => {
  await using app = await temporaryApp(["next"])
  await initCommand(["--yes", "--no-install"], app.environment)
  expect(await addCommand([name], app.environment)).toBe(0)
  expect(await app.read("auth.ts")).toContain(entry)
  expect(await app.read(".env")).toContain(`\n${variable}=\n`)
  expect(app.output.out).toContain("Remove Nodemailer from auth.ts")
  expect(app.output.out).not.toContain("callback/")
  const { [/\w+/.exec(entry)?.[0] ?? ""]: provider } = await import(`../providers/email/${name.toLowerCase()}.ts`)
  expect(provider).toBeTypeOf("function")
})

const config = (list: string) => `import { createAuth } from 'latchkit/server';

// providers: [ in a comment
export const auth = createAuth({ label: "providers: [", providers: ${list}, siteName: 'Acme' });
`

test.each([
  ["[]", "[Google()]"],
  ["[GitHub()]", "[GitHub(), Google()]"],
  ["[GitHub({ scopes: ['a'] }),]", "[GitHub({ scopes: ['a'] }), Google()]"],
  ["[\n  GitHub(), // first\n]", "[\n  GitHub(), // first\n  Google(),\n]"],
  ["[\n    OIDC({\n      id: ']',\n    })\n  ]", "[\n    OIDC({\n      id: ']',\n    }),\n    Google(),\n  ]"],
])("keeps the layout of %j", async (before, after) => {
  await using app = await temporaryApp([], { "lib/auth.ts": config(before) })
  expect(await addCommand(["google"], app.environment)).toBe(0)
  const imported = config(after).replace("server';", "server';\nimport { Google } from 'latchkit/providers/google';")
  expect(await app.read("lib/auth.ts")).toBe(imported)
})

test("asks for an issuer where the provider has none, in the file that has the secret", async () => {
  await using app = await temporaryApp(["next"], { "auth.ts": config("[]"), ".env.local": "AUTH_SECRET=x\n" })
  expect(await addCommand(["auth0"], app.environment)).toBe(0)
  expect(await app.read(".env.local")).toBe("AUTH_SECRET=x\nAUTH_AUTH0_ID=\nAUTH_AUTH0_SECRET=\nAUTH_AUTH0_ISSUER=\n")
})

test("--dry-run changes nothing", async () => {
  await using app = await temporaryApp([], { "auth.ts": config("[]") })
  expect(await addCommand(["google", "--dry-run"], app.environment)).toBe(0)
  expect(await app.read("auth.ts")).toBe(config("[]"))
  expect(app.output.out).toContain("+ auth.ts: Google()")
})

test.each<[string, string[], Record<string, string>, RegExp]>([
  ["there is no configuration", ["google"], {}, /No configuration found/],
  ["the file has no list", ["google"], { "auth.ts": `import "latchkit/server"` }, /has no `providers: \[…\]`/],
  ["the provider is unknown", ["gooogle"], { "auth.ts": config("[]") }, /Did you mean .*google/],
])("fails if %s", async (_, words, files, message) => {
  await using app = await temporaryApp([], files)
  await expect(addCommand(words, app.environment)).rejects.toThrow(message)
})
