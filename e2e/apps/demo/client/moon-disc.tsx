import { litPath } from "./moon.ts"

interface MoonProps {
  phase: number
  /** Whether it has seas and a shaded edge. Only one moon of a page may be large. */
  large?: boolean
}

/** Renders the moon at a phase, with a description beside it. */
export function Moon({ phase, large = false }: MoonProps) {
  const lit = litPath(phase, 50)
  return (
    <svg className="moon" viewBox="-52 -52 104 104" aria-hidden="true">
      <circle className="moon-dark" r="50" />
      <path className="moon-lit" d={lit} />
      {large && <Surface lit={lit} />}
    </svg>
  )
}

function Surface({ lit }: { lit: string }) {
  return (
    <>
      <defs>
        <radialGradient id="moon-light" cx="0.36" cy="0.3" r="0.78">
          <stop stopColor="#fff" stopOpacity="0.34" />
          <stop offset="0.5" stopColor="#fff" stopOpacity="0" />
          <stop offset="0.72" stopColor="#000" stopOpacity="0.04" />
          <stop offset="1" stopColor="#000" stopOpacity="0.3" />
        </radialGradient>
        <clipPath id="moon-edge">
          <path d={lit} />
        </clipPath>
      </defs>
      <g className="moon-seas" clipPath="url(#moon-edge)">
        <path d="M-34-18c2-12 14-18 23-13 6 3 4 10 10 12 8 2 12 9 6 14-7 6-13 0-20 4-8 5-20-2-19-17Z" />
        <path d="M14-22c7-4 16-1 18 6s-2 13-9 13c-6 0-8-4-12-8-3-4-2-9 3-11Z" />
        <path d="M-30 12c5-5 13-4 16 2 2 5 9 4 10 11 0 6-8 8-14 6-9-2-17-13-12-19Z" />
        <ellipse cx="24" cy="16" rx="8" ry="6" />
        <circle cx="6" cy="30" r="4" />
        <circle cx="36" cy="2" r="3" />
        <circle cx="-8" cy="-38" r="3" />
        <circle cx="8" cy="10" r="2.5" />
      </g>
      <path d={lit} fill="url(#moon-light)" />
    </>
  )
}
