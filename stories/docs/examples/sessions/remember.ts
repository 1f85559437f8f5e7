import { GitHub } from "latchkit/providers/github"
import { defineConfig } from "latchkit/server"

export const config = defineConfig({
  providers: [GitHub()],
  // `remember: true` uses the defaults: one day, and a checkbox that starts unchecked
  session: { remember: { shortMaxAge: 4 * 60 * 60, checked: true } },
})
