/** Returns auth.css without the layer of its rules, for an app whose own rules have no layer. */
export function unlayered(css: string): string {
  const [before = "", rules, ...more] = css.split("@layer latchkit {")
  if (rules === undefined || more.length > 0 || !rules.endsWith("}\n"))
    throw new Error("auth.css must end with one block of the layer latchkit")
  return `${before}${rules.slice(0, -2)}`
}

/**
 * Returns auth.css for bundlers. Each comma of `light-dark` is in a custom property, so that they leave these colors to the
 * browser. Their translation knows only a `color-scheme` in the same stylesheet. They also keep a space after a comma of `var`.
 */
export const forBundlers = (css: string): string =>
  css.replaceAll(/light-dark\(([^,]+), ?([^)]+)\)/g, "light-dark($1 var(--a-c) $2)").replaceAll(/(?<=\([^)]*), /g, ",")
