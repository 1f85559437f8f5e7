// Installs system packages, or says how to get them. It asks before it changes a developer's own machine.
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readSync } from "node:fs"

/** Homebrew's names for packages that Debian names differently. */
const BREW = {
  "mariadb-server": "mariadb",
  oathtool: "oath-toolkit",
  "redis-server": "redis",
  "zbar-tools": "zbar",
}
const CONTAINER_FILES = ["/.dockerenv", "/run/.containerenv"]

/** Returns what decides whether to install, ask, or only name the packages. */
export function describeSystem({ env = process.env, exists = existsSync, isTerminal = process.stdin.isTTY } = {}) {
  return {
    isRoot: process.getuid?.() === 0,
    hasApt: exists("/usr/bin/apt-get"),
    hasBrew: ["/opt/homebrew/bin/brew", "/usr/local/bin/brew"].some((path) => exists(path)),
    // Without a terminal, a script started the run
    isAutomated: Boolean(env.CI || env.container) || CONTAINER_FILES.some((path) => exists(path)) || !isTerminal,
  }
}

function runQuietly(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  return spawnSync(command, args, { stdio: "ignore", env }).status === 0
}

const INSTALL = ["install", "-y", "--no-install-recommends"]

function startQuietly(command) {
  const child = spawn("sh", ["-c", command], {
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  })
  return new Promise((resolve) => child.on("close", resolve).on("error", resolve))
}

/**
 * Begins to install packages, all at once, if that needs no question, so that npm can install its own meanwhile. Resolves
 * at the end. A package that is still missing then is installed by the step that needs it.
 */
export async function beginInstall(
  packages,
  { system = describeSystem(), start = startQuietly, log = console.log } = {},
) {
  const { isRoot, hasApt, isAutomated } = system
  if (packages.length === 0 || !isRoot || !hasApt || !isAutomated) return
  log(`Installing ${packages.join(", ")} with apt-get …`)
  await start(`apt-get update; apt-get ${[...INSTALL, ...packages].join(" ")}`)
}

function askInTerminal(question) {
  process.stdout.write(question)
  const typed = Buffer.alloc(100)
  return /^y(es)?\s*$/i.test(typed.toString("utf8", 0, readSync(0, typed)))
}

/** Returns the command that installs the packages, for a person to run. */
function commandFor(packages, { isRoot, hasApt, hasBrew }) {
  if (hasApt) return `${isRoot ? "" : "sudo "}apt-get install ${packages.join(" ")}`
  return hasBrew ? `brew install ${packages.map((name) => BREW[name] ?? name).join(" ")}` : undefined
}

/**
 * Creates a function that installs Debian packages and returns whether it did. As root in CI, in a container or without
 * a terminal, it installs. As root in a terminal, it asks first. Otherwise it prints how to get them, and what happens
 * without them. It treats each package once.
 */
export function createInstaller({ system, run = runQuietly, ask = askInTerminal, log = console.log }) {
  const treated = new Set()

  function isAllowed(packages) {
    if (!system.isRoot || !system.hasApt) return false
    return system.isAutomated || ask(`Install ${packages.join(", ")} with apt-get? [y/N] `)
  }

  return (wanted, otherwise = "the tests that need them are skipped") => {
    const packages = wanted.filter((name) => !treated.has(name))
    if (packages.length === 0) return false
    for (const name of packages) treated.add(name)
    const names = packages.join(", ")
    if (!isAllowed(packages)) {
      const command = commandFor(packages, system)
      const how = command ? `Run \`${command}\`` : "Install them"
      log(`Missing: ${names}. ${how}. Without them, ${otherwise}.`)
      return false
    }
    log(`Installing ${names} with apt-get …`)
    run("apt-get", ["update"])
    const isInstalled = run("apt-get", [...INSTALL, ...packages])
    if (!isInstalled) log(`apt-get could not install ${names}. Run \`${commandFor(packages, system)}\` to see why.`)
    return isInstalled
  }
}
