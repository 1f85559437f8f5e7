import type { MarkdownNode } from "./tables.ts"

interface CodeNode extends MarkdownNode {
  lang?: string
  meta?: string | null
  data?: { hName: string; hProperties?: Record<string, string> }
}

/** Languages that the highlighter knows by another name. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ts: "typescript",
  svelte: "html",
  astro: "html",
  vue: "html",
  sh: "bash",
  env: "bash",
}

/**
 * Shows a file's name and its code as one figure. On the page, as on GitHub, the name is a paragraph above a fence that
 * says `from=…`.
 */
export function codeFigures(): (tree: MarkdownNode) => void {
  return convert
}

function convert(node: MarkdownNode): void {
  const { children } = node
  if (!children) return
  for (const child of children) convert(child)
  const figures = children.map((child, at) => {
    const below: CodeNode | undefined = children[at + 1]
    return isFileFence(below) && child.type === "paragraph" ? figure(child, below) : child
  })
  node.children = figures.filter((child) => !isFileFence(child))
}

const isFileFence = (node: CodeNode | undefined): node is CodeNode =>
  node?.type === "code" && /\bfrom=/.test(node.meta ?? "")

function figure(name: MarkdownNode, code: CodeNode): CodeNode {
  const caption: CodeNode = { ...name, data: { hName: "figcaption" }, children: withoutCode(name) }
  const shown: CodeNode = { ...code, lang: LANGUAGES[code.lang ?? ""] ?? code.lang ?? "text", meta: null }
  return {
    type: "figure",
    data: { hName: "figure", hProperties: { className: "docs-code" } },
    children: [caption, shown],
  }
}

/** Returns the caption as text, without its colon. The figure's own font says that the name is code. */
const withoutCode = ({ children = [] }: MarkdownNode): MarkdownNode[] =>
  children
    .map((child) => (child.type === "inlineCode" ? { ...child, type: "text" } : child))
    .map((child, at) =>
      at === children.length - 1 ? { ...child, value: child.value?.replace(/:$/, "") ?? "" } : child,
    )
