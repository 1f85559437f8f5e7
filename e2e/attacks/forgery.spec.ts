import { skipCSRFCheck } from "latchkit/server"

import { expect, expectPerson, selfPost, signIn, test } from "./attack.ts"

test("rejects a sign-out with the attacker's CSRF token and cookie from a sibling host (threat 33)", async ({
  page,
  context,
  browser,
  plant,
  open,
}) => {
  const site = await open()
  await signIn(page, site)
  const theirs = await browser.newContext()
  const answer = await (await theirs.newPage()).goto(`${site.origin}/auth/csrf`)
  const { csrfToken } = (await answer?.json()) ?? {}
  const cookie = (await theirs.cookies()).find(({ name }) => name === "latchkit.csrf-token")
  await theirs.close()
  const toss = `document.cookie = "latchkit.csrf-token=${cookie?.value}; domain=app.localhost; path=/auth"`
  await plant(
    "http://evil.app.localhost/",
    `<script>${toss}</script>${selfPost(`${site.origin}/auth/signout`, { csrfToken })}`,
  )
  await expect.poll(() => site.answers.filter((answer) => answer.startsWith("POST /auth/signout")).length).toBe(1)
  expect(site.answers.join()).toContain("POST /auth/signout 403")
  await expectPerson(context, site, "victim")
})

test("rejects foreign origins even if the CSRF token check is off (threat 35)", async ({
  page,
  context,
  plant,
  open,
}) => {
  const site = await open({ config: { skipCSRFCheck } })
  await signIn(page, site)
  for (const path of ["signout", "session", "callback/credentials"]) {
    await plant("http://evil.localhost/", selfPost(`${site.origin}/auth/${path}`, { name: "attacker", password: "pw" }))
    await expect.poll(() => site.answers.join()).toContain(`POST /auth/${path} 403`)
  }
  await expectPerson(context, site, "victim")
})

test("rejects a sign-in form of another site (threat 39)", async ({ context, plant, open }) => {
  const site = await open()
  await plant(
    "http://evil.localhost/",
    selfPost(`${site.origin}/auth/callback/credentials`, { name: "attacker", password: "pw" }),
  )
  await expect.poll(() => site.answers.join()).toContain("POST /auth/callback/credentials 403")
  await expectPerson(context, site, "nobody")
})

test("rejects a sign-out by another site's form or image (threat 40)", async ({ page, context, plant, open }) => {
  const site = await open()
  await signIn(page, site)
  await plant(
    "http://evil.localhost/",
    `<img src="${site.origin}/auth/signout">${selfPost(`${site.origin}/auth/signout`)}`,
  )
  await expect.poll(() => site.answers.join()).toContain("POST /auth/signout 403")
  await expectPerson(context, site, "victim")
})

test("rejects forms from a sibling host of the same site (threat 41)", async ({ page, context, plant, open }) => {
  const site = await open()
  await signIn(page, site)
  for (const path of ["signout", "session"]) {
    await plant("http://blog.app.localhost/", selfPost(`${site.origin}/auth/${path}`))
    await expect.poll(() => site.answers.join()).toContain(`POST /auth/${path} 403`)
  }
  await expectPerson(context, site, "victim")
})

test("rejects a sandboxed frame, whose origin is null (threat 42)", async ({ page, context, plant, open }) => {
  const site = await open()
  await signIn(page, site)
  const form = selfPost(`${site.origin}/auth/signout`).replaceAll('"', "'")
  await plant("http://evil.localhost/", `<iframe sandbox="allow-scripts allow-forms" srcdoc="${form}"></iframe>`)
  await expect.poll(() => site.answers.join()).toContain("POST /auth/signout 403")
  await expectPerson(context, site, "victim")
})

test("rejects framing of every built-in page (threat 245)", async ({ plant, open }) => {
  const site = await open()
  for (const path of ["signin", "signout", "error", "verify-request"]) {
    const url = `${site.origin}/auth/${path}`
    const evil = await plant("http://evil.localhost/", `<iframe src="${url}"></iframe>`)
    await expect.poll(() => site.answers.join()).toContain(`GET /auth/${path}`)
    await expect(evil.frameLocator("iframe").getByRole("heading", { name: /./ })).toHaveCount(0)
    await evil.close()
  }
})
