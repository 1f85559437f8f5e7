import { Credentials } from "latchkit/providers/credentials"
import { CredentialsSignin } from "latchkit/server"

class Locked extends CredentialsSignin {
  override code = "locked" // stands in the address bar: give nothing away
}

export const credentials = Credentials({
  credentials: { pin: { label: "PIN", type: "password" } },
  authorize() {
    throw new Locked()
  },
})
