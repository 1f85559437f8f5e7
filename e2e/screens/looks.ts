import type { Page } from "@playwright/test"
import type { Globals } from "../stories/stage.ts"

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

/** The settings of a look. */
export interface Look {
  /** The device and what its user chose. */
  readonly context: {
    readonly colorScheme: "light" | "dark"
    readonly viewport: { readonly width: number; readonly height: number }
    readonly forcedColors?: "active"
  }
  /** The toolbar's options in Storybook. */
  readonly globals: Globals
}

/**
 * Every look by its name, in the order of the index page. `npm run screens` takes a picture of each story in each look, and
 * `e2e/stories/judges/looks.ts` judges it there.
 */
export const LOOKS: Readonly<Record<string, Look>> = {
  "light-phone": { context: { colorScheme: "light", viewport: PHONE }, globals: { scheme: "light" } },
  "dark-phone": { context: { colorScheme: "dark", viewport: PHONE }, globals: { scheme: "dark" } },
  "light-desktop": { context: { colorScheme: "light", viewport: DESKTOP }, globals: { scheme: "light" } },
  "dark-desktop": { context: { colorScheme: "dark", viewport: DESKTOP }, globals: { scheme: "dark" } },
  "rtl-phone": {
    context: { colorScheme: "light", viewport: PHONE },
    globals: { scheme: "light", dir: "rtl", language: "ar" },
  },
  "forced-desktop": {
    context: { colorScheme: "dark", viewport: DESKTOP, forcedColors: "active" },
    globals: { scheme: "dark" },
  },
}

/** Saves a picture of a page under a name. */
export type Shoot = (page: Page, name: string) => Promise<void>
