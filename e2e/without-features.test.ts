import { spawnSync } from "node:child_process"
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { describe, expect, test } from "vitest"
import type { MemoryAdapter } from "../server/adapters/memory.ts"
import type { Password } from "../server/providers/password.ts"
import type { VerificationRequest } from "../server/providers/types.ts"
import type { createAuth } from "../server/service/auth.ts"
import { FEATURES } from "../server/service/features.ts"
import { isLong } from "../server/test-kit/long.ts"
import { cookieClient } from "../server/testing/cookie-client.ts"
import { repositoryFiles } from "./tools/repository-files.ts"

/** Features that nothing needs but the list of features. */
const LEAVES = ["device-bound", "native-apps", "fedcm", "two-step"]
const tried = isLong ? LEAVES : LEAVES.slice(0, 1)

/** Tests of these rooms that have a case for each feature, or for one of the leaves. */
const WITH_FEATURES = ["**/get-routes.test.ts", "**/security-events.test.ts", "**/new-device.test.ts"]

const isProduct = (path: string) =>
  !/\.(test|test-d|fixture)\.|\/(fixtures|testing|test-kit|migrate|cli)(\/|$)/.test(path)

const LISTS = [
  "index.ts",
  "features.ts",
  "brings.worker.ts",
  "service/config.ts",
  "service/features.ts",
  "service/features.worker.ts",
]

/** Removes the lines that import the feature, what they import from its lists, and its row for a Worker without it. */
function withoutFeature(text: string, name: string): string {
  const line = new RegExp(`^(?:import|export) (?:type )?\\{ (.+) \\} from "[./]+/features/${name}/.*\\n`, "gm")
  const imported = [...text.matchAll(line)].flatMap(([, list = ""]) => list.split(/, | as /))
  const names = [...imported, name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())].join("|")
  return text
    .replace(line, "")
    .replace(new RegExp(`^/\\*\\* .*\\nexport const (?:${names}): .*\\n`, "gm"), "")
    .replace(new RegExp(`^  missing\\w*\\("${name}".*\\),\\n`, "gm"), "")
    .replace(new RegExp(`, (?:${names})\\b|^  (?:${names}),\\n`, "gm"), "")
}

/** Removes a feature from a copy of the source: its folder and its lines in the lists of features. */
function removeFeature(root: string, name: string): void {
  rmSync(join(root, "server/features", name), { recursive: true })
  for (const file of LISTS.map((path) => join(root, "server", path)))
    writeFileSync(file, withoutFeature(readFileSync(file, "utf8"), name))
}

/** Copies the product's source without one feature. */
function copyWithout(name: string): string {
  const root = join(".cache/without-features", name)
  rmSync(root, { recursive: true, force: true })
  for (const part of ["client", "components", "server"])
    cpSync(part, join(root, part), { recursive: true, filter: isProduct })
  removeFeature(root, name)
  const config = { extends: "../../../tsconfig.json", compilerOptions: { incremental: false }, include: ["server"] }
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify(config))
  return root
}

/** Copies the repository without one feature, so that its tests can run. */
function copyTestsWithout(name: string): string {
  const root = join(".cache/without-features", `${name}-tests`)
  rmSync(root, { recursive: true, force: true })
  for (const file of repositoryFiles()) cpSync(file, join(root, file))
  removeFeature(root, name)
  return root
}

const SITE = "https://app.test/auth"

/** Opens every address below `/auth` that pages print, from the pages that the core has. Returns those that don't exist. */
async function findDeadEnds(browser: ReturnType<typeof cookieClient>): Promise<string[]> {
  const seen = new Set([
    "/signin",
    "/error",
    "/verify-request",
    "/signout",
    "/account",
    "/providers",
    "/confirm",
    "/sign-up",
  ])
  const dead: string[] = []
  for (const path of seen) {
    const response = await browser.get(path, { accept: "text/html,application/json" })
    const text = `${await response.text()} "${response.headers.get("location") ?? ""}"`
    if (response.status === 404) dead.push(path)
    for (const [, address = ""] of text.matchAll(/"((?:https:\/\/app\.test)?\/auth\/[^"\\#]+)/g)) {
      const { pathname, search } = new URL(address.replaceAll("&amp;", "&"), SITE)
      if (!pathname.endsWith("/signout")) seen.add(pathname.slice("/auth".length) + search)
    }
  }
  expect(seen.size).toBeGreaterThan(10)
  return dead
}

describe.each(tried)("the product without %s", (name) => {
  const root = copyWithout(name)
  const load = async <Module>(file: string) => (await import(join(process.cwd(), root, "server", file))) as Module

  test("has correct types", () => {
    const args = ["-p", root, "--noEmit", "--checkers", "1"]
    const { stdout } = spawnSync("node_modules/.bin/tsgo", args, { encoding: "utf8" })
    expect(stdout).toBe("")
  })

  test("has none of its addresses, and all others", async () => {
    const auth = await load<{ createAuth: typeof createAuth }>("service/auth.ts")
    const config = { providers: [], secret: "s".repeat(32), logger: { error() {}, warn() {}, debug() {} } }
    const service = auth.createAuth(config, { env: { AUTH_URL: "https://app.test/auth" } })
    const status = async (route: string) => {
      const [method = "", path = ""] = route.split(" ")
      const body = method === "POST" ? new URLSearchParams() : null
      return (await service.handle(new Request(`https://app.test/auth/${path}`, { method, body }))).status
    }
    const routes = Object.keys(FEATURES.find((feature) => feature.name === name)?.routes ?? {})
    for (const route of routes) expect([route, [404, 405].includes(await status(route))]).toEqual([route, true])
    expect(await Promise.all(["GET session", "GET csrf", "GET signin", "GET providers"].map(status))).toEqual([
      200, 200, 200, 200,
    ])
    expect(existsSync(join(root, "server/features", name))).toBe(false)
  })

  test("links to no address that doesn't exist", async () => {
    const { createAuth: create } = await load<{ createAuth: typeof createAuth }>("service/auth.ts")
    const memory = await load<{ MemoryAdapter: typeof MemoryAdapter }>("adapters/memory.ts")
    const password = await load<{ Password: typeof Password }>("providers/password.ts")
    const emails: VerificationRequest[] = []
    const service = create(
      {
        adapter: memory.MemoryAdapter(),
        providers: [
          password.Password(),
          {
            id: "email",
            name: "Email",
            type: "email",
            sendVerificationRequest: (sent) => void emails.push(sent),
            sendAccountEmail: () => undefined,
          },
        ],
        account: { profile: ["name"], changeEmail: true, deletion: true, export: true },
        ...(name !== "two-step" && { secondFactor: true }),
        secret: "s".repeat(32),
        logger: { error() {}, warn() {}, debug() {} },
      },
      { env: { AUTH_URL: SITE } },
    )
    const browser = cookieClient(service)
    expect(await findDeadEnds(browser)).toEqual([])
    const csrfToken = await browser.csrfToken()
    await browser.post("/signin/email", { csrfToken, email: "ada@example.com" })
    await browser.get(emails[0]?.url ?? "")
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "ada@example.com" } })
    expect(await findDeadEnds(browser)).toEqual([])
  })

  // The tests of sign-ins use a second factor, too
  if (isLong && name !== "two-step")
    test("passes the tests of the service, of sign-ins and of sessions", { timeout: 300_000 }, () => {
      const cwd = copyTestsWithout(name)
      const rooms = ["server/service", "server/core/sign-in", "server/core/sessions"]
      const args = ["run", "--root", ".", ...rooms, ...WITH_FEATURES.map((file) => `--exclude=${file}`)]
      const env = { ...process.env, LATCHKIT_LONG: "" }
      const { stdout } = spawnSync("../../../node_modules/.bin/vitest", args, { cwd, env, encoding: "utf8" })
      expect(stripVTControlCharacters(stdout)).toMatch(/^ *Tests +\d+ passed \(\d+\)$/m)
    })
})
