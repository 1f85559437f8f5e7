/** The marks that the built-in pages have, besides those of the rows of providers. */
export { markOf as builtInMark } from "./index.ts"
