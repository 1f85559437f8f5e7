import { expect, test } from "vitest"
import { createSettings } from "../../service/features.ts"
import { passwordConfig } from "../../test-kit/password-service.ts"
import { countLocallyInWindow } from "./consume.ts"

test("keeps the count of a user under attack when it is flooded with other keys (threat 171)", () => {
  const settings = createSettings(passwordConfig({ clock: () => 0 }), { env: {} })
  for (let turn = 0; turn < 50; turn++) countLocallyInWindow(settings, "credentialsAnywhere:ada", 3600)
  for (let turn = 0; turn < 60_000; turn++) countLocallyInWindow(settings, `credentials:${turn}`, 900)
  expect(countLocallyInWindow(settings, "credentialsAnywhere:ada", 3600)).toBe(51)
  expect(settings.counters.size).toBeLessThanOrEqual(50_000)
})
