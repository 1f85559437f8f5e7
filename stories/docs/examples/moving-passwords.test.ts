import "./environment.fixture.ts" // before the examples, which read it
import { execFileSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { hash as bcryptHash } from "bcryptjs"
import { betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { afterAll, beforeAll, expect, test } from "vitest"
import { cookieClient } from "../../../server/testing/cookie-client.ts"
import { moveFromAuth0 } from "./moving-passwords/auth0.ts"
import { adapter, auth } from "./moving-passwords/auth.ts"
import { moveFromBetterAuth } from "./moving-passwords/better-auth.ts"
import { moveFromClerk } from "./moving-passwords/clerk.ts"
import { moveFromFirebase } from "./moving-passwords/firebase.ts"
import { importUser } from "./moving-passwords/import-user.ts"
import { moveFromDevise, moveFromDjango } from "./moving-passwords/rails-and-django.ts"
import { moveFromSupabase } from "./moving-passwords/supabase.ts"

const PASSWORD = "moved with its user"
const folder = { path: "" }
beforeAll(async () => void (folder.path = await mkdtemp(join(tmpdir(), "latchkit-moving-"))))
afterAll(() => rm(folder.path, { recursive: true }))

const written = async (name: string, text: string) => {
  const file = join(folder.path, name)
  await writeFile(file, text)
  return file
}

const query = (rows: object[]) =>
  ({ query: async () => ({ rows }) }) as unknown as Parameters<typeof moveFromSupabase>[0] // the part that is called

/** Signs in through the pages, and returns the address of the session. */
async function signedInAs(email: string, password: string): Promise<string | null> {
  const browser = cookieClient(auth, new Map(), "https://app.test/auth")
  await browser.post("/callback/password", { csrfToken: await browser.csrfToken(), email, password })
  const session = (await (await browser.get("/session")).json()) as { user?: { email?: string } } | null // the shape of the response
  return session?.user?.email ?? null
}

async function expectMoved(email: string, password = PASSWORD, verified = true) {
  const user = await adapter.getUserByEmail(email)
  expect([user?.email, user?.emailVerified instanceof Date]).toEqual([email, verified])
  const tried = [`${password}!`, password, password] // the second success is with Latchkit's own hash
  const entered: (string | null)[] = []
  for (const one of tried) entered.push(await signedInAs(email, one))
  expect(entered).toEqual([null, email, email])
}

test("users of a real installation of Better Auth move", async () => {
  const file = join(folder.path, "better-auth.db")
  const options = {
    database: new DatabaseSync(file),
    secret: "a secret of more than thirty-two characters",
    baseURL: "https://old.test",
    emailAndPassword: { enabled: true },
  }
  await (await getMigrations(options)).runMigrations()
  const old = betterAuth(options)
  await old.api.signUpEmail({ body: { email: "better@app.test", name: "Bea", password: PASSWORD } })
  await moveFromBetterAuth(file)
  await moveFromBetterAuth(file)
  await expectMoved("better@app.test", PASSWORD, false)
})

test("users of Supabase, Auth0 and Clerk move", async () => {
  // Supabase writes $2a$, Auth0 and Clerk $2b$
  const hash = await bcryptHash(PASSWORD, 5)
  const encrypted_password = hash.replace("$2b$", "$2a$")
  await moveFromSupabase(query([{ email: "supa@app.test", name: "Sue", is_verified: true, encrypted_password }]))
  const line = { _id: { $oid: "5dea9f9c" }, email: "zero@app.test", email_verified: true, passwordHash: hash }
  await moveFromAuth0(await written("auth0.ndjson", `${JSON.stringify(line)}\n`))
  const csv = `id,first_name,last_name,primary_email_address,verified_email_addresses,password_digest,password_hasher
user_1,"Clara ""C""","von, Berg",clerk@app.test,clerk@app.test,${hash},bcrypt
user_2,Dan,,dan@app.test,,,
user_3,Eve,,erk@app.test,clerk@app.test|other@app.test,${hash},bcrypt
`
  await moveFromClerk(await written("clerk.csv", csv))
  for (const email of ["supa@app.test", "zero@app.test", "clerk@app.test"]) await expectMoved(email)
  expect((await adapter.getUserByEmail("clerk@app.test"))?.name).toBe('Clara "C" von, Berg')
  expect(await signedInAs("dan@app.test", PASSWORD)).toBeNull()
  expect((await adapter.getUserByEmail("erk@app.test"))?.emailVerified).toBeNull() // only a part of a verified address
})

test("users of Firebase move", async () => {
  const user = {
    localId: "1",
    email: "fire@app.test",
    emailVerified: true,
    salt: "42xEC+ixf3L2lw==",
    passwordHash: "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
  }
  await moveFromFirebase(await written("users.json", JSON.stringify({ users: [user, { localId: "2" }] })))
  await expectMoved("fire@app.test", "user1password")
})

test("users of Devise and Django move, with a hash that OpenSSL computes", async () => {
  const encrypted_password = (await bcryptHash(PASSWORD, 5)).replace("$2b$", "$2a$")
  await moveFromDevise(query([{ email: "devise@app.test", encrypted_password, confirmed_at: new Date() }]))
  await expectMoved("devise@app.test")
  const kdf = ["kdf", "-keylen", "32", "-kdfopt", "digest:SHA256", "-kdfopt", "iter:1000", "-binary"]
  const salted = ["-kdfopt", `pass:${PASSWORD}`, "-kdfopt", "salt:saltOfDjango", "PBKDF2"]
  const digest = execFileSync("openssl", [...kdf, ...salted]).toString("base64")
  const row = (email: string, password: string) => ({ email, password, first_name: "Dora", last_name: "" })
  const rows = [row("django@app.test", `pbkdf2_sha256$1000$saltOfDjango$${digest}`), row("none@app.test", "!unusable")]
  await moveFromDjango(query(rows))
  await expectMoved("django@app.test", PASSWORD, false)
  expect(await signedInAs("none@app.test", "!unusable")).toBeNull()
})

test("a hash in a format that isn't listed stops the script, which names the format", async () => {
  const user = { email: "press@app.test", isVerified: true, hash: "$P$BGhzx8xkX9vRlYp1Qe7SUc6FXR3kA31" }
  await expect(importUser(user)).rejects.toThrow("begins with `$P$`")
  await importUser({ ...user, hash: await bcryptHash(PASSWORD, 5) })
  await expectMoved("press@app.test")
})
