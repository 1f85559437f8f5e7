import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, expect, test } from "vitest"
import { describeWith, run } from "../../test-kit/programs.ts"
import { base32 } from "../../core/proofs/base32.ts"
import { qrCode } from "./qr-code.ts"
import { createTotpSecret, otpauthUrl, totpCode, totpSecretText, totpStep, verifyTotp } from "../../core/proofs/totp.ts"

describeWith(["oathtool"], () => {
  const codeAt = (secret: string, time: number) => {
    const now = new Date(time).toISOString().replace("T", " ").replace(/\..*/, " UTC")
    return run("oathtool", ["--totp", "--base32", "--now", now, secret])
  }
  const now = Date.UTC(2026, 10, 22, 20)

  test.each([59_000, 1_111_111_109_000, now, Date.UTC(2099, 0, 1)])(
    "computes the same codes at %i milliseconds",
    async (time) => {
      for (const secret of Array.from({ length: 10 }, createTotpSecret)) {
        const code = codeAt(base32(secret), time)
        expect(await totpCode(secret, totpStep(time))).toBe(code)
        expect(await verifyTotp(secret, code, { now: time })).toBe(totpStep(time))
      }
    },
  )

  test("reads the secret as the page shows it", async () => {
    const secret = createTotpSecret()
    expect(codeAt(totpSecretText(secret), now)).toBe(await totpCode(secret, totpStep(now)))
  })

  test("reads the secret of the address", async () => {
    const secret = createTotpSecret()
    const url = new URL(otpauthUrl({ secret, siteName: "Night book", account: "ada@example.com" }))
    expect(codeAt(url.searchParams.get("secret") ?? "", now)).toBe(await totpCode(secret, totpStep(now)))
  })
})

describeWith(["zbarimg"], () => {
  afterAll(() => void delete process.env["VIPSHOME"]) // sharp's library sets it

  /** Renders the code as the card does, and reads it from the picture. */
  async function scan(text: string): Promise<string | undefined> {
    const { size, d } = await qrCode(text)
    const code = `<rect x="-4" y="-4" width="100%" height="100%" fill="#fff"/><path d="${d}"/>`
    const side = size + 8
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${side} ${side}">${code}</svg>`
    const folder = await mkdtemp(join(tmpdir(), "qr-"))
    const picture = join(folder, "code.png")
    try {
      await sharp(Buffer.from(svg)).resize(400, 400, { kernel: "nearest" }).png().toFile(picture)
      return run("zbarimg", ["--quiet", "--raw", picture])
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  test.each([
    ["short names", "A", "b"],
    ["usual names", "Night book", "ada@example.com"],
    ["other scripts", "夜の本", "आदा@example.com"],
    ["hostile names", `"><script>:&secret=AAAA`, "a%00\u202E&secret=BBBB"],
    ["names of 2 KB", "S".repeat(2048), "é😀".repeat(1024)],
  ])("reads the address with %s, and its codes (threat 443)", async (_, siteName, account) => {
    const secret = createTotpSecret()
    const text = otpauthUrl({ secret, siteName, account })
    const scanned = await scan(text)
    expect(scanned).toBe(text)
    expect(new URL(scanned ?? "").searchParams.get("secret")).toBe(base32(secret))
  })
})
