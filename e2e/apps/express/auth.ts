import { ExpressAuth } from "latchkit/express"

import { config } from "../../frameworks/site/config.ts"

export const auth = ExpressAuth(config)
