import { expect, test } from "vitest"
import { beginInstall, createInstaller, describeSystem } from "./system-packages.mjs"

const DEBIAN = { isRoot: true, hasApt: true, hasBrew: false, isAutomated: true }

function fakeSystem(system, { answer = false, succeeds = true } = {}) {
  const seen = { commands: [], questions: [], lines: [] }
  const install = createInstaller({
    system: { ...DEBIAN, ...system },
    run: (command, args) => {
      seen.commands.push([command, ...args].join(" "))
      return succeeds
    },
    ask: (question) => {
      seen.questions.push(question)
      return answer
    },
    log: (line) => void seen.lines.push(line),
  })
  return { install, seen }
}

const INSTALLED = ["apt-get update", "apt-get install -y --no-install-recommends nginx redis-server"]

test("as root in CI or a container, it installs packages without asking, and says which", () => {
  const { install, seen } = fakeSystem({})
  expect(install(["nginx", "redis-server"])).toBe(true)
  expect(seen).toEqual({ commands: INSTALLED, questions: [], lines: ["Installing nginx, redis-server with apt-get …"] })
})

test.each([true, false])("as root in a terminal, it asks first, and does what the answer says: %s", (answer) => {
  const { install, seen } = fakeSystem({ isAutomated: false }, { answer })
  expect(install(["nginx", "redis-server"])).toBe(answer)
  expect(seen.questions).toEqual(["Install nginx, redis-server with apt-get? [y/N] "])
  expect(seen.commands).toEqual(answer ? INSTALLED : [])
})

test.each([
  ["another user on Debian", { isRoot: false }, "Run `sudo apt-get install nginx redis-server`"],
  ["macOS", { isRoot: false, hasApt: false, hasBrew: true }, "Run `brew install nginx redis`"],
  ["another system", { isRoot: false, hasApt: false }, "Install them"],
])("for %s, it installs nothing and says how to get the packages", (_, system, how) => {
  const { install, seen } = fakeSystem(system)
  expect(install(["nginx", "redis-server"])).toBe(false)
  expect(seen.commands).toEqual([])
  expect(seen.lines).toEqual([
    `Missing: nginx, redis-server. ${how}. Without them, the tests that need them are skipped.`,
  ])
})

test("begins to install everything in one command before npm does, where no person is asked", async () => {
  const commands = []
  const begin = (system) =>
    beginInstall(["nginx", "redis-server"], { system, start: (command) => commands.push(command), log: () => {} })
  await begin(DEBIAN)
  expect(commands).toEqual([INSTALLED.join("; ")])
  for (const other of [{ isAutomated: false }, { isRoot: false }, { hasApt: false }])
    await begin({ ...DEBIAN, ...other })
  expect(commands).toHaveLength(1)
})

test("says what happens without a package that no test needs", () => {
  const { install, seen } = fakeSystem({ isRoot: false, hasApt: false })
  install(["chromium-headless-shell"], "tests take longer")
  expect(seen.lines).toEqual(["Missing: chromium-headless-shell. Install them. Without them, tests take longer."])
})

test("says so if apt-get fails", () => {
  const { install, seen } = fakeSystem({}, { succeeds: false })
  expect(install(["nginx"])).toBe(false)
  expect(seen.lines.at(-1)).toBe("apt-get could not install nginx. Run `apt-get install nginx` to see why.")
})

test("treats each package once", () => {
  const { install, seen } = fakeSystem({ isAutomated: false })
  install(["nginx"])
  install(["nginx"])
  expect(seen.questions).toHaveLength(1)
  expect(seen.lines).toHaveLength(1)
})

test.each([
  ["CI is set", { env: { CI: "1" } }, true],
  ["it is a container of Docker", { exists: (path) => path === "/.dockerenv" }, true],
  ["it is a container of Podman", { exists: (path) => path === "/run/.containerenv" }, true],
  ["there is no terminal", { isTerminal: undefined }, true],
  ["a person is at the terminal", {}, false],
])("knows whether a person can answer: %s", (_, given, isAutomated) => {
  const own = { env: {}, exists: () => false, isTerminal: true }
  expect(describeSystem({ ...own, ...given })).toMatchObject({ isAutomated })
})
