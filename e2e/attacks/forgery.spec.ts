import { skipCSRFCheck } from "latchkit/server"

import { expect, expectPerson, selfPost, signIn, test } from "./attack.ts"

test("attack 33: a token and cookie of the attacker's own, tossed from a sibling, sign nobody out", async ({
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

test("attack 35: the Origin check stays when the token check is off", async ({ page, context, plant, open }) => {
  const site = await open({ config: { skipCSRFCheck } })
  await signIn(page, site)
  for (const path of ["signout", "session", "callback/credentials"]) {
    await plant("http://evil.localhost/", selfPost(`${site.origin}/auth/${path}`, { name: "attacker", password: "pw" }))
    await expect.poll(() => site.answers.join()).toContain(`POST /auth/${path} 403`)
  }
  await expectPerson(context, site, "victim")
})

test("attack 39: a form of another site signs nobody in", async ({ context, plant, open }) => {
  const site = await open()
  await plant(
    "http://evil.localhost/",
    selfPost(`${site.origin}/auth/callback/credentials`, { name: "attacker", password: "pw" }),
  )
  await expect.poll(() => site.answers.join()).toContain("POST /auth/callback/credentials 403")
  await expectPerson(context, site, "nobody")
})

test("attack 40: neither a form nor an image of another site signs anybody out", async ({
  page,
  context,
  plant,
  open,
}) => {
  const site = await open()
  await signIn(page, site)
  await plant(
    "http://evil.localhost/",
    `<img src="${site.origin}/auth/signout">${selfPost(`${site.origin}/auth/signout`)}`,
  )
  await expect.poll(() => site.answers.join()).toContain("POST /auth/signout 403")
  await expectPerson(context, site, "victim")
})

test("attack 41: a sibling host of the same site is refused like any other", async ({ page, context, plant, open }) => {
  const site = await open()
  await signIn(page, site)
  for (const path of ["signout", "session"]) {
    await plant("http://blog.app.localhost/", selfPost(`${site.origin}/auth/${path}`))
    await expect.poll(() => site.answers.join()).toContain(`POST /auth/${path} 403`)
  }
  await expectPerson(context, site, "victim")
})

test("attack 42: a sandboxed frame, whose origin is null, is refused", async ({ page, context, plant, open }) => {
  const site = await open()
  await signIn(page, site)
  const form = selfPost(`${site.origin}/auth/signout`).replaceAll('"', "'")
  await plant("http://evil.localhost/", `<iframe sandbox="allow-scripts allow-forms" srcdoc="${form}"></iframe>`)
  await expect.poll(() => site.answers.join()).toContain("POST /auth/signout 403")
  await expectPerson(context, site, "victim")
})

test("attack 245: no page of the service shows in a frame", async ({ plant, open }) => {
  const site = await open()
  for (const path of ["signin", "signout", "error", "verify-request"]) {
    const url = `${site.origin}/auth/${path}`
    const evil = await plant("http://evil.localhost/", `<iframe src="${url}"></iframe>`)
    await expect.poll(() => site.answers.join()).toContain(`GET /auth/${path}`)
    await expect(evil.frameLocator("iframe").getByRole("heading", { name: /./ })).toHaveCount(0)
    await evil.close()
  }
})
