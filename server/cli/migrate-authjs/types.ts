import type { Version } from "./modules.ts"
import type { Parse } from "./tree.ts"

/** A change that the codemod couldn't make. */
export interface Note {
  line: number
  text: string
}

export interface Rewriting {
  version: Version
  /** The ids of Latchkit's providers. */
  providers: ReadonlySet<string>
  /** Names of configuration objects that another file passes to Latchkit. */
  configurations: ReadonlySet<string>
  parse: Parse
}

export interface Rewritten {
  text: string
  notes: readonly Note[]
  /** Names of imported configuration objects that this file passes to Latchkit. */
  configurations: readonly string[]
}
