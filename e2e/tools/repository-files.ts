// Lists the files that belong to the repository. A developer's own files at the top, such as `test.log` or `.env`, don't.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const ROOT = join(import.meta.dirname, "../..")

export const FOLDERS: readonly string[] = ["client", "components", "server", "stories", "e2e"]
export const TOP_FILES: readonly string[] = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
]

/**
 * Returns the paths of all tracked files, and of new files in the source folders that git doesn't ignore. Without git, as in
 * a downloaded archive, it reads these folders and the known files at the top.
 */
export function repositoryFiles(root = ROOT): string[] {
  const files = filesFromGit(root) ?? filesFromFolders(root)
  return files.filter((file) => existsSync(join(root, file)))
}

/** Returns nothing if git isn't installed, or if the folder isn't the root of a repository that git may read. */
function filesFromGit(root: string): string[] | undefined {
  if (!existsSync(join(root, ".git"))) return undefined
  const list = (...args: string[]) => {
    const { status, stdout } = spawnSync("git", ["ls-files", "-z", ...args], { cwd: root, encoding: "utf8" })
    return status === 0 ? stdout.split("\0").filter((file) => file !== "") : undefined
  }
  const tracked = list("--cached", "--deduplicate")
  const added = list("--others", "--exclude-standard", "--", ...FOLDERS)
  const isSource = (file: string) => !/(?:^|\/)\.|\.log$/.test(file) // not an editor's folder
  return tracked && added && [...tracked, ...added.filter(isSource)]
}

function filesFromFolders(root: string): string[] {
  const lines = readFileSync(join(root, ".gitignore"), "utf8").split("\n")
  const ignored = lines.filter((line) => line !== "").map(ignoredPaths)
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (ignored.some((pattern) => pattern.test(entry.isDirectory() ? `${path}/` : path))) return []
      return entry.isDirectory() ? walk(path) : [path]
    })
  return [...TOP_FILES, ...FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap(walk)]
}

/** Returns the pattern for a line of `.gitignore`, which may have stars and end with a slash. */
function ignoredPaths(line: string): RegExp {
  const name = line.replace(/\/$/, "")
  const start = name.includes("/") ? "^" : "(?:^|/)"
  const end = line.endsWith("/") ? "/" : "(?:/|$)"
  return new RegExp(start + name.replaceAll(".", "\\.").replaceAll("*", "[^/]*") + end)
}
