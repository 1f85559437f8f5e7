const NEW_MOON = Date.UTC(2000, 0, 6, 18, 14)
const MONTH = 29.530588853
const DAY = 24 * 60 * 60 * 1000

/** Returns the moon's phase: 0 is new, 0.5 is full, 1 is new again. */
export function phaseAt(time: number): number {
  const months = (time - NEW_MOON) / DAY / MONTH
  return months - Math.floor(months)
}

/** Returns the lit part of a disc with that radius, as SVG path data. */
export function litPath(phase: number, radius: number): string {
  const waxing = phase < 0.5
  const bulge = Math.cos(2 * Math.PI * phase)
  const inner = Math.abs(bulge) * radius
  const limb = waxing ? 1 : 0
  const terminator = bulge > 0 === waxing ? 0 : 1
  return `M0,${-radius} A${radius},${radius} 0 0 ${limb} 0,${radius} A${inner},${radius} 0 0 ${terminator} 0,${-radius}Z`
}

const NAMES = [
  "New moon",
  "Waxing crescent",
  "First quarter",
  "Waxing gibbous",
  "Full moon",
  "Waning gibbous",
  "Last quarter",
  "Waning crescent",
]

/** Returns the phase's common name. */
export function phaseName(phase: number): string {
  return NAMES[Math.round(phase * 8) % 8] ?? "Moon"
}

/** Returns the lit share of the disc in percent. */
export function litPercent(phase: number): number {
  return Math.round(((1 - Math.cos(2 * Math.PI * phase)) / 2) * 100)
}

/** Returns tonight and the following nights. */
export function nightsFrom(time: number, count: number): { time: number; phase: number }[] {
  return Array.from({ length: count }, (_, index) => ({ time: time + index * DAY, phase: phaseAt(time + index * DAY) }))
}
