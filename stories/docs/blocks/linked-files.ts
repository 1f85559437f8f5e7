import type { PageId } from "./links.tsx"

/** The pages that other pages link to by file, as GitHub wants it, with their ids in Storybook. */
export const LINKED_FILES: Readonly<Record<string, PageId | undefined>> = {
  "account.mdx": "reference-account",
  "authjs-adapters.mdx": "reference-adapters-of-auth-js",
  "authjs.mdx": "guides-coming-from-auth-js",
  "callbacks.mdx": "reference-callbacks-and-events",
  "client.mdx": "reference-the-client",
  "database.mdx": "guides-your-database",
  "deployment.mdx": "reference-deployment",
  "email.mdx": "guides-sign-in-by-email",
  "errors.mdx": "reference-errors",
  "languages.mdx": "reference-languages",
  "moving-passwords.mdx": "guides-moving-passwords",
  "passkeys.mdx": "guides-passkeys",
  "passwords.mdx": "guides-passwords",
  "providers.mdx": "guides-providers",
  "rate-limits.mdx": "reference-rate-limits",
  "security.mdx": "guides-security",
  "sessions.mdx": "reference-sessions",
  "step-up.mdx": "guides-step-up",
  "tanstack-query.mdx": "guides-tanstack-query",
  "events.mdx": "reference-security-events",
  "tenants.mdx": "reference-tenants",
  "theming.mdx": "guides-theming",
  "threats.mdx": "reference-threats",
  "tokens.mdx": "reference-tokens-and-native-apps",
}
