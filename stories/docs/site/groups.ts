/** A group of the sidebar, with its pages in order: their files without the ending. */
export interface Group {
  readonly title: string
  readonly pages: readonly string[]
}

/** The sidebar. A page that is missing here fails a test. */
export const GROUPS: readonly Group[] = [
  {
    title: "Start",
    pages: [
      "overview",
      "next",
      "sveltekit",
      "express",
      "solid-start",
      "qwik",
      "astro",
      "react-router",
      "tanstack-start",
      "nuxt",
      "spa",
      "another-origin",
      "native-apps",
      "any-server",
      "angular",
      "authjs",
      "what-it-doesnt-do",
    ],
  },
  {
    title: "Sign-in",
    pages: [
      "providers",
      "passwords",
      "email",
      "passkeys",
      "two-step",
      "popup",
      "fedcm",
      "high-assurance",
      "invitations",
      "moving-passwords",
      "bot-protection",
    ],
  },
  {
    title: "Account",
    pages: ["account", "change-of-email", "step-up", "devices", "device-bound", "several-accounts", "signing-out"],
  },
  {
    title: "Look",
    pages: ["components", "theming", "tailwind", "languages", "headless", "react", "solid", "svelte"],
  },
  {
    title: "Your server",
    pages: [
      "configuration",
      "database",
      "drizzle",
      "own-users",
      "sessions",
      "roles",
      "administration",
      "tenants",
      "callbacks",
      "events",
      "tokens",
      "client",
      "tanstack-query",
      "errors",
      "testing",
    ],
  },
  {
    title: "Operation",
    pages: [
      "go-live",
      "deployment",
      "upgrades",
      "content-security-policy",
      "rate-limits",
      "security",
      "threats",
      "specifications",
      "authjs-adapters",
      "command-line",
    ],
  },
  {
    title: "Reference",
    pages: [
      "api/options",
      "api/provider-options",
      "api/callbacks",
      "api/events",
      "api/errors",
      "api/environment",
      "api/endpoints",
      "api/server-functions",
      "api/client-functions",
      "api/components",
      "api/styling",
      "api/messages",
      "api/exports",
      "api/command-line",
    ],
  },
]
