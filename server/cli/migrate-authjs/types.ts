import type { Version } from "./modules.ts"
import type { Parse } from "./tree.ts"

/** A change that the codemod couldn't make. */
export interface Note {
  line: number
  text: string
}

/** A change that the codemod made to a file, or couldn't make. */
export interface Change {
  /** Relative to the project. */
  file: string
  changed: boolean
  notes: readonly Note[]
}

export interface Rewriting {
  version: Version
  /** The ids of Latchkit's providers. */
  providers: ReadonlySet<string>
  /** Configuration objects that another file passes to Latchkit, by {@link configurationKey}. */
  configurations: ReadonlySet<string>
  parse: Parse
  /** Changes no file, so the lines of notes are those of before. */
  dryRun: boolean
}

export interface Rewritten {
  text: string
  notes: readonly Note[]
  /** The imported configuration objects that this file passes to Latchkit. */
  imported: readonly ImportedConfiguration[]
  /** Those of {@link Rewriting.configurations} that this file exports. */
  exported: readonly string[]
}

/** A configuration object of another file. */
export interface ImportedConfiguration {
  /** Its {@link configurationKey}. */
  key: string
  /** The line that passes it to Latchkit. */
  line: number
}
