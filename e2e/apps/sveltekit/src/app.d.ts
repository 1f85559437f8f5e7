import type { AuthLocals } from "latchkit/sveltekit"

declare global {
  namespace App {
    interface Locals {
      auth: AuthLocals["auth"]
    }
  }
}
