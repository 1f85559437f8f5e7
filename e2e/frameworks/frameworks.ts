import { isLong } from "../../server/test-kit/long.ts"

/** A framework that the suite runs on. */
export interface Framework {
  /** The Playwright project's name. */
  name: string
  /** The app's folder in `e2e/apps/`. */
  folder: string
  /** The base path at which its integration mounts Latchkit. */
  base: string
  /** The folder that `npm run build` writes, if the app has a build. */
  output?: string
  /** Whether it has a lockfile of its own, because only the long run needs its packages. */
  ownPackages?: boolean
  /** Whether its pages mount the session store. */
  store: boolean
  /** Whether its cards are hydrated components instead of HTML. */
  scripted?: boolean
  /** Whether it has the page `/address-first`, and so runs `address-first.suite.ts`. */
  addressFirst?: boolean
  /** Static pages that it serves through a handler that extends the session. */
  cached?: readonly string[]
  /** Whether only `npm run test:long` builds its app. Each change checks its types, and tests its integration without it. */
  long?: true
  /** The row whose app it shares, with another version or other options. It runs only the tests that match `tests`. */
  like?: string
  /** The tests that it runs, by file and title. @default all */
  tests?: RegExp
  /** Tests that it can't pass, by title, with the reason. */
  skip?: Readonly<Record<string, string>>
}

/** Tests of the differences between the two versions of Next, and one sign-in of each kind. */
const IN_NEXT_15 = new RegExp(
  [
    "next\\.suite", // the uses of `auth`, the proxy, server actions, both routers
    "attack (256|260|294|297|298|300|302|305|306)",
    "through the OpenID provider and land",
    "with the link of a mail",
    "by password on the built-in page",
    "a wrong password shows in its form",
    "a rejected sign-out",
    "I add a passkey",
    "a member sees the protected page",
  ].join("|"),
)

/** All rows, with those that only the long run has. */
export const ALL: readonly Framework[] = [
  { name: "express", folder: "express", base: "/auth", store: false },
  {
    name: "next",
    folder: "next",
    base: "/api/auth",
    output: ".next",
    store: true,
    scripted: true,
    addressFirst: true,
    cached: ["/pier"],
  },
  {
    name: "next-15",
    folder: "next-15",
    ownPackages: true,
    base: "/api/auth",
    output: ".site/apps/next/.next",
    store: true,
    scripted: true,
    cached: ["/pier"],
    like: "next",
    tests: IN_NEXT_15,
  },
  {
    name: "next-sub-path",
    folder: "next-sub-path",
    base: "/app/api/auth",
    output: ".site/apps/next/.next",
    store: true,
    like: "next",
    tests: /next-sub-path\.suite/,
  },
  {
    name: "sveltekit",
    folder: "sveltekit",
    base: "/auth",
    output: "dist",
    store: true,
    scripted: true,
    addressFirst: true,
  },
  {
    name: "solid-start",
    folder: "solid-start",
    base: "/api/auth",
    output: ".output",
    store: true,
    scripted: true,
    long: true,
  },
  { name: "qwik", folder: "qwik", base: "/auth", output: "dist", store: true, long: true },
]

/** The tag of a test of what all integrations take from one module. */
export const SHARED = "@shared"

/** Tests that `npm test` runs on one framework only: on SvelteKit, which needs two thirds of Next's processor time. */
export const ON_ONE_ONLY = new RegExp(`(account|address-first|passkey)\\.suite|${SHARED}`)
export const ONE = "sveltekit"

/** `npm test` runs on Express, SvelteKit and one version of Next, at the root of its origin. */
export const FRAMEWORKS = ALL.filter(({ like, long }) => isLong || (like === undefined && !long))

/**
 * The ports of identity providers that respond with a form post, one for each worker. SvelteKit needs their origin at build
 * time. Browsers block some ports, such as 4190.
 */
export const FORM_POST_PORTS: readonly number[] = [4390, 4391, 4392, 4393]
