/** One fault in one place of the product's code, which a test must notice. */
export interface Mutation {
  /** The file, from the root of the repository. */
  readonly file: string
  /** Text that the file has exactly once. */
  readonly from: string
  /** The text that replaces it. */
  readonly to: string
  /** The consequence for a user or for an attacker. */
  readonly so: string
  /** The test files that most likely notice it, the fastest first. */
  readonly tests: readonly string[]
}
