import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Page } from "@playwright/test"
import { expect, test } from "@playwright/test"

import { FRAMEWORKS, SHARED_BEHAVIOR_IN } from "./frameworks.ts"
import { openCase, servedGallery } from "./served-gallery.ts"

const gallery = servedGallery()

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })

/** Responds to a step's form, and returns the fields of each request. */
function answerStep(step: string, body: unknown): URLSearchParams[] {
  const sent: URLSearchParams[] = []
  gallery().answers.set(`POST /auth/${step === "confirm" ? step : `step/${step}`}`, (text) => {
    sent.push(new URLSearchParams(text))
    return json(body)
  })
  return sent
}

const open = (page: Page, path: string) => openCase(page, `${gallery().origin}/${path}`)

/** Signs in with a card. The sign-in waits for the second factor. Without `paused`, the card must ask for the step. */
async function pauseSignIn(page: Page, framework: string, paused?: object): Promise<void> {
  const url = `${gallery().origin}/auth/step/second-factor`
  const answer = (request: string, body: unknown) => gallery().answers.set(request, () => json(body))
  answer("GET /auth/providers", { credentials: { id: "credentials", name: "Password", type: "credentials" } })
  answer("POST /auth/callback/credentials", paused ?? { url, step: "second-factor" })
  answer("GET /auth/step", { step: "second-factor", url, attempt: "a1", methods: ["totp", "recovery"] })
  await open(page, `${framework}/sign-in-password`)
  await page.getByLabel("Email").fill("ada@example.com")
  await page.getByLabel("Password", { exact: true }).fill("secret")
  await page.locator("[data-provider=credentials] [type=submit]").click()
}

interface PausedSignIn {
  stepProps: { attempt: string }
}

/** Returns Latchkit's response to the first form of a user with an authenticator app. */
async function pausedSignIn(url: string): Promise<PausedSignIn> {
  const script = join(import.meta.dirname, "paused-sign-in.ts")
  const { stdout } = await promisify(execFile)(process.execPath, [script, url])
  return JSON.parse(stdout) as PausedSignIn // the user has an app, so a code is needed
}

const code = (page: Page) => page.getByLabel("6-digit code")

/** Replaces each text by an element, as browsers do that translate a page. */
const translate = (page: Page) =>
  page.locator(".auth-card").evaluate((card) => {
    const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
    const all: Text[] = []
    while (texts.nextNode()) all.push(texts.currentNode as Text) // it shows texts only
    for (const text of all.filter(({ data }) => data.trim() !== "")) {
      const translated = document.createElement("font")
      translated.textContent = text.data
      text.replaceWith(translated)
    }
  })

for (const framework of [...SHARED_BEHAVIOR_IN, "html"] as const) {
  test.describe(framework, () => {
    test("six digits are sent by themselves, also with spaces and in another script", async ({ page }) => {
      const sent = answerStep("second-factor", { url: `${gallery().origin}/${framework}/sign-out` })
      await open(page, `${framework}/second-factor`)
      await page.getByLabel("Trust this device for 30 days").check()
      await code(page).pressSequentially("12345")
      expect(sent).toEqual([])
      await code(page).fill("")
      await code(page).focus()
      await page.keyboard.insertText("١٢٣ 456")
      await expect.poll(() => sent.length).toBe(1)
      expect(Object.fromEntries(sent[0] ?? [])).toEqual({
        csrfToken: "t",
        attempt: "1",
        method: "totp",
        code: "123456",
        trust: "yes",
      })
    })

    test("six digits that an input method composes are sent when it ends", async ({ page, context }) => {
      const sent = answerStep("second-factor", { url: `${gallery().origin}/` })
      await open(page, `${framework}/second-factor`)
      await code(page).focus()
      const browser = await context.newCDPSession(page)
      const text = "４２１９６１"
      await browser.send("Input.imeSetComposition", { text, selectionStart: 6, selectionEnd: 6 })
      await expect(code(page)).toHaveValue(text)
      expect(sent).toHaveLength(0)
      await browser.send("Input.insertText", { text })
      await expect.poll(() => sent.map((fields) => fields.get("code"))).toEqual(["421961"])
    })

    test("recovery codes are copied, and saved as a file that the page makes", async ({ page, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"])
      await open(page, `${framework}/recovery-codes-replaced`)
      await page.getByRole("button", { name: "Copy" }).click()
      await expect(page.getByRole("button", { name: "Copied" })).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^k7wd-3mqx-\S+\n(\S+\n){8}\S+$/)
      const saving = page.waitForEvent("download")
      await page.getByRole("button", { name: "Download" }).click()
      const file = await saving
      expect(file.suggestedFilename()).toBe("acme-recovery-codes.txt")
      expect(await readFile(await file.path(), "utf8")).toMatch(/^Recovery codes for Acme\n\nk7wd-3mqx-/)
      expect(gallery().requests.filter((request) => request.startsWith("POST"))).toEqual([])
    })

    test("clicks on a confirmation that has just appeared are ignored (threat 453)", async ({ page }) => {
      const sent = answerStep("confirm", { url: "/" })
      // Presses in the same task in which the script shows the form: on a slow machine any timer could be too late
      await page.addInitScript(() => {
        const press = () => {
          const field = document.querySelector<HTMLInputElement>("input[name=password]")
          if (field) field.value = "secret"
          document.querySelector<HTMLElement>("[type=submit]")?.click()
          document.documentElement.dataset["pressed"] = "yes"
        }
        const pressOnceReady = () => {
          if (document.readyState !== "complete" || !document.querySelector("[data-reveal]:not([hidden])")) return
          observer.disconnect()
          press()
        }
        const observer = new MutationObserver(pressOnceReady)
        observer.observe(document, { subtree: true, childList: true, attributeFilter: ["hidden"] })
        addEventListener("load", pressOnceReady)
        addEventListener("press", press)
      })
      await page.goto(`${gallery().origin}/${framework}/confirm`)
      await page.locator("[data-pressed]").waitFor({ state: "attached" })
      await page.waitForTimeout(700)
      expect(sent).toEqual([])
      await page.evaluate(() => dispatchEvent(new Event("press")))
      await expect.poll(() => sent[0]?.get("password")).toBe("secret")
    })
  })
}

for (const framework of SHARED_BEHAVIOR_IN) {
  test.describe(framework, () => {
    test("a wrong code is emptied and focused, and the trusted device stays", async ({ page }) => {
      answerStep("second-factor", { url: "/auth/step/second-factor", error: "InvalidCode" })
      await open(page, `${framework}/second-factor`)
      await page.getByLabel("Trust this device for 30 days").check()
      await code(page).pressSequentially("123456")
      await expect(page.getByRole("alert")).toHaveText(/That code is incorrect or has expired/)
      await expect(code(page)).toHaveValue("")
      await expect(code(page)).toBeFocused()
      await expect(code(page)).toHaveAttribute("aria-invalid", "true")
      await expect(page.getByLabel("Trust this device for 30 days")).toBeChecked()
    })

    test("says when to try again after too many codes", async ({ page }) => {
      answerStep("second-factor", { url: "/auth/step/second-factor", error: "RateLimited", retryAfter: 180 })
      await open(page, `${framework}/second-factor`)
      await code(page).pressSequentially("123456")
      await expect(page.getByRole("alert")).toHaveText("Too many attempts. Try again in 3 minutes.")
      await expect(code(page)).not.toHaveAttribute("aria-invalid")
    })

    test("another method is chosen with the keyboard, and its field has the focus", async ({ page }) => {
      await open(page, `${framework}/second-factor`)
      await page.getByRole("link", { name: "Use another method" }).press("Enter")
      await expect(page.getByRole("heading", { name: "Use another method" })).toBeFocused()
      await page.keyboard.press("Tab")
      await expect(page.getByRole("link", { name: "Authenticator app" })).toBeFocused()
      await page.getByRole("link", { name: "Recovery code" }).press("Enter")
      await expect(page.getByLabel("Recovery code", { exact: true })).toBeFocused()
      expect(gallery().requests.filter((request) => request.includes("step"))).toEqual([])
    })

    test("a code by email is requested in place, and again only after a while", async ({ page }) => {
      const sent = answerStep("second-factor", { url: "/auth/step/second-factor?method=email" })
      await open(page, `${framework}/second-factor-list`)
      await page.getByRole("button", { name: "Email" }).click()
      await expect(code(page)).toBeFocused()
      expect([sent[0]?.get("method"), sent[0]?.get("resend")]).toEqual(["email", "1"])
      await page.getByRole("button", { name: /resend in/ }).click({ force: true }) // it is aria-disabled
      await expect(page.getByRole("button", { name: /resend in 0:\d\d/ })).toBeVisible()
      expect(sent.map((fields) => fields.get("resend"))).toEqual(["1"])
    })

    test("a sign-in card shows the step in place, and cancelling shows the sign-in again", async ({ page }) => {
      const sent = answerStep("second-factor", { url: `${gallery().origin}/` })
      await pauseSignIn(page, framework)
      await expect(code(page)).toBeFocused()
      await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible()
      await page.getByRole("button", { name: "Cancel" }).click()
      await expect(page.getByLabel("Password", { exact: true })).toBeVisible()
      expect(sent.map((fields) => [fields.get("cancel"), fields.get("attempt")])).toEqual([["1", "a1"]])
      await expect(page.getByLabel("Email")).toBeFocused()
      expect(page.url()).toContain("sign-in-password")
    })

    test("a card that the browser translates shows another method, and then the sign-in again", async ({ page }) => {
      answerStep("second-factor", { url: `${gallery().origin}/` })
      await pauseSignIn(page, framework)
      await expect(code(page)).toBeFocused()
      await translate(page)
      await page.getByRole("link", { name: "Use a recovery code instead" }).click()
      await expect(page.locator("input:focus:not([data-digits])")).toBeVisible()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter a recovery code")
      await translate(page)
      await page.getByRole("button", { name: "Cancel" }).click()
      await expect(page.locator("[name=password]")).toBeVisible()
    })

    test("a sign-in card shows the step that Latchkit's response contains, without another request", async ({
      page,
    }) => {
      const paused = await pausedSignIn(`${gallery().origin}/auth`)
      const sent = answerStep("second-factor", { url: `${gallery().origin}/` })
      await pauseSignIn(page, framework, paused)
      await expect(code(page)).toBeFocused()
      await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible()
      await page.getByRole("button", { name: "Cancel" }).click()
      await expect(page.getByLabel("Password", { exact: true })).toBeVisible()
      expect(sent.map((fields) => [fields.get("cancel"), fields.get("attempt")])).toEqual([
        ["1", paused.stepProps.attempt],
      ])
      expect(gallery().requests).not.toContain("GET /auth/step")
    })

    test("the dialog is modal, focuses its field, and closes with Escape and Cancel", async ({ page }) => {
      await open(page, `${framework}/confirm-dialog`)
      await expect(page.getByRole("dialog", { name: "Confirm it's you" })).toBeVisible()
      expect(await page.evaluate(() => document.querySelector("dialog")?.matches(":modal"))).toBe(true)
      await expect(page.getByLabel("Password", { exact: true })).toBeFocused()
      await page.waitForTimeout(700) // a new dialog ignores clicks for half a second
      await page.getByRole("button", { name: "Cancel" }).click()
      await expect(page.getByRole("dialog")).toBeHidden()
      await open(page, `${framework}/confirm-dialog-passkey`)
      await expect(page.getByRole("button", { name: "Use a passkey" })).toBeFocused()
    })
  })
}

for (const framework of SHARED_BEHAVIOR_IN) {
  test(`${framework}: a card that the browser translates checks a new password, and requests another email`, async ({
    page,
  }) => {
    gallery().answers.set("POST /auth/sign-up", () => json({ url: "/auth/sign-up?status=sent" }))
    await page.clock.install()
    await open(page, `${framework}/sign-up`)
    await translate(page)
    await page.locator("[name=name]").fill("Ada")
    await page.locator("[name=email]").fill("ada@example.com")
    await page.locator("[name=password]").fill("one comet over nova")
    await expect(page.locator("[data-met] svg")).toBeVisible()
    await page.keyboard.press("Enter")
    const again = page.locator("[data-part=again]")
    await expect(again).toContainText(/0:\d\d/)
    await translate(page)
    await page.clock.fastForward(120_000)
    await again.getByRole("button").click()
    await expect(again.locator("strong")).toBeVisible()
  })
}

for (const framework of FRAMEWORKS) {
  test(`${framework}: a card that the browser translates never shows an old text beside the new one`, async ({
    page,
  }) => {
    gallery().answers.set("POST /auth/forgot-password", () => json({ url: "/auth/forgot-password?status=sent" }))
    answerStep("second-factor", { url: "/" })
    await page.clock.install()
    const texts = async (change: () => Promise<void>) => {
      const shown: string[] = []
      const note = async () => {
        shown.push(await page.locator(".auth-card").innerText())
        await change()
      }
      await open(page, `${framework}/forgot-password`)
      await change()
      await page.locator("[name=email]").fill("ada@example.com")
      await page.keyboard.press("Enter")
      await expect(code(page)).toBeFocused()
      await note()
      await page.clock.fastForward(120_000)
      await expect(page.locator("[data-part=again]")).not.toContainText(/0:/)
      await note()
      await page.locator("[data-part=again] button").click()
      await expect(page.locator("[data-part=again]")).toContainText(/0:/)
      await page.clock.fastForward(1000)
      await note()
      await page.locator("[data-part=links] a").first().click()
      await expect(page.locator("[name=email]")).toBeVisible()
      await note()
      await open(page, `${framework}/second-factor`)
      await change()
      for (const method of ["email", "recovery", "email"]) {
        await page.evaluate(
          (to) => document.querySelector<HTMLElement>(`[data-method=${to}],[data-method=list]`)?.click(),
          method,
        )
        await page.clock.runFor(1000)
        await note()
      }
      return shown.map((text) => text.replace(/0:\d\d/, "0:00"))
    }
    const plain = await texts(async () => {})
    expect(await texts(() => translate(page))).toEqual(plain)
  })
}

for (const name of ["forgot-password-sent", "second-factor-email", "verify-request-countdown"]) {
  test(`another email can be requested once a device has slept long enough: ${name}`, async ({ page }) => {
    await page.clock.install()
    await open(page, `react/${name}`)
    const button = page.getByRole("button", { name: /resend/i })
    await expect(button).toContainText(/in 0:\d\d/)
    await page.clock.fastForward(120_000) // timers run once
    await expect(button).not.toContainText(/in 0:/)
  })
}

test("a step that React renders late has the focus too", async ({ page }) => {
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype // React renders in a message
    MessagePort.prototype.postMessage = function late(this: MessagePort, message: unknown) {
      setTimeout(() => postMessage.call(this, message), 100)
    }
  })
  await pauseSignIn(page, "react")
  await expect(code(page)).toBeFocused()
})

test("without a script, every form posts by itself and nothing that needs one is shown", async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${gallery().origin}/html/recovery-codes`)
  await expect(page.getByRole("button", { name: "Copy" })).toBeHidden()
  await page.goto(`${gallery().origin}/html/second-factor-passkey`)
  await expect(page.getByText("This browser doesn't support passkeys.")).toBeVisible()
  await page.goto(`${gallery().origin}/html/second-factor`)
  const sent = answerStep("second-factor", {})
  await code(page).fill("123 456")
  await page.getByRole("button", { name: "Continue" }).click()
  expect(sent[0]?.get("code")).toBe("123 456")
  await page.close()
})
