import { Passkey } from "latchkit/providers"

export const passkeys = Passkey({
  relyingParty: {
    id: "acme.com",
    relatedOrigins: ["https://acme.de", "https://acme.shop"],
  },
})
