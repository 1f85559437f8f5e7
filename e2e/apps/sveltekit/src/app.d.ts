import type { getSession } from "./auth.ts"

declare module "latchkit" {
  interface Register {
    auth: typeof getSession
  }
}

// `latchkit/sveltekit` adds `auth`, with the session that `Register` names
declare global {
  namespace App {
    interface Locals {
      /** A property of the app's own. */
      requestId?: string
    }
  }
}
