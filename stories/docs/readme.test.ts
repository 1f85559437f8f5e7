import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const root = join(import.meta.dirname, "../..")
const readme = readFileSync(join(root, "README.md"), "utf8")

/** Each file that the README shows, and the file that tests run. */
const FILES: Readonly<Record<string, string>> = {
  "auth.ts": "stories/docs/examples/next/auth.ts",
  "app/api/auth/[...path]/route.ts": "e2e/apps/next/app/api/auth/[...path]/route.ts",
  "proxy.ts": "e2e/apps/next/proxy.ts",
  "app/page.tsx": "stories/docs/examples/next/page.tsx",
}

/** The code as it stands in a new app of Next, which allows no `.ts` in imports. The example's page is in the folder of its `auth.ts`. */
function inNewApp(name: string): string {
  const code = readFileSync(join(root, FILES[name] ?? name), "utf8").replaceAll(/(from "\.[^"]*)\.ts"/g, '$1"')
  return name === "app/page.tsx" ? code.replace('"./auth"', '"../auth"') : code
}

test("every block of code is a file that tests run", () => {
  const blocks = [...readme.matchAll(/^`([^`]+)`[^\n]*\n\n(?:[^`\n][^\n]*\n\n)?```tsx?\n([\s\S]*?)```/gm)]
  expect(blocks.map(([, name]) => name)).toEqual(Object.keys(FILES))
  expect(readme.match(/^```tsx?$/gm)).toHaveLength(blocks.length)
  for (const [, name = "", code] of blocks) expect(code, name).toBe(inNewApp(name))
})

test("every link leads to a file, also from npm", () => {
  expect([...readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, path]) => path)).toEqual([])
  const links = [...readme.matchAll(/\]\(https:[^)]*latchkit\/(?:blob\/)?main\/([^)#]+)/g)].map(([, path = ""]) => path)
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test("is about 150 lines long", () => expect(readme.split("\n").length).toBeLessThan(170))
