import { expect, test, type Page } from "./harbour.ts"
import { KATHERINE, expectSignedIn, expectSignedOut, signInWithPassword, signOut } from "./user.ts"

/** Adds a virtual device that stores passkeys and confirms every request. */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send("WebAuthn.enable")
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true } as const
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
}

/** Does what a site's own script would do: requests options, passes them to the browser, and posts its response. */
function ceremony(page: Page, service: string, action: "register" | "authenticate") {
  return page.evaluate(
    async ({ at, wanted }) => {
      const asked = await fetch(`${at}/webauthn-options/passkey?action=${wanted}`)
      const { options } = await asked.json()
      const credential =
        wanted === "register"
          ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
          : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
      const { csrfToken } = await (await fetch(`${at}/csrf`)).json()
      const fields = { csrfToken, action: wanted, data: JSON.stringify(credential), callbackUrl: "/protected" }
      const headers = { "x-auth-return-redirect": "1" }
      const answer = await fetch(`${at}/callback/passkey`, {
        method: "POST",
        headers,
        body: new URLSearchParams(fields),
      })
      const { url, error } = await answer.json()
      return { url, error }
    },
    { at: service, wanted: action },
  )
}

test("I add a passkey, sign out, and sign in with it", async ({ page, harbour }) => {
  await addDevice(page)
  await signInWithPassword(page, harbour.service, "/account")
  expect(await ceremony(page, harbour.service, "register")).toEqual({ url: `${harbour.origin}/protected` })
  await page.goto("/account")
  await signOut(page)
  await page.waitForURL((url) => url.pathname === "/") // some headers change before the browser leaves the page
  await expectSignedOut(page)
  expect(await ceremony(page, harbour.service, "authenticate")).toEqual({ url: `${harbour.origin}/protected` })
  await page.goto("/protected")
  await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
  await expectSignedIn(page, KATHERINE.name)
})

test("a passkey that this site does not know is rejected, and signs nobody in", async ({ page, open, harbour }) => {
  const other = await open({})
  await addDevice(page)
  await signInWithPassword(page, harbour.service, "/account")
  await ceremony(page, harbour.service, "register")
  await page.goto(other.origin)
  const { error } = await ceremony(page, other.service, "authenticate")
  expect(error).toBe("WebAuthnVerificationError")
  await page.goto(other.origin)
  await expectSignedOut(page)
})
