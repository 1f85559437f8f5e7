import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"

/**
 * Creates axe for a page whose frames are all of its own site. It lists only violations, which takes a third of the time,
 * and opens no second page to put the reports of frames together.
 */
export const createAxe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] })

const require = createRequire(import.meta.resolve("@axe-core/playwright"))
const SOURCE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")

/** One of axe's findings, with its elements. */
export interface Violation {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

declare global {
  interface Window {
    /** The tests' axe. Storybook's addon may set `axe` to its own. */
    ownAxe?: { run(context: string | Document, options: object): Promise<{ violations: Violation[] }> }
  }
}

/**
 * Runs axe in a part of a page, without frames. A page that shows many stories keeps axe: to add it for every run, as
 * `createAxe` does, takes longer than many runs.
 *
 * @param part a selector. The default is the whole page
 */
export async function violationsIn(page: Page, part?: string, options: object = {}): Promise<Violation[]> {
  const run = () =>
    page.evaluate(
      async ([selector, chosen]) => {
        const all = { iframes: false, resultTypes: ["violations"], ...chosen }
        const result = await window.ownAxe?.run(selector ?? document, all)
        return result?.violations.map(({ id, nodes }) => ({
          id,
          nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
        }))
      },
      [part, options] as const,
    )
  const found = await run()
  if (found) return found
  const session = await page.context().newCDPSession(page)
  const added = await session.send("Runtime.evaluate", { expression: `${SOURCE};window.ownAxe = window.axe` })
  await session.detach()
  const violations = await run()
  if (!violations) throw new Error(`axe didn't load: ${added.exceptionDetails?.text ?? "the page was left"}`)
  return violations
}
