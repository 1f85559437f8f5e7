import { SvelteKitAuth } from "latchkit/sveltekit"
import { config } from "../../../frameworks/site/config.ts"

export const { accountProps, getSession, handle, requireAuth, signIn, signInProps, signOut, updateSession } =
  SvelteKitAuth(config)
