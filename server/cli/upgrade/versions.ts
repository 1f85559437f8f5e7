/** Changes of a version, for an app that upgrades to it. */
export interface VersionChanges {
  readonly version: string
  /** Changes of tables, which `latchkit migrate` makes. */
  readonly tables: readonly string[]
  readonly cookies: readonly string[]
  readonly behavior: readonly string[]
  /** Whether instances of the version before may serve the same users meanwhile. Otherwise, why not. */
  readonly sideBySide: true | string
  /** Whether `latchkit migrate --contract` removes something of older versions. */
  readonly contracts: boolean
}

/** All versions, the oldest first. Each release adds a row. */
export const VERSIONS: readonly VersionChanges[] = [
  { version: "0.1.0", tables: [], cookies: [], behavior: [], sideBySide: true, contracts: false },
]
