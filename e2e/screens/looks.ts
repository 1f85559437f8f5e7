import type { Page } from "@playwright/test"

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

/** The settings of a look: device and color scheme. */
export interface Look {
  readonly colorScheme: "light" | "dark"
  readonly viewport: { readonly width: number; readonly height: number }
}

/** Every look by its name, in the order of the index page. */
export const LOOKS: Readonly<Record<string, Look>> = {
  "light-phone": { colorScheme: "light", viewport: PHONE },
  "dark-phone": { colorScheme: "dark", viewport: PHONE },
  "light-desktop": { colorScheme: "light", viewport: DESKTOP },
  "dark-desktop": { colorScheme: "dark", viewport: DESKTOP },
}

/** Saves a picture of a page under a name. */
export type Shoot = (page: Page, name: string) => Promise<void>
