import { GitHub } from "latchkit/providers/github"
import { SolidAuth } from "latchkit/solid-start"

export const { GET, POST, getSession, signIn, signInProps, signOut, updateSession } =
  SolidAuth({
    siteName: "Acme",
    providers: [GitHub()],
  })
