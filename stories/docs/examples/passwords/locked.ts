import { Credentials } from "latchkit/providers/credentials"
import { CredentialsSignin } from "latchkit/server"

class Locked extends CredentialsSignin {
  override code = "locked" // appears in the URL, so it must reveal nothing
}

export const credentials = Credentials({
  credentials: { pin: { label: "PIN", type: "password" } },
  authorize() {
    throw new Locked()
  },
})
