import type { auth } from "./auth.ts"

declare module "latchkit" {
  interface Register {
    auth: typeof auth
  }
}
