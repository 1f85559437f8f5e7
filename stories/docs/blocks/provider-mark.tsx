import { markOf } from "../../../components/view/marks/index.ts"

/** A provider's mark; where there is none, its initial. */
export function Mark({ id, name }: { id: string; name: string }) {
  const mark = markOf(id)
  if (!mark) return <Initial name={name} />
  return (
    <svg className="providers-mark" viewBox="0 0 24 24" aria-hidden="true">
      {mark.paths.map(([path, fill]) => (
        <path key={path} d={path} style={{ fill: typeof fill === "string" ? fill : `light-dark(${fill.join(",")})` }} />
      ))}
    </svg>
  )
}

function Initial({ name }: { name: string }) {
  return (
    <span className="providers-mark" aria-hidden="true">
      {[...name][0]}
    </span>
  )
}
