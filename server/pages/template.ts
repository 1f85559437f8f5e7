import { escapeHtml } from "../../components/html/render.ts"

/** A page that is printed, all but the holes: fills them for one visitor. */
export type Template = (values: Readonly<Record<string, string | undefined>>) => string

/**
 * A place that is filled later, as a text or as an attribute's value. Noncharacters mark it: they belong to a program's own
 * use ([Unicode, section 23.7](https://www.unicode.org/versions/latest/core-spec/chapter-23/)), and no text has a need of them.
 */
export function placeholder(name: string): string {
  return `\uFDD0${name}\uFDD1`
}

/** The template of a page that was printed with holes. What fills them is escaped here, and is never searched for holes. */
export function compileTemplate(page: string): Template {
  const parts = page.split(/\uFDD0(\w+)\uFDD1/) // the odd ones are names
  return (values) => parts.map((part, index) => (index % 2 === 0 ? part : escapeHtml(values[part] ?? ""))).join("")
}
