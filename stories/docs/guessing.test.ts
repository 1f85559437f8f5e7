import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import {
  CODE_ATTEMPT_LIMITS,
  LIMITS,
  UNKNOWN_ADDRESS_FACTORS,
  type Limit,
} from "../../server/core/config/rate-limits.ts"

const guide = readFileSync(join(import.meta.dirname, "security.mdx"), "utf8")
const CODES = 1_000_000
const DAY = 24 * 60 * 60

const grouped = (value: number) => Math.round(value).toLocaleString("en-US")
const aDay = ({ points, seconds }: Limit) => (points * DAY) / seconds
const times = ({ points, seconds }: Limit, factor: number): Limit => ({ points: points * factor, seconds })

function inWords({ points, seconds }: Limit): string {
  const window = { 900: "15 minutes", 3600: "an hour" }[seconds]
  return `${grouped(points)} in ${window}`
}

/** The cells of the guide's row that begins with this text. */
function row(first: string): string[] {
  const line = guide.split("\n").find((text) => text.startsWith(`| ${first} `)) ?? ""
  return line
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim())
}

describe("the security guide computes how long guessing takes from the default limits", () => {
  test.each<[string, Limit]>([
    ["From one client address, for any users", LIMITS.credentials],
    [
      "From all clients together whose address is unknown",
      times(LIMITS.credentials, UNKNOWN_ADDRESS_FACTORS.credentials),
    ],
    ["For one user, from one client address", LIMITS.credentialsFor],
    ["For one user, from all browsers that the user hasn’t signed in with", LIMITS.credentialsAnywhere],
    ["For one user, from all browsers that the user has signed in with", LIMITS.credentialsKnown],
  ])("passwords: %s", (first, limit) => expect(row(first)).toEqual([inWords(limit), grouped(aDay(limit))]))

  test("codes: one email", () => {
    expect(row("For one email")).toEqual([
      String(CODE_ATTEMPT_LIMITS.perEmail),
      "",
      `one email in ${grouped(CODES / CODE_ATTEMPT_LIMITS.perEmail)}`,
    ])
  })

  test("codes: one address", () => {
    const { perAddressAndDay } = CODE_ATTEMPT_LIMITS
    const days = CODES / perAddressAndDay
    const cells = [
      `${perAddressAndDay} in a day`,
      String(perAddressAndDay),
      `${grouped(days)} days (${grouped(days / 365.25)} years)`,
    ]
    expect(row("For one address, however many emails are requested")).toEqual(cells)
  })

  test("codes: one client, and all whose address is unknown", () => {
    const [, codes = ""] = guide.split("| Codes ")
    const unknown = codes.replaceAll(/ +/g, " ")
    for (const limit of [LIMITS.code, times(LIMITS.code, UNKNOWN_ADDRESS_FACTORS.code)]) {
      const daily = aDay(limit)
      expect(unknown).toContain(`| ${inWords(limit)} | ${grouped(daily)} | ${grouped(CODES / daily)} days |`)
    }
  })

  test("what guessing codes from one address takes", () => {
    const daily = aDay(LIMITS.code)
    const emails = grouped(daily / CODE_ATTEMPT_LIMITS.perEmail)
    const mailboxes = grouped(daily / CODE_ATTEMPT_LIMITS.perAddressAndDay)
    expect(guide.replaceAll(/\s+/g, " ")).toContain(`at least ${emails} emails a day, to ${mailboxes} mailboxes`)
    expect(aDay(LIMITS.email) * CODE_ATTEMPT_LIMITS.perEmail).toBeGreaterThanOrEqual(daily) // otherwise emails are the tighter limit
  })

  test("all codes are equally likely", () => expect(guide).toContain(`one of ${grouped(CODES)}`))
})
