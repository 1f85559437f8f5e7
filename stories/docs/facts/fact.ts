/** A sentence, and the test that would fail if it were wrong. */
export interface Fact {
  readonly says: string
  /** From the root of the repository. */
  readonly file: string
  /** What the test is called, or how its name begins. */
  readonly test: string
}

/** A row of a table of facts. */
export const fact = (says: string, file: string, test: string): Fact => ({ says, file, test })
