import { language } from "./en.ts"
import type * as all from "./loaders.ts"

export { language }

/** English alone. The one file of a Worker would contain every language that is named here. */
export const LOADERS: typeof all.LOADERS = { en: () => Promise.resolve({ language }) }
