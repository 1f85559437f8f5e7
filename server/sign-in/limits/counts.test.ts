import { expect, test } from "vitest"
import { createSettings } from "../../config/settings.ts"
import { passwordConfig } from "../../testing/password-service.ts"
import { countLocallyInWindow } from "./counts.ts"

test("attack 171: a flood of keys makes nobody forget whom it is tried to get into", () => {
  const settings = createSettings(passwordConfig({ clock: () => 0 }), { env: {} })
  for (let turn = 0; turn < 50; turn++) countLocallyInWindow(settings, "credentialsAnywhere:ada", 3600)
  for (let turn = 0; turn < 60_000; turn++) countLocallyInWindow(settings, `credentials:${turn}`, 900)
  expect(countLocallyInWindow(settings, "credentialsAnywhere:ada", 3600)).toBe(51)
  expect(settings.counters.size).toBeLessThanOrEqual(50_000)
})
