/** Where a command writes to. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
}

/** Variables of the environment, by name. */
export type Env = Readonly<Record<string, string | undefined>>

/** What a command is given beside its words. */
export interface Surroundings {
  terminal: Terminal
  env: Env
  /** The folder that it runs in. */
  cwd: string
}
