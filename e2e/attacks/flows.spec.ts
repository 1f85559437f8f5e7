import type { Page } from "@playwright/test"

import { expect, expectPerson, finish, signIn, startAt, test } from "./attack.ts"

for (const order of ["in order", "in reverse"]) {
  test(`finishes sign-ins of two tabs at two providers, ${order} (threat 72)`, async ({ page, context, open }) => {
    const site = await open({ idps: ["alpha", "beta"] })
    const second = await context.newPage()
    await startAt(page, site, "alpha")
    await startAt(second, site, "beta")
    const flows: [Page, RegExp, string][] = [
      [page, /Ada/, "Ada Lovelace"],
      [second, /Grace/, "Grace Hopper"],
    ]
    for (const [tab, person, name] of order === "in order" ? flows : flows.reverse()) {
      await finish(tab, person)
      await tab.waitForURL(`${site.origin}/**`)
      await expectPerson(context, site, name)
      await tab.goto(`${site.origin}/auth/signout?callbackUrl=%2F`)
      await tab.getByRole("button", { name: "Sign out" }).click() // the server would reject it if the user had changed
      await expect(tab.getByRole("heading")).toHaveText("nobody")
    }
  })
}

test("rejects linking if another user signed in before the callback (threat 117)", async ({ page, context, open }) => {
  const linked: string[] = []
  const site = await open({
    idps: ["people"],
    config: { events: { linkAccount: ({ account }) => void linked.push(account.providerAccountId) } },
  })
  await startAt(page, site, "people")
  await signIn(await context.newPage(), site)
  await expectPerson(context, site, "victim")
  await finish(page, /Ada/)
  await page.waitForURL(`${site.origin}/**`)
  expect(linked).toEqual([])
})

test("rejects the attacker's callback URL in the victim's browser (threat 118)", async ({
  page,
  context,
  browser,
  plant,
  open,
}) => {
  const linked: string[] = []
  const site = await open({
    idps: ["people"],
    config: { events: { linkAccount: ({ account }) => void linked.push(account.providerAccountId) } },
  })
  const attacker = await browser.newContext()
  const theirs = await attacker.newPage()
  site.hold(true)
  await startAt(theirs, site, "people")
  await finish(theirs, /Grace/)
  await theirs.waitForURL("**/auth/callback/people?**")
  const url = theirs.url()
  await attacker.close()
  site.hold(false)

  await signIn(page, site)
  await expect(page.getByRole("heading")).toHaveText("victim")
  await plant("http://evil.localhost/", `<img src="${url.replaceAll("&", "&amp;")}">`)
  await expect.poll(() => site.answers.filter((answer) => answer.includes("/auth/callback/people")).length).toBe(2)
  await page.goto(url)
  expect(linked).toEqual([])
  await expectPerson(context, site, "victim")
})
