import { expect, test } from "vitest"
import { qrCode } from "./qr-code.ts"
import { createTotpSecret, otpauthUrl } from "../../core/proofs/totp.ts"

const secret = createTotpSecret()

test("a QR code is one path of rectangles and nothing else (threat 443)", async () => {
  const hostile = `"><script>alert(1)</script>`
  for (const name of ["Night book", hostile, "夜の本", "x".repeat(2048)]) {
    const { size, d } = await qrCode(otpauthUrl({ secret, siteName: name, account: `${name}@example.com` }))
    expect(d).toMatch(/^(?:M\d+ \d+h\d+v1h-\d+z)+$/)
    for (const [, x = "", y = "", width = "", back = ""] of d.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
      expect(width).toBe(back)
      expect(Math.max(Number(x) + Number(width), Number(y) + 1)).toBeLessThanOrEqual(size)
    }
    expect(size).toBeLessThan(100)
  }
})

test("a QR code has the three finder patterns, and the same text gives the same code", async () => {
  const { size, d } = await qrCode("otpauth://totp/a?secret=B")
  expect(await qrCode("otpauth://totp/a?secret=B")).toEqual({ size, d })
  for (const [x, y] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ])
    expect(d).toContain(`M${x} ${y}h7v1h-7z`)
})
