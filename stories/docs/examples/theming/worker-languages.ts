import { de } from "latchkit/messages/de"
import { fr } from "latchkit/messages/fr"
import { GitHub } from "latchkit/providers/github"
import { createAuth } from "latchkit/server"

export const auth = createAuth({
  siteName: "Acme",
  providers: [GitHub()],
  messages: [de, { ...fr, signIn: { ...fr.signIn, title: "Bonjour de {site}" } }], // English is built in
})
