import { SolidAuth, type SolidAuthConfig } from "latchkit/solid-start"
import { config } from "../../../frameworks/site/config.ts"

export const options: SolidAuthConfig = config
export const { GET, POST, signIn, signInProps, signOut, update } = SolidAuth(options)
