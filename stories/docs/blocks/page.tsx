import type { PropsWithChildren, ReactNode } from "react"

/** The sentence under a page's title. */
export const Lead = ({ children }: PropsWithChildren) => <div className="docs-lead">{children}</div>

/** What is done one after the other: each begins with a heading. */
export const Steps = ({ children }: PropsWithChildren) => <div className="docs-steps">{children}</div>

/** What a reader should not miss. */
export const Note = ({ children }: PropsWithChildren) => (
  <div className="docs-note" role="note">
    {children}
  </div>
)

/** What the code above shows. */
export function Result({ title = "Result", children }: PropsWithChildren<{ title?: string }>) {
  return (
    <section className="docs-result sb-unstyled" aria-label={title}>
      <p>{title}</p>
      <div>{children}</div>
    </section>
  )
}

interface RowsProps {
  head: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}

/** A table; the first cell of a row names it. */
export function Rows({ head, rows }: RowsProps) {
  return (
    <div className="docs-table sb-unstyled" role="region" aria-label={head.join(", ")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{first}</th>
              {cells.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
