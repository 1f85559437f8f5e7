/** A node of a Markdown tree, as far as tables need it. */
export interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
}

/**
 * Lets MDX pages have Markdown tables, as GitHub shows them. MDX reads a table as a paragraph with pipes, and this plugin of
 * remark turns such a paragraph into a table.
 */
export function markdownTables(): (tree: MarkdownNode) => void {
  return convert
}

function convert(node: MarkdownNode): void {
  if (!node.children) return
  node.children = node.children.map((child) => {
    const table = child.type === "paragraph" ? toTable(child.children ?? []) : undefined
    if (!table) convert(child)
    return table ?? child
  })
}

function toTable(children: readonly MarkdownNode[]): MarkdownNode | undefined {
  const rows = toRows(children)
  const [head, line, ...body] = rows
  const isTable = head && line && line.every((cell) => /^:?-+:?$/.test(cellText(cell))) && line.length === head.length
  if (!isTable) return undefined
  const row = (cells: readonly MarkdownNode[][]): MarkdownNode => ({
    type: "tableRow",
    children: cells.map((cell) => ({ type: "tableCell", children: trimmed(cell) })),
  })
  return { type: "table", children: [head, ...body].map(row) }
}

const cellText = (cell: readonly MarkdownNode[]): string =>
  cell
    .map(({ value = "" }) => value)
    .join("")
    .trim()

/** Splits a paragraph at line breaks and pipes. The pipes at both ends of a line make no cells. */
function toRows(children: readonly MarkdownNode[]): MarkdownNode[][][] {
  const rows: MarkdownNode[][][] = [[[]]]
  const add = (node: MarkdownNode) => rows.at(-1)?.at(-1)?.push(node)
  for (const child of children) {
    if (child.type === "inlineCode") add({ ...child, value: child.value?.replaceAll("\\|", "|") ?? "" })
    else if (child.type === "text") {
      for (const part of (child.value ?? "").split(/(\n|\|)/)) {
        if (part === "\n") rows.push([[]])
        else if (part === "|") rows.at(-1)?.push([])
        else if (part !== "") add({ type: "text", value: part })
      }
    } else add(child)
  }
  const isBlank = (cell: readonly MarkdownNode[] | undefined) =>
    cell?.every(({ type, value = "" }) => type === "text" && value.trim() === "") ?? true
  return rows.map((cells) => cells.slice(isBlank(cells[0]) ? 1 : 0, isBlank(cells.at(-1)) ? -1 : undefined))
}

/** Removes the blanks around a cell's content. */
function trimmed(cell: readonly MarkdownNode[]): MarkdownNode[] {
  return cell
    .map((node, at) => {
      if (node.type !== "text") return node
      const start = at === 0 ? (node.value ?? "").trimStart() : (node.value ?? "")
      return { ...node, value: at === cell.length - 1 ? start.trimEnd() : start }
    })
    .filter(({ type, value }) => type !== "text" || value !== "")
}
