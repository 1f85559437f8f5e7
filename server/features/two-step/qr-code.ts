/** A QR code as one path of an SVG. */
export interface QrCode {
  /** Modules per side. Scanners need a light margin of four more modules on each side. */
  readonly size: number
  /** The `d` of a path over the dark modules. Render it dark on a light background, also on a dark page. */
  readonly d: string
}

/**
 * Returns the QR code of a text, such as the address for an authenticator app. Damage to 15% of it can be corrected
 * (level M). The encoder is loaded with the first call, because only enrollments need it.
 *
 * @example
 * const { size, d } = await qrCode(otpauthUrl({ secret, siteName, account }))
 * `<svg viewBox="-4 -4 ${size + 8} ${size + 8}"><path d="${d}"/></svg>`
 */
export async function qrCode(text: string): Promise<QrCode> {
  const { correction, generate } = await import("lean-qr")
  const modules = generate(text, { minCorrectionLevel: correction.M })
  const positions = Array.from({ length: modules.size }, (_, index) => index)
  // One rectangle for each run of dark modules in a row
  const rows = positions.map((y) =>
    positions
      .filter((x) => modules.get(x, y) && !modules.get(x - 1, y))
      .map((x) => {
        const end = positions.find((other) => other > x && !modules.get(other, y)) ?? modules.size
        return `M${x} ${y}h${end - x}v1h${x - end}z`
      })
      .join(""),
  )
  return { size: modules.size, d: rows.join("") }
}
