// Shortens the data of SVG paths to two decimals. What rounding takes from a point is given back to the next one, so that
// nothing drifts: https://www.w3.org/TR/SVG2/paths.html#PathDataBNF

/** What each command's numbers are: coordinates along x and y, anything else (`n`), an arc's flags (`f`). */
const SHAPES = { m: "xy", l: "xy", h: "x", v: "y", c: "xyxyxy", s: "xyxy", q: "xyxy", t: "xy", a: "nnnffxy", z: "" }
const ENDS = { h: 1, v: 1 }
const rounded = (value) => Math.round(value * 100) / 100

/** Segments: a command and its numbers, written out one by one. */
function* segmentsOf(data) {
  for (const [, command, rest] of data.matchAll(/([a-z])([^a-z]*)/gi)) {
    const shape = SHAPES[command.toLowerCase()]
    let left = rest
    let name = command
    do {
      const numbers = [...shape].map((kind) => {
        const [all, text] = (kind === "f" ? /^[\s,]*([01])/ : /^[\s,]*(-?\d*\.?\d+(?:e-?\d+)?)/).exec(left)
        left = left.slice(all.length)
        return Number(text)
      })
      yield [name, shape, numbers]
      name = { m: "l", M: "L" }[name] ?? name // further points of a move are lines
    } while (/\d/.test(left))
  }
}

const written = (value) => String(value).replace(/^(-?)0\./, "$1.")

// A number stands apart from the one before unless its own sign or point says where it begins
function joined(shape, numbers) {
  return numbers.map(written).reduce((text, number, index) => {
    const before = text.split(/[\s-]/).at(-1) ?? ""
    const apart =
      index > 0 &&
      shape[index - 1] !== "f" &&
      !number.startsWith("-") &&
      !(number.startsWith(".") && before.includes("."))
    return text + (apart ? " " : "") + number
  }, "")
}

/** The same path in shorter numbers. */
export function shortened(data) {
  const exact = { x: 0, y: 0 }
  const drawn = { x: 0, y: 0 }
  const start = { exact: { ...exact }, drawn: { ...drawn } }
  let text = ""
  let previous = ""
  for (const [command, shape, numbers] of segmentsOf(data)) {
    const isRelative = command === command.toLowerCase()
    const from = { exact: { ...exact }, drawn: { ...drawn } }
    const last = shape.length - (ENDS[command.toLowerCase()] ?? 2)
    const short = numbers.map((value, index) => {
      const axis = shape[index]
      if (axis !== "x" && axis !== "y") return value // a radius bends all of its arc
      const point = isRelative ? from.exact[axis] + value : value
      const number = rounded(isRelative ? point - from.drawn[axis] : point)
      if (index >= last) {
        exact[axis] = point
        drawn[axis] = rounded(isRelative ? from.drawn[axis] + number : number)
      }
      return number
    })
    if (/z/i.test(command)) {
      Object.assign(exact, start.exact)
      Object.assign(drawn, start.drawn)
    }
    if (/m/i.test(command)) Object.assign(start, { exact: { ...exact }, drawn: { ...drawn } })
    const body = joined(shape, short)
    // a command that is repeated need not be named
    if (command !== previous || /[mz]/i.test(command)) text += command + body
    else text += body.startsWith("-") ? body : ` ${body}`
    previous = command
  }
  return text
}
