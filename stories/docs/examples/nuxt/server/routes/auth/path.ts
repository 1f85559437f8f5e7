import { defineEventHandler, toWebRequest } from "h3"
import { auth } from "../../utils/auth.ts"

export default defineEventHandler((event) =>
  auth.handle(toWebRequest(event), { address: event.node.req.socket.remoteAddress }),
)
