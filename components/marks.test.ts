import { readdirSync } from "node:fs"
import { expect, test } from "vitest"
import { DRAWN_MARKS } from "./view/marks/drawn.ts"
import { MARKS } from "./view/marks/marks.generated.ts"
import { markOf } from "./view/marks/index.ts"

const IN_USE =
  "adobe amazon apple auth0 azure-devops cloudflare-access cognito discord docusign dropbox facebook figma github gitlab google heroku jumpcloud " +
  "linkedin microsoft-entra-id monday notion okta onelogin pipedrive salesforce slack spotify twitch twitter workos yahoo"

test.each(IN_USE.split(" "))("has a mark for %s", (id) => {
  expect(markOf(id)?.paths.length).toBeGreaterThan(0)
})

test("draws a mark in the text's color for providers of the catalog that have no other", () => {
  const catalog = readdirSync("server/providers/catalogue").map((file) => file.replace(/\.ts$/, ""))
  for (const [id, mark] of Object.entries(DRAWN_MARKS)) {
    const path = mark?.paths[0]?.[0]
    expect(catalog).toContain(id)
    expect(MARKS).not.toHaveProperty([id])
    expect(path).toMatch(/^M[-\dMLHVCSAZlhvcsaz. ]+Z$/)
    expect(markOf(id)).toEqual({ paths: [[path, "currentColor"]] })
  }
})

test("has no mark for an id of the prototype", () => {
  expect(markOf("constructor")).toBeUndefined()
})
