import { isUtf8 } from "node:buffer"
import { readFile } from "node:fs/promises"

/** The problem of a file in another encoding, such as one that PowerShell wrote. Writing it again would lose text. */
export const NOT_UTF8 = "isn't UTF-8, so it wasn't changed. Save it as UTF-8, and run this again"

export const isUtf8File = async (path: string): Promise<boolean> => isUtf8(await readFile(path))

/**
 * Returns the text of a file that is written again afterwards.
 *
 * @throws {Error} if it isn't UTF-8
 */
export async function readUtf8(path: string, name: string): Promise<string> {
  const bytes = await readFile(path)
  if (!isUtf8(bytes)) throw new Error(`${name} ${NOT_UTF8}`)
  return bytes.toString("utf8")
}
