import type { BrowserContextOptions } from "@playwright/test"
import type { Stage } from "../stage.ts"

/** The pages that a judge works with. */
export interface Court {
  /** The test's own page. */
  readonly stage: Stage
  /** Opens a stage on another device. The test closes it. */
  readonly openStage: (device: BrowserContextOptions) => Promise<Stage>
}

/** Looks at stories in one way, and returns what is wrong, with the story's id. */
export type Judge = (court: Court, ids: readonly string[]) => Promise<string[]>

/** Returns the ids of a section's stories among these. */
export const isIn =
  (section: string) =>
  (id: string): boolean =>
    id.startsWith(`${section.toLowerCase()}-`)
