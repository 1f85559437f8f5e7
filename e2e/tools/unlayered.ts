/** Returns auth.css without the layer of its rules, for an app whose own rules have no layer. Its tokens keep theirs. */
export function unlayered(css: string): string {
  const [before = "", rules, ...more] = css.split("@layer latchkit {")
  if (rules === undefined || more.length > 0 || !rules.endsWith("}\n"))
    throw new Error("auth.css must end with one block of the layer latchkit")
  return `${before}${rules.slice(0, -2)}`
}
