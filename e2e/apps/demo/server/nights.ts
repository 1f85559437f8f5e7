/** A night in a member's book. */
export interface Night {
  date: string
  title: string
  note: string
  seeing: string
}

const NIGHTS: readonly Omit<Night, "date">[] = [
  { title: "Jupiter and four moons", note: "Callisto far out on the left. Steady air after eleven.", seeing: "Steady" },
  { title: "The Pleiades, by eye", note: "Counted nine. Seven is said to be a good night.", seeing: "Clear" },
  { title: "Andromeda, just", note: "A smudge that left home two million years ago.", seeing: "Some haze" },
]

const DAY = 24 * 60 * 60 * 1000

/** Returns the last nights in a member's book. */
export function nightsUntil(now: number): Night[] {
  return NIGHTS.map((night, index) => ({
    ...night,
    date: new Date(now - (index * 3 + 1) * DAY).toISOString().slice(0, 10),
  }))
}
