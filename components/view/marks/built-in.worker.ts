import type * as all from "./built-in.ts"
import { markByHand } from "./by-hand.ts"

/** Finds no mark of simple-icons: 110 kB. A Worker has those of the providers that it imports. */
export const builtInMark: typeof all.builtInMark = markByHand
