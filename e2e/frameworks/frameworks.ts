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
  /** Tests that it cannot pass, by title, and why. */
  skip?: Readonly<Record<string, string>>
}

export const FRAMEWORKS: readonly Framework[] = [
  { name: "express", folder: "express", base: "/auth", store: false },
  { name: "next", folder: "next", base: "/api/auth", output: ".next", store: true },
  { name: "sveltekit", folder: "sveltekit", base: "/auth", output: "dist", store: true },
  { name: "solid-start", folder: "solid-start", base: "/api/auth", output: ".output", store: true },
  { name: "qwik", folder: "qwik", base: "/auth", output: "dist", store: true },
]
