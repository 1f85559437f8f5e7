import { ExpressAuth } from "latchkit/express"
import { GitHub } from "latchkit/providers/github"

export const auth = ExpressAuth({ siteName: "Acme", providers: [GitHub()] })
