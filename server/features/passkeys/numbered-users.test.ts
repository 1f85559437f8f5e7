import { expect, test } from "vitest"
import type { AccountDetails } from "../../../client/account-contract.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { numberedUsers } from "../../test-kit/numbered-users.ts"
import { errorParam, signedInName } from "../../test-kit/oauth-service.ts"
import { ADA, passkeyService } from "../../test-kit/passkey-service.ts"

test.each(["jwt", "database"] as const)(
  "a user with a number as id adds a passkey, signs in with it and removes it, with %s sessions",
  async (strategy) => {
    const service = await passkeyService({ adapter: numberedUsers(), session: { strategy } })
    const authenticator = softAuthenticator()
    const laptop = service.browser()
    await service.enter(laptop, ADA)
    expect(errorParam(await service.register(laptop, authenticator))).toBeNull()
    const phone = service.browser()
    expect(errorParam(await service.signIn(phone, authenticator))).toBeNull()
    expect(await signedInName(phone)).toBe("ada@app.test")
    const { passkeys } = (await (await phone.get("/account")).json()) as AccountDetails // the shape of the response
    const removal = { csrfToken: await phone.csrfToken(), change: "remove-passkey", id: passkeys?.[0]?.id ?? "" }
    expect((await phone.postJson("/account", removal)).status).toBe(200)
    expect(errorParam(await service.signIn(service.browser(), authenticator))).toBe("WebAuthnVerificationError")
  },
)
