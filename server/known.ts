/** The value where it is one of the codes. */
export function known(value: unknown, codes: readonly string[]): string | undefined {
  return typeof value === "string" && codes.includes(value) ? value : undefined
}
