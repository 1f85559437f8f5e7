/** Returns the value if it is one of the codes. */
export function oneOf<Code extends string>(value: unknown, codes: readonly Code[]): Code | undefined {
  return codes.find((code) => code === value)
}
