import type { ComponentProps } from "react"

/** A Markdown table. It scrolls sideways if it is wider than the page. A page has several, so it is a group and no landmark. */
export function Table({ children }: ComponentProps<"table">) {
  return (
    <div className="docs-table sb-unstyled" role="group" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}
