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
  /** Pages that it makes once for everybody and serves through a handler that extends the session. */
  cached?: readonly string[]
  /** Tests that it cannot pass, by title, and why. */
  skip?: Readonly<Record<string, string>>
}

export const FRAMEWORKS: readonly Framework[] = [
  { name: "express", folder: "express", base: "/auth", store: false },
  { name: "next", folder: "next", base: "/api/auth", output: ".next", store: true, cached: ["/pier"] },
  { name: "sveltekit", folder: "sveltekit", base: "/auth", output: "dist", store: true },
  { name: "solid-start", folder: "solid-start", base: "/api/auth", output: ".output", store: true },
  { name: "qwik", folder: "qwik", base: "/auth", output: "dist", store: true },
]

/**
 * Where an identity provider that posts its answer listens, one for each worker: SvelteKit must know its origin when it is
 * built. Browsers refuse some ports, 4190 among them.
 */
export const FORM_POST_PORTS: readonly number[] = [4290, 4291, 4292, 4293]
