import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test, vi } from "vitest"
import { PASSKEY_ERRORS } from "../../client/index.ts"
import { ERROR_PAGE_ERRORS, SIGN_IN_ERRORS } from "../../client/contract.ts"
import { cookieTables } from "../../server/core/cookies/names.ts"
import { ROUTES } from "../../server/test-kit/routes.ts"
import { createAuth } from "../../server/service/auth.ts"
import { ERRORS } from "../../server/errors.ts"
import { componentProps } from "../../e2e/tools/reference/component-pages.ts"
import { CLIENT_ERRORS, COOKIES, ENDPOINTS, ENVIRONMENT, PAGE_ERRORS } from "../../e2e/tools/reference/described.ts"
import { readComments } from "../../e2e/tools/reference/facts-pages.ts"
import { readSources, referencePages } from "../../e2e/tools/reference/index.ts"
import { anchor, fileText } from "../../e2e/tools/reference/markdown.ts"
import { listMembers } from "../../e2e/tools/reference/members.ts"
import { exported, membersOfRow, TYPES_PAGES } from "../../e2e/tools/reference/types-pages.ts"
import { repositoryFiles } from "../../e2e/tools/repository-files.ts"

const folder = join(import.meta.dirname, "api")
const reading = readSources()
const pages = await referencePages(reading)

describe("the reference (run this file with --update after you change a type or a docstring)", () => {
  test.each(pages.map((page) => [page.file, page] as const))("%s is as the sources have it", async (file, page) => {
    await expect(fileText(page)).toMatchFileSnapshot(join(folder, `${file}.mdx`))
  })

  test("has no page that nothing generates", () => {
    const there = readdirSync(folder).filter((name) => name.endsWith(".mdx"))
    expect(there.toSorted()).toEqual(pages.map(({ file }) => `${file}.mdx`).toSorted())
  })

  test("has no half sentence and no half code in a table", () => {
    const rows = pages.flatMap(({ body }) => body.replaceAll(/^```[\s\S]*?^```/gm, "").match(/^\|.*\|$/gm) ?? [])
    expect(rows.length).toBeGreaterThan(500)
    const isBroken = (row: string) => / [^|]*: \|$/.test(row) || (row.match(/`/g)?.length ?? 0) % 2 === 1
    expect(rows.filter(isBroken)).toEqual([])
  })

  test("links only to sections that exist", () => {
    const anchors = new Set(
      pages.flatMap(({ file, body }) =>
        [...body.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => `./${file}.mdx#${anchor(heading)}`),
      ),
    )
    const links = pages.flatMap(({ body, file }) =>
      [...body.matchAll(/\]\((\.\/[\w-]+\.mdx)?(#[\w-]+)\)/g)].map(
        ([, page = `./${file}.mdx`, section = ""]) => `${page}${section}`,
      ),
    )
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((link) => !anchors.has(link))).toEqual([])
  })
})

describe("every public name has a docstring", () => {
  test("options, callbacks and functions", () => {
    const missing = TYPES_PAGES.flatMap(({ rows }) =>
      rows.flatMap((row) =>
        membersOfRow(reading, row).flatMap(({ name, text }) => (text === "" ? [`${row[1]}.${name}`] : [])),
      ),
    )
    expect(missing).toEqual([])
  })

  test.each(["latchkit/react", "latchkit/solid", "latchkit/svelte"])("props of %s", (entry) => {
    const missing = [...componentProps(reading, entry)].flatMap(([component, members]) =>
      members.flatMap(({ name, text }) => (text === "" ? [`${component}.${name}`] : [])),
    )
    expect(missing).toEqual([])
  })

  test("events, and the fields of a security event", () => {
    const members = ["Events", "SecurityEventFields"].flatMap((name) =>
      listMembers(reading, exported(reading, "latchkit/server", name)),
    )
    expect(members.filter(({ text, name }) => text === "" && name !== "actor").map(({ name }) => name)).toEqual([])
  })

  test("error types", () => {
    const comments = readComments(reading, "server/errors.ts", "ERRORS")
    expect(Object.keys(ERRORS).filter((type) => !comments.get(type))).toEqual([])
  })
})

test("a logged error names its section", async () => {
  const spy = vi.spyOn(console, "error").mockImplementation(() => undefined)
  const auth = createAuth({ providers: [] }, { env: { AUTH_URL: "https://app.test/auth" } })
  await auth.handle(new Request("https://app.test/auth/session"))
  const [line = ""] = spy.mock.calls.flat().map(String)
  spy.mockRestore()
  const [, file = "", section = ""] = /\/(stories\/docs\/api\/[\w-]+\.mdx)#(\w+)$/m.exec(line) ?? []
  expect(section).toBe("missingsecreterror")
  const headings = [...readFileSync(file, "utf8").matchAll(/^### (\w+)$/gm)].map(([, type = ""]) => anchor(type))
  expect(headings).toEqual(expect.arrayContaining(Object.keys(ERRORS).map((type) => type.toLowerCase())))
})

describe("what the types can't say is described row by row", () => {
  test("endpoints", () => expect(Object.keys(ENDPOINTS).toSorted()).toEqual(Object.keys(ROUTES).toSorted()))

  test("cookies", () =>
    expect(Object.keys(COOKIES).toSorted()).toEqual(Object.keys(cookieTables()({ secure: false })).toSorted()))

  test("errors of pages and of the client", () => {
    const described = new Set([...Object.keys(ERRORS), ...Object.keys(CLIENT_ERRORS), ...Object.keys(PAGE_ERRORS)])
    const shown = [...SIGN_IN_ERRORS, ...ERROR_PAGE_ERRORS, ...PASSKEY_ERRORS]
    expect(shown.filter((name) => !described.has(name))).toEqual([])
  })

  test("environment variables that the server reads", () => {
    const isServer = (file: string) => file.startsWith("server/") && file.endsWith(".ts")
    const files = repositoryFiles().filter(
      (file) => isServer(file) && !/\.test|\/(testing|test-kit)\/|\/fixtures\/|migrate|cli\/init/.test(file),
    )
    const read = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\benv\??\.?\[?"?(?<name>[A-Z][A-Z0-9_]{3,})"?\]?/g)].map(
        ({ groups }) => groups?.["name"] ?? "",
      ),
    )
    expect(new Set(read).size).toBeGreaterThan(4)
    expect([...new Set(read)].filter((name) => !Object.hasOwn(ENVIRONMENT, name))).toEqual([])
  })
})
