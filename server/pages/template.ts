import { escapeHtml } from "../../components/html/render.ts"

/** A rendered page with placeholders. The function fills them for one user. */
export type Template = (values: Readonly<Record<string, string | undefined>>) => string

/**
 * Returns a placeholder for a text or an attribute's value. Marked with noncharacters, which are reserved for internal
 * use
 * ([Unicode, section 23.7](https://www.unicode.org/versions/latest/core-spec/chapter-23/)) and don't occur in text.
 */
export function placeholder(name: string): string {
  return `\uFDD0${name}\uFDD1`
}

/** Compiles a page with placeholders to a template. Escapes the values, and never searches them for placeholders. */
export function compileTemplate(page: string): Template {
  const parts = page.split(/\uFDD0(\w+)\uFDD1/) // odd items are names
  return (values) => parts.map((part, index) => (index % 2 === 0 ? part : escapeHtml(values[part] ?? ""))).join("")
}
