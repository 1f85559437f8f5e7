import { SolidAuth } from "latchkit/solid-start"
import { config } from "../../../frameworks/site/config.ts"

export const { GET, POST, accountProps, getSession, onRequest, signIn, signInProps, signOut, updateSession } =
  SolidAuth(config)
