import { auth } from "./server.ts"

export default { fetch: (request: Request) => auth.handle(request) }
