/** A sentence, and the test that would fail if it were wrong. */
export interface Fact {
  readonly says: string
  /** From the root of the repository. */
  readonly file: string
  /** The test's title, or the start of it. */
  readonly test: string
  /** The code of the warning, or the words of the error, that Latchkit logs for an app that relies on the exception. */
  readonly logs?: string
}

/** A row of a table of facts. */
export const fact = (says: string, file: string, test: string): Fact => ({ says, file, test })

/** An exception to "the app behaves as it did", and what the log says to an app that relies on it. */
export const exception = (says: string, logs: string, [file, test]: readonly [file: string, test: string]): Fact => ({
  ...fact(says, file, test),
  logs,
})
