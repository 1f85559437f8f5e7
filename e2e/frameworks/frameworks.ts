/** A framework that the suite runs on. */
export interface Framework {
  /** The Playwright project's name. */
  name: string
  /** Of `e2e/apps/`. */
  folder: string
  /** Where its integration mounts the service. */
  base: string
  /** What `npm run build -w` writes, inside the folder; none where the app runs as it is written. */
  output?: string
  /** Whether its pages mount the session store. */
  store: boolean
  /** Whether its cards are components that a script starts, in place of HTML. */
  scripted?: boolean
  /** Pages that it makes once for everybody and serves through a handler that extends the session. */
  cached?: readonly string[]
  /** The row of another version, whose app and tests it shares; it runs those that its `tests` match, and its name's alone. */
  like?: string
  /** Which tests it runs, by file and title. @default all */
  tests?: RegExp
  /** Tests that it cannot pass, by title, and why. */
  skip?: Readonly<Record<string, string>>
}

/** What differs between the two versions of Next, and a sign-in of each kind. */
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

export const FRAMEWORKS: readonly Framework[] = [
  { name: "express", folder: "express", base: "/auth", store: false },
  { name: "next", folder: "next", base: "/api/auth", output: ".next", store: true, scripted: true, cached: ["/pier"] },
  {
    name: "next-15",
    folder: "next-15",
    base: "/api/auth",
    output: ".site/apps/next/.next",
    store: true,
    scripted: true,
    cached: ["/pier"],
    like: "next",
    tests: IN_NEXT_15,
  },
  { name: "sveltekit", folder: "sveltekit", base: "/auth", output: "dist", store: true, scripted: true },
  { name: "solid-start", folder: "solid-start", base: "/api/auth", output: ".output", store: true, scripted: true },
  { name: "qwik", folder: "qwik", base: "/auth", output: "dist", store: true },
]

/**
 * Where an identity provider that posts its answer listens, one for each worker: SvelteKit must know its origin when it is
 * built. Browsers refuse some ports, 4190 among them.
 */
export const FORM_POST_PORTS: readonly number[] = [4390, 4391, 4392, 4393]
