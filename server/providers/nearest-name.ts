/** Returns the name that was probably meant: it contains the given one, is part of it, or differs in two letters. */
export function nearestName(names: readonly string[], given: string): string | undefined {
  const lowerName = given.toLowerCase()
  const ranked = names
    .map((name) => ({ name, distance: editDistance(name.toLowerCase(), lowerName) }))
    .filter(
      ({ name, distance }) => distance <= allowedDistance(lowerName) || oneContainsOther(name.toLowerCase(), lowerName),
    )
  return ranked.toSorted((a, b) => a.distance - b.distance)[0]?.name
}

/** In a short name, two other letters make another word. */
const allowedDistance = ({ length }: string) => (length > 4 ? 2 : length > 2 ? 1 : 0)

const oneContainsOther = (a: string, b: string) => Math.min(a.length, b.length) > 3 && (a.includes(b) || b.includes(a))

/** Returns how many letters must be added, removed or replaced to turn one text into the other. */
function editDistance(from: string, to: string): number {
  const first = Array.from({ length: to.length + 1 }, (_, column) => column)
  const last = [...from].reduce((above, letter, row) => {
    const current = [row + 1]
    for (let column = 0; column < to.length; column++) {
      const replaced = (above[column] ?? 0) + (letter === to[column] ? 0 : 1)
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    return current
  }, first)
  return last[to.length] ?? 0
}
