import { expect, storyUrl, test } from "./stage.ts"

for (const rendering of ["React", "Solid", "Svelte"] as const) {
  for (const [id, texts] of [
    ["signed-in", ["Hello Ada Lovelace", "Your email address: ada@example.com"]],
    ["signed-out", ["Hello stranger", "Your email address: none"]],
  ] as const) {
    test(`${rendering}: useSession and a query show the same user, ${id}`, async ({ page, storybook }) => {
      const complaints: string[] = []
      page.on("console", (said) => said.type() === "error" && complaints.push(said.text()))
      page.on("pageerror", (error) => complaints.push(String(error)))
      await page.goto(storyUrl(storybook, `tanstack-query-session--${id}`, { rendering }))
      await expect(page.locator("#storybook-root p")).toHaveText([...texts])
      expect(complaints).toEqual([])
    })
  }
}
