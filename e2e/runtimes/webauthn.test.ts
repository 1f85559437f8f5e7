import { execFileSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, describe, expect, test, vi } from "vitest"
import { bundleModule } from "../../.build/webauthn.ts"

const folder = await mkdtemp(join(tmpdir(), "latchkit-webauthn-"))
const file = join(folder, "webauthn.mjs")
const { code } = await bundleModule("server/providers/passkey-library.ts")
await writeFile(file, code)
afterAll(() => rm(folder, { recursive: true }))

// The package contains the bundle, and the unit tests run the library. So the same tests run the bundle here
vi.doMock("../../server/providers/passkey-library.ts", () => import(pathToFileURL(file).href) as Promise<object>)

describe("the bundled WebAuthn library", async () => {
  await import("../../server/features/passkeys/test-vectors.test.ts")
  await import("../../server/features/passkeys/passkey.test.ts")
  await import("../../server/features/passkeys/passkey.attacks.test.ts")

  test("is what those tests ran", async () => {
    const loaded: object = await import("../../server/providers/passkey-library.ts")
    const { verifyRegistrationResponse } = (await import(pathToFileURL(file).href)) as Record<string, unknown>
    expect(loaded).toMatchObject({ verifyRegistrationResponse })
  })

  test("changes no global, and compiles no code at run time", () => {
    const before = "const before = Object.getOwnPropertyNames(Reflect).length + Object.keys(globalThis).length"
    const after = "Object.getOwnPropertyNames(Reflect).length + Object.keys(globalThis).length - before"
    const script = `${before}; await import(${JSON.stringify(pathToFileURL(file).href)}); console.log(${after})`
    const flags = ["--disallow-code-generation-from-strings", "--input-type=module", "--eval", script]
    expect(execFileSync(process.execPath, flags, { encoding: "utf8" })).toBe("0\n")
    expect(code).not.toMatch(/\beval\(|\bFunction\(/)
  })
})
