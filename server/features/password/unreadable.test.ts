import { createHmac } from "node:crypto"
import { hash as bcryptHash } from "bcryptjs"
import { afterEach, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { nodeCrypto } from "../../core/crypto/node.ts"
import { createPasswordHasher } from "../../core/crypto/passwords/hasher.ts"
import { importPassword } from "./import-password.ts"
import { django } from "../../providers/password-formats.ts"
import { FAST_HASH, GRACE, passwordAccountService, signedIn } from "../../test-kit/password-account-service.ts"

afterEach(() => vi.restoreAllMocks())

/** As on Node 22, Bun, Deno and Workers. */
function withoutArgon2(): void {
  if (!nodeCrypto) expect.fail("no node:crypto")
  const module = nodeCrypto as unknown as { readonly argon2: unknown } // so that it may be missing
  vi.spyOn(module, "argon2", "get").mockReturnValue(undefined)
}

const typed = { text: GRACE.password, raw: GRACE.password }
const argon2id = () => createPasswordHasher({ hash: FAST_HASH }).hash(typed, { key: "", known: true })

async function serviceWith(hash: string) {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: "9", name: null, image: null, email: GRACE.email, emailVerified: new Date(1) })
  await importPassword(adapter, { userId: "9", hash })
  return passwordAccountService({ adapter, password: { hash: { algorithm: "pbkdf2-sha256", params: { i: 1 } } } })
}

const UNREADABLE: [string, () => string | Promise<string>, RegExp][] = [
  ["argon2id, where the runtime lacks it", async () => argon2id(), /\$argon2id\$.*Node 24\.7/],
  ["bcrypt, which the app doesn't list", () => bcryptHash(GRACE.password, 4), /\$2b\$.*`accepts`/],
  [
    "WordPress",
    async () =>
      `$wp${(await bcryptHash(createHmac("sha384", "wp-sha384").update(GRACE.password).digest("base64"), 4)).replace("$2b$", "$2y$")}`,
    /\$wp\$2y\$/,
  ],
  ["Werkzeug", () => `scrypt:32768:8:1$abcdefgh$${"ab".repeat(64)}`, /scrypt:/],
  ["passlib", () => `$pbkdf2-sha256$29000$${"ab".repeat(11)}$${"ab".repeat(21)}`, /\$pbkdf2-sha256\$/],
  ["WordPress before 6.8", () => "$P$BGhzx8xkX9vRlYp1Qe7SUc6FXR3kA31", /\$P\$/],
  ["Linux", () => `$6$rounds=5000$usesomesillystri$${"a/.".repeat(28)}`, /\$6\$/],
  ["LDAP", () => `{SSHA}${btoa("a".repeat(24))}`, /\{SSHA\}/],
  ["an old Django", () => `sha1$abcdefgh$${"ab".repeat(20)}`, /sha1\$/],
  ["ASP.NET Core", () => `AQAAAAEAACcQAAAA${"A".repeat(66)}==`, /no format|unknown format/],
  ["argon2id that a short column cut off", () => "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ", /\$argon2id\$/],
  ["Spring", async () => `{bcrypt}${await bcryptHash(GRACE.password, 4)}`, /\{bcrypt\}/],
]

test.each(UNREADABLE)("a hash of %s isn't reported as a wrong password", async (_, create, logged) => {
  const hash = await create()
  withoutArgon2()
  const service = await serviceWith(hash)
  const browser = service.browser()
  const response = await service.signIn(browser, GRACE)
  expect(response.headers.get("location")).not.toContain("CredentialsSignin")
  expect(await signedIn(browser)).toBeNull()
  const messages = service.errors.map(({ message }) => message).join("\n")
  expect(messages).toMatch(logged)
  expect(messages).not.toContain(hash)
})

test.each(UNREADABLE)(
  "`importPassword` with `accepts` names the format of %s, and stores nothing",
  async (_, create, logged) => {
    const hash = await create()
    withoutArgon2()
    const adapter = MemoryAdapter()
    const error = await importPassword(adapter, { userId: "9", hash, accepts: [django()] }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toMatch(new RegExp(logged.source.replace(/\.\*.*/, "")))
    expect(String(error)).not.toContain(hash)
    expect(await adapter.getAccountRecord("password", "9")).toBeNull()
  },
)

test("new passwords are hashed so that every runtime with `node:crypto` can check them", async () => {
  const hash = await createPasswordHasher().hash(typed, { key: "", known: true })
  expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/)
  withoutArgon2()
  expect(await createPasswordHasher().verify(typed, hash, { key: "", known: true })).toEqual({
    matches: true,
    outdated: false,
  })
})

test("a hash of argon2id is replaced at the next sign-in where the runtime has it", async () => {
  const service = await serviceWith(await argon2id())
  expect((await service.signIn(service.browser(), GRACE)).headers.get("location")).not.toContain("error")
  await vi.waitFor(async () =>
    expect((await service.adapter.getAccountRecord("password", "9"))?.data).toContain("$pbkdf2-sha256$"),
  )
})
