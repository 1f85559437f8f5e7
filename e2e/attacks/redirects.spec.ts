import { expect, expectPerson, signIn, test } from "./attack.ts"

const TARGETS: [attack: string, targets: string[]][] = [
  ["rejects a foreign origin (threat 1)", ["http://evil.localhost/", "https://evil.localhost/"]],
  ["rejects a path of two slashes (threat 4)", ["//evil.localhost/", "///evil.localhost/", "/.//evil.localhost/"]],
  [
    "rejects backslashes (threat 6)",
    ["/\\evil.localhost/", "\\\\evil.localhost/", "\\/evil.localhost/", "http:\\\\evil.localhost/"],
  ],
  [
    "rejects a script URL (threat 9)",
    ["javascript:document.body.append('owned')", "data:text/html,owned", "vbscript:owned", "JaVaScRiPt:owned"],
  ],
]

for (const [name, targets] of TARGETS) {
  test(`${name} is nowhere to go after signing in or out`, async ({ page, open }) => {
    const site = await open()
    const left: string[] = []
    page.on("framenavigated", (frame) => new URL(frame.url()).origin !== site.origin && left.push(frame.url()))
    for (const callbackUrl of targets) {
      await signIn(page, site, { callbackUrl })
      await expect(page.getByRole("heading")).toHaveText("victim")
      await page.goto(`${site.origin}/auth/signout?${new URLSearchParams({ callbackUrl })}`)
      await page.getByRole("button", { name: "Sign out" }).click()
      await expect(page.getByRole("heading")).toHaveText("nobody")
    }
    expect(left).toEqual([])
  })
}

test("rejects a callback URL cookie from a sibling host (threat 16)", async ({ page, plant, open }) => {
  const site = await open({ idps: ["people"] })
  await page.goto(`${site.origin}/auth/signin`)
  await page.getByRole("button", { name: "Continue with people" }).click()
  await page.getByRole("button", { name: /Ada/ }).click()
  const toss = "document.cookie = 'latchkit.callback-url=http://evil.localhost/; domain=app.localhost; path=/auth'"
  await plant("http://evil.app.localhost/", `<script>${toss}</script>`)
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(`${site.origin}/**`)
  expect(new URL(page.url()).origin).toBe(site.origin)
})

for (const target of ["/auth/signout", "/auth/callback/credentials?code=x", "/auth/error", "/auth/signin"]) {
  test(`rejects sign-out and redirect loops by the target ${target} (threat 29)`, async ({ page, context, open }) => {
    const site = await open()
    const visited: string[] = []
    page.on("framenavigated", (frame) => visited.push(frame.url()))
    await signIn(page, site, { callbackUrl: target })
    await page.waitForLoadState("networkidle")
    expect(visited.length).toBeLessThanOrEqual(3)
    await expectPerson(context, site, "victim")
  })
}

test("redirects without a loop if the sign-in page is the built-in one (threat 291)", async ({ page, open }) => {
  for (const signInPage of ["/auth/signin", "/auth/signin/"]) {
    const site = await open({ config: { pages: { signIn: signInPage } } })
    const answer = await page.goto(`${site.origin}/auth/signin`).catch((error: Error) => error.message)
    expect(typeof answer === "string" ? answer : "", signInPage).not.toContain("ERR_TOO_MANY_REDIRECTS")
    expect(site.answers.length).toBeLessThanOrEqual(5)
  }
})
