import type { Scheme } from "../../../components/theme/theme.ts"
import { contrastProblems } from "../../../components/theme/theme-contrast.ts"
import { contrastChecks, type Check, type Design } from "./design.ts"

/** How well everything can be told apart, and what was mended for it. */
export function Contrast({ design }: { design: Design }) {
  const problems = contrastProblems(design.theme)
  return (
    <div className="editor-contrast">
      <Table design={design} scheme="light" />
      <Table design={design} scheme="dark" />
      <p role="status" className="editor-problems">
        {problems.join(". ")}
      </p>
    </div>
  )
}

function Table({ design, scheme }: { design: Design; scheme: Scheme }) {
  return (
    <table>
      <caption>In {scheme}</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Color</th>
          <th scope="col">Contrast</th>
        </tr>
      </thead>
      <tbody>
        {contrastChecks(design, scheme).map((check) => (
          <Row key={check.what} check={check} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ check: { what, color, behind, ratio, wanted, mended } }: { check: Check }) {
  const enough = ratio >= wanted
  return (
    <tr data-enough={enough}>
      <th scope="row">{what}</th>
      <td>
        <span className="editor-swatch" style={{ color: color, background: behind }} aria-hidden="true">
          {wanted > 3 ? "Aa" : <span />}
        </span>
        <code>{color}</code>
        {mended && <small> adjusted from {mended}</small>}
      </td>
      <td>
        <span aria-hidden="true">{enough ? "✓" : "✕"} </span>
        {ratio.toFixed(1)}
        <small>{enough ? ` of ${wanted}` : `: too little, ${wanted} is wanted`}</small>
      </td>
    </tr>
  )
}
