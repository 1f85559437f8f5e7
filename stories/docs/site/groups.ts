/** A group of the sidebar, with the ids of its pages in order. */
export interface Group {
  readonly title: string
  readonly ids: readonly string[]
}

/** The sidebar. A page that is missing here fails a test. */
export const GROUPS: readonly Group[] = [
  {
    title: "Start",
    ids: [
      "start-overview",
      "start-next",
      "start-sveltekit",
      "start-express",
      "start-solidstart",
      "start-qwik",
      "start-astro",
      "start-react-router",
      "start-tanstack-start",
      "start-nuxt",
      "guides-single-page-apps",
      "guides-another-origin",
      "guides-native-apps",
      "start-any-other-server",
      "start-angular-preact-and-vue",
      "guides-coming-from-auth-js",
      "start-what-it-doesn-t-do",
    ],
  },
  {
    title: "Sign-in",
    ids: [
      "guides-providers",
      "guides-passwords",
      "guides-sign-in-by-email",
      "guides-passkeys",
      "guides-two-step-verification",
      "guides-popup-sign-in",
      "guides-fedcm",
      "guides-high-assurance",
      "guides-invitations",
      "guides-moving-passwords",
      "guides-bot-protection",
    ],
  },
  {
    title: "Account",
    ids: [
      "reference-account",
      "guides-change-of-email",
      "guides-step-up",
      "guides-devices",
      "guides-device-bound-sessions",
      "guides-several-accounts",
      "reference-signing-out",
    ],
  },
  {
    title: "Look",
    ids: [
      "reference-components",
      "guides-theming",
      "guides-tailwind-and-shadcn-ui",
      "reference-languages",
      "reference-your-own-markup",
      "start-react",
      "start-solid",
      "start-svelte",
    ],
  },
  {
    title: "Your server",
    ids: [
      "reference-configuration",
      "guides-your-database",
      "guides-an-existing-users-table",
      "reference-sessions",
      "guides-roles",
      "guides-administration",
      "reference-tenants",
      "reference-callbacks-and-events",
      "reference-security-events",
      "reference-tokens",
      "reference-the-client",
      "guides-tanstack-query",
      "reference-errors",
      "guides-testing",
    ],
  },
  {
    title: "Operation",
    ids: [
      "reference-before-you-go-live",
      "reference-deployment",
      "guides-content-security-policy",
      "reference-rate-limits",
      "guides-security",
      "reference-threats",
      "reference-specifications",
      "reference-adapters-of-auth-js",
      "reference-command-line",
    ],
  },
  {
    title: "Reference",
    ids: [
      "api-options",
      "api-provider-options",
      "api-callbacks",
      "api-events",
      "api-error-types",
      "api-environment-and-cookies",
      "api-endpoints",
      "api-server-functions",
      "api-client-functions",
      "api-component-props",
      "api-parts-and-tokens",
      "api-message-keys",
      "api-exports",
      "api-command-line-flags",
    ],
  },
]

/** A page in the sidebar. */
export interface NavPage {
  readonly id: string
  readonly file: string
  readonly title: string
}

/** Returns the groups with their pages. Pages without a group follow at the end. */
export function navGroups(pages: readonly NavPage[]): { title: string; pages: readonly NavPage[] }[] {
  const known = new Set(GROUPS.flatMap(({ ids }) => ids))
  const others = pages.filter(({ id }) => !known.has(id))
  const groups = GROUPS.map(({ title, ids }) => ({
    title,
    pages: ids.flatMap((id) => pages.filter((page) => page.id === id)),
  }))
  return [...groups, { title: "More", pages: others }].filter((group) => group.pages.length > 0)
}
