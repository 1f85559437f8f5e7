import { rm } from "node:fs/promises"
import { dirname } from "node:path"
import { packLatchkit } from "./packages.ts"

/** Packs Latchkit once for all quickstarts, and removes it at the end. */
export default async function pack(): Promise<() => Promise<void>> {
  const folder = await packLatchkit()
  process.env["LATCHKIT_PACKED"] = folder
  return () => rm(dirname(folder), { recursive: true, force: true })
}
