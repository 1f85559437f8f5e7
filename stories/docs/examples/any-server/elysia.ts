import { Elysia } from "elysia"
import { auth } from "../auth.ts"
import { journal } from "./members-only.ts"

const latchkit = new Elysia().all(
  "/auth/*",
  ({ request, server }) =>
    auth.handle(request, { address: server?.requestIP(request)?.address }),
  { parse: "none" }, // Latchkit reads the body
)

new Elysia()
  .use(latchkit)
  .get("/journal", ({ request }) => journal(request))
  .listen(3000)
