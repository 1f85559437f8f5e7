import { litPath } from "./moon.ts"

/** Renders the moon at a phase, with a description beside it. */
export function Moon({ phase }: { phase: number }) {
  return (
    <svg className="moon" viewBox="-52 -52 104 104" aria-hidden="true">
      <circle className="moon-dark" r="50" />
      <path className="moon-lit" d={litPath(phase, 50)} />
      <g className="moon-seas">
        <ellipse cx="-14" cy="-16" rx="13" ry="10" />
        <ellipse cx="12" cy="-8" rx="9" ry="7" />
        <ellipse cx="-20" cy="10" rx="10" ry="13" />
        <ellipse cx="18" cy="18" rx="7" ry="5" />
      </g>
    </svg>
  )
}
