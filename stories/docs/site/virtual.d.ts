declare module "virtual:docs-nav" {
  export type NavPage = import("./groups.ts").NavPage
  /** All pages, without their text. */
  export const NAV: readonly NavPage[]
  /** The first two numbers of Latchkit's version. */
  export const VERSION: string
}

declare module "virtual:docs-search" {
  export type SearchEntry = import("./search-index.ts").SearchEntry
  /** The sections of all pages. */
  export const SECTIONS: readonly SearchEntry[]
}
