declare module "virtual:docs-nav" {
  export type NavPage = import("./groups.ts").NavPage
  /** All pages, without their text. */
  export const NAV: readonly NavPage[]
}

declare module "virtual:docs-search" {
  export type SearchEntry = import("./search-index.ts").SearchEntry
  /** The sections of all pages. */
  export const SECTIONS: readonly SearchEntry[]
}
