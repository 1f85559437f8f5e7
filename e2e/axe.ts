import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"

/**
 * Creates axe for a page whose frames are all of its own site. It lists only violations, which takes a third of the time,
 * and opens no second page to put the reports of frames together.
 */
export const createAxe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] })
