/** Fills `{name}` in a sentence; a name without a value stays as it is. */
export function fill(sentence: string, values: Readonly<Record<string, string | undefined>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

/** A group of sentences with the host's own in place of ours; what is empty or no text is not taken. */
export function withOverrides<Group extends object>(ours: Group, theirs: object | undefined): Group {
  if (!theirs) return ours
  const merged = Object.entries(ours).map(([key, sentence]: [string, unknown]) => {
    const own: unknown = Object.hasOwn(theirs, key) ? Reflect.get(theirs, key) : undefined
    if (typeof sentence === "object" && sentence && typeof own === "object" && own)
      return [key, withOverrides(sentence, own)]
    return [key, typeof own === typeof sentence && own ? own : sentence]
  })
  return Object.fromEntries(merged) as Group // the same keys, each with a value of the same type
}
