/** Returns the custom properties of auth.css that an app may set, with the values that they have otherwise. */
export function tokensIn(css: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { 1: name = "", index, 0: start } of css.matchAll(/var\((--auth-[\w-]+),\s*/g)) {
    let depth = 1
    let end = index + start.length
    for (; depth > 0 && end < css.length; end++) depth += { "(": 1, ")": -1 }[css.charAt(end)] ?? 0
    const value = css.slice(index + start.length, end - 1)
    if (!value.startsWith("var(")) found.set(name, value.replace(/,(?=\S)/g, ", "))
  }
  return new Map([...found].toSorted())
}
