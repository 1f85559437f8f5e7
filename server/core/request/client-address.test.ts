import fc from "fast-check"
import { expect, test } from "vitest"
import { toNetwork } from "./client-address.ts"

/** Writes the eight groups of an address as the URL parser reads them. */
const toAddress = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(":")
const groups = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 })

test("counts every spelling of an IPv6 address under its first 64 bits, and no other network", () => {
  fc.assert(
    fc.property(groups, fc.array(fc.nat(0xffff), { minLength: 4, maxLength: 4 }), (address, other) => {
      fc.pre(address.slice(0, 6).join() !== "0,0,0,0,0,65535") // a mapped IPv4 address
      const own = toAddress(address)
      const short = new URL(`http://[${own}]/`).hostname
      const network = toNetwork(own)
      expect(network).toBe(`${toAddress(address.slice(0, 4))}::/64`)
      const padded = address.map((group) => group.toString(16).padStart(4, "0")).join(":")
      for (const spelling of [short, short.slice(1, -1), own.toUpperCase(), padded, `${short}:443`, `${own}%eth0`])
        expect(toNetwork(spelling), spelling).toBe(network)
      const neighbour = toAddress([...address.slice(0, 4), ...other])
      if (!neighbour.startsWith("0:0:0:0:0:ffff:")) expect(toNetwork(neighbour)).toBe(network)
    }),
  )
})

test("counts an IPv4 address as it is, with or without a port, plain or mapped", () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.nat(65_535), (address, port) => {
      for (const spelling of [address, `${address}:${port}`, `::ffff:${address}`, `[::ffff:${address}]:${port}`])
        expect(toNetwork(spelling), spelling).toBe(address)
      expect(toNetwork(new URL(`http://[::ffff:${address}]/`).hostname), "in hexadecimal").toBe(address)
    }),
  )
})

test("returns undefined for a text that isn't an address, and never throws", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[[\]0-9a-f:.%/@]{0,50}$/)), (text) => {
      expect(toNetwork(text) ?? "1.1.1.1").toMatch(/^(?:[\d.]+|[0-9a-f:]+::\/64)$/)
    }),
    { numRuns: 2000 },
  )
})
