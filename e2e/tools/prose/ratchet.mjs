// Folders that aren't held to the rules yet, with the number of findings that each may have. The numbers only go down.

/** The row of a file in `unfinished.json`: its folder of the second level, or the file at the top. */
export function folderKey(file) {
  const [part, folder, ...rest] = file.split("/")
  if (folder === undefined) return file
  return rest.length === 0 ? part : `${part}/${folder}`
}

/**
 * Compares what was found with what is allowed. A row that isn't listed allows nothing.
 *
 * @param {Record<string, number>} counts findings for each row
 * @param {Record<string, number>} allowed
 */
export function compare(counts, allowed) {
  const rows = [...new Set([...Object.keys(counts), ...Object.keys(allowed)])].sort()
  const numbers = rows.map((row) => ({ row, found: counts[row] ?? 0, allowed: allowed[row] ?? 0 }))
  return {
    more: numbers.filter((number) => number.found > number.allowed),
    fewer: numbers.filter((number) => number.found < number.allowed),
    /** The numbers from now on: none is higher than before, and rows without findings are gone. */
    lowered: Object.fromEntries(
      numbers.map((number) => [number.row, Math.min(number.found, number.allowed)]).filter(([, limit]) => limit > 0),
    ),
  }
}
