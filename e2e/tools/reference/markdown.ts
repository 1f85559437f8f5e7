import type { Member } from "./members.ts"

/** A page of the reference: where it is, what it is called, and its text. */
export interface ReferencePage {
  /** The file in `stories/docs/api`. */
  readonly file: string
  readonly title: string
  readonly lead: string
  readonly body: string
}

/** Where each type that has a section is described. */
export type TypeLinks = ReadonlyMap<string, string>

/** Returns a page's whole file. */
export function fileText({ title, lead, body }: ReferencePage): string {
  return `---
# Generated from the sources by \`vitest run stories/docs/reference.test.ts --update\`
title: ${JSON.stringify(title)}
description: ${JSON.stringify(prose(lead))}
---

${body.trim()}
`
}

/** Returns the id that GitHub and the site give a heading. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-")

/** Returns code in a line. */
export const code = (text: string): string => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``)

/** Escapes what MDX would read as markup, except in code. Joins the lines of a paragraph. */
export function prose(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph
        .replaceAll(/\s*\n(?!\s*-)\s*/g, " ")
        .split(/(`[^`]*`)/)
        .map((part) => (part.startsWith("`") ? part : part.replaceAll(/[{}<]/g, "\\$&")))
        .join(""),
    )
    .join("\n\n")
}

/** Returns a table. Its cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells
      .map((cell) =>
        cell
          .replaceAll("\n\n", " ")
          .replaceAll("\n", " ")
          .replaceAll(/(?<!\\)\|/g, "\\|"),
      )
      .join(" | ")} |`
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")
}

/** Returns one member as a section of its own, so that a link can lead to it. */
export function section(member: Member, { level = 3, prefix = "", links }: SectionOptions): string {
  const { name, type, text, throws, example, deprecated } = member
  const lines = [
    `${"#".repeat(level)} ${prefix}${name}`,
    [type && code(shorten(type)), member.required ? "required" : "", defaultText(member)].filter(Boolean).join(" · "),
    deprecated === undefined ? "" : `**Deprecated.** ${prose(deprecated)}`,
    prose(text),
    ...throws.map((thrown) => `Throws ${prose(thrown)}`),
    example === undefined ? "" : `\`\`\`ts\n${example.replaceAll(/^```\w*\n|\n```$/g, "")}\n\`\`\``,
    seeAlso(type, links),
  ]
  return lines.filter(Boolean).join("\n\n")
}

interface SectionOptions {
  level?: number
  /** The text before the name, such as `session.`. */
  prefix?: string
  links: TypeLinks
}

const LONGEST = 240

const shorten = (type: string): string => (type.length > LONGEST ? `${type.slice(0, LONGEST)}…` : type)

const defaultText = (member: Member): string =>
  member.default === undefined ? "" : `default: ${inlineDefault(member.default)}`

/** A default that is a value is code; a sentence stays one. */
function inlineDefault(text: string): string {
  const [, value = "", rest = ""] =
    /^("[^"]*"|[\d_.]+|true|false|\[[^\]]*\]|[A-Z]+(?:_[A-Z]+)+)([\s,;].*)?$/s.exec(text) ?? []
  return value ? `${code(value)}${prose(rest)}` : prose(text)
}

function seeAlso(type: string, links: TypeLinks): string {
  const names = [...new Set(type.match(/\b[A-Z]\w+\b/g) ?? [])].filter((name) => links.has(name))
  return names.length === 0 ? "" : `See ${names.map((name) => `[${code(name)}](${links.get(name) ?? ""})`).join(", ")}.`
}

/** Returns members as rows of a table: for props, which are many and short. */
export function memberTable(members: readonly Member[], kind: string): string {
  return table(
    [kind, "Type", "Meaning"],
    members.map((member) => [
      `${code(member.name)}${member.required ? " (required)" : ""}`,
      member.type && code(shorten(member.type)),
      [
        member.deprecated === undefined ? "" : `**Deprecated.** ${prose(member.deprecated)}`,
        prose(member.text),
        member.default === undefined ? "" : `Default: ${inlineDefault(member.default)}`,
      ]
        .filter(Boolean)
        .join(" "),
    ]),
  )
}
