import { BaseClient } from "@xata.io/client"
import { beforeAll, describe, expect } from "vitest"
import type { Adapter } from "../../server/adapters/contract.ts"
import { RecordsAdapter, type RecordsClient } from "../../server/adapters/records.ts"
import { hostedRecords } from "../../server/test-kit/hosted-records.ts"
import { deletionSuite } from "./deletion-suite.ts"
import { devicesSuite } from "./devices-suite.ts"
import { emailChangeSuite } from "./email-change-suite.ts"
import { factorSuite } from "./factor-suite.ts"
import { passwordSuite } from "./password-suite.ts"

describe("RecordsAdapter through the client of the hosted database", () => {
  const opened: { adapter?: Adapter } = {}
  beforeAll(() => {
    const { databaseURL, fetch } = hostedRecords()
    const client = new BaseClient({ databaseURL, fetch, branch: "main", apiKey: "test" })
    // The client's own type knows no tables. Ours names the part that is used
    opened.adapter = RecordsAdapter(client as unknown as RecordsClient, {
      passkeys: true,
      extra: true,
      accountRecords: true,
    })
  })
  factorSuite(() => opened.adapter ?? expect.fail("not connected"))
  passwordSuite(() => opened.adapter ?? expect.fail("not connected"))
  devicesSuite(() => opened.adapter ?? expect.fail("not connected"))
  emailChangeSuite(() => opened.adapter ?? expect.fail("not connected"))
  deletionSuite(() => opened.adapter ?? expect.fail("not connected"))
})
