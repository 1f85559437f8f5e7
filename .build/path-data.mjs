// Rounds the data of SVG paths to two decimals. The next point compensates for each rounding error, so errors don't add up.
// Grammar: https://www.w3.org/TR/SVG2/paths.html#PathDataBNF

/** The numbers of each command: coordinates along x and y, an arc's flags (`f`), or other numbers (`n`). */
const SHAPES = { m: "xy", l: "xy", h: "x", v: "y", c: "xyxyxy", s: "xyxy", q: "xyxy", t: "xy", a: "nnnffxy", z: "" }
const ENDS = { h: 1, v: 1 }
const rounded = (value) => Math.round(value * 100) / 100

/** Yields each segment: a command and its numbers. */
function* parseSegments(data) {
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
      name = { m: "l", M: "L" }[name] ?? name // a move's further points are lines
    } while (/\d/.test(left))
  }
}

const written = (value) => String(value).replace(/^(-?)0\./, "$1.")

// A number needs a separator unless its sign or decimal point marks its start
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

/** Returns the same path with shorter numbers. */
export function shortened(data) {
  const exact = { x: 0, y: 0 }
  const drawn = { x: 0, y: 0 }
  const start = { exact: { ...exact }, drawn: { ...drawn } }
  let text = ""
  let previous = ""
  for (const [command, shape, numbers] of parseSegments(data)) {
    const isRelative = command === command.toLowerCase()
    const from = { exact: { ...exact }, drawn: { ...drawn } }
    const last = shape.length - (ENDS[command.toLowerCase()] ?? 2)
    const short = numbers.map((value, index) => {
      const axis = shape[index]
      if (axis !== "x" && axis !== "y") return value // an arc's radius changes the whole arc
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
    // a repeated command can be left out
    if (command !== previous || /[mz]/i.test(command)) text += command + body
    else text += body.startsWith("-") ? body : ` ${body}`
    previous = command
  }
  return text
}
