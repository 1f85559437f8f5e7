import { isUtf8 } from "node:buffer"
import { execFile } from "node:child_process"
import { constants, existsSync } from "node:fs"
import { chmod, lstat, mkdir, open, readFile, writeFile } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { promisify } from "node:util"
import { markedLine, type CommandEnvironment } from "./terminal.ts"

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

/** Returns the text of such a file, or `undefined` if it doesn't exist. */
export const readIfAny = async (path: string, name: string): Promise<string | undefined> =>
  existsSync(path) ? readUtf8(path, name) : undefined

/** Writes a file, and creates its folder. */
export async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

/** Permissions of a file with secrets: only its owner may read and write it. */
const OWNER_ONLY = 0o600

type Place = Pick<CommandEnvironment, "terminal" | "cwd">

/**
 * Returns the text of a file that gets a secret, "" if it is missing. Nothing may be written to it unless this
 * succeeds.
 *
 * @throws {Error} if it is a symbolic link, no file, or not UTF-8
 */
export async function readSecretFile(file: string, cwd: string): Promise<string> {
  const path = resolve(cwd, file)
  const stats = await lstat(path).catch(undefinedIfMissing)
  if (stats?.isSymbolicLink())
    throw new Error(`${file} is a symbolic link. A secret isn't written through it: replace it with a file`)
  if (stats && !stats.isFile()) throw new Error(`${file} isn't a file. Remove it, and run this again`)
  return stats ? readUtf8(path, file) : ""
}

/** Writes a file that only its owner may read. Warns if others could read it before, or if Git tracks it. */
export async function writeSecretFile(file: string, text: string, { terminal, cwd }: Place): Promise<void> {
  const path = resolve(cwd, file)
  const before = await lstat(path).catch(undefinedIfMissing)
  const isOpen = before !== undefined && process.platform !== "win32" && (before.mode & 0o077) !== 0
  if (isOpen) {
    await chmod(path, OWNER_ONLY)
    const mode = (before.mode & 0o777).toString(8)
    terminal.err(markedLine("warning", `${file} could be read by other users (mode ${mode}). Its mode is 600 now`))
  }
  // A link that another user puts there meanwhile isn't followed. Windows has no such flag
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0)
  const handle = await open(path, flags, OWNER_ONLY)
  try {
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
  if (await isTracked(file, cwd))
    terminal.err(
      markedLine(
        "warning",
        `Git tracks ${file}, so its secrets will be in the repository. Run: git rm --cached ${file}`,
      ),
    )
}

async function isTracked(file: string, cwd: string): Promise<boolean> {
  const tracked = promisify(execFile)("git", ["ls-files", "--error-unmatch", "--", file], { cwd })
  return tracked.then(
    () => true,
    () => false, // or there is no Git
  )
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error
}
