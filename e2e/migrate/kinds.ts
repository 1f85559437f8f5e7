/** How an app is checked and started; each command is one of its packages' or this repository's tools. */
export interface Kind {
  /** Makes what `start` needs. */
  build: readonly string[]
  /** Runs after it: a second build, and a check of the types if `build` has none. */
  after?: readonly (readonly string[])[]
  start(port: number): readonly string[]
  /** Starts the app in development, which compiles a page with its first request. */
  develop?(port: number): readonly string[]
  /** An app whose packages it links. They are installed first. */
  app?: string
  /** Packages that aren't the root's version. Their own imports are those beside them. */
  links?: readonly string[]
  /** Packages under another name than that of their folder. */
  renamed?: Readonly<Record<string, string>>
  /** Packages that import a linked one. */
  copies?: readonly string[]
  /** Files that replace the app's, or remove them if they have no text. */
  files?: Readonly<Record<string, string | undefined>>
}

const NEXT: Kind = {
  build: ["next", "build"], // it checks the types too
  start: (port) => ["next", "start", "-p", String(port)],
}
/** Pages and their renderer share one React: the one beside Next. */
const REACT = ["react", "react-dom", "@types/react", "@types/react-dom"]
const NEXT_15: Kind = {
  ...NEXT,
  app: "next-15",
  links: ["next", ...REACT].map((name) => `e2e/apps/next-15/node_modules/${name}`),
}
const NEXT_AUTH_4 = "e2e/apps/next-auth-4/node_modules"
const NEXT_AUTH_4_COPIES = [`${NEXT_AUTH_4}/next-auth`, `${NEXT_AUTH_4}/preact-render-to-string`]
/** Next 14 with React 18. */
const NEXT_14: Kind = {
  ...NEXT,
  app: "next-14",
  develop: (port) => ["next", "dev", "-p", String(port)],
  links: ["next", ...REACT].map((name) => `e2e/apps/next-14/node_modules/${name}`),
  files: { "next.config.ts": undefined, "next.config.mjs": "export default {}\n" }, // Next 14 reads no TypeScript here
}
const FRAMEWORKS = "authjs/frameworks"
const FRAMEWORK_PACKAGES = `e2e/apps/${FRAMEWORKS}/node_modules`
const QWIK = "e2e/apps/qwik/node_modules"
/** Next 13.2 with React 18. It sets `moduleResolution` to `node` in each build, which finds no types of Latchkit. */
const NEXT_13: Kind = {
  ...NEXT_14,
  app: FRAMEWORKS,
  files: { ...NEXT_14.files, "next.config.mjs": "export default { typescript: { ignoreBuildErrors: true } }\n" },
  links: ["next", ...REACT].map((name) => `${FRAMEWORK_PACKAGES}/${name}`),
}
/** Before React 19, `useActionState` is `useFormState`. */
const LOGIN_FORM_14 = `"use client"

import { useFormState } from "react-dom"
import { authenticate } from "../actions"

export function LoginForm({ callbackUrl }: { callbackUrl: string }) {
  const [error, action] = useFormState(authenticate, undefined)
  return (
    <form action={action}>
      {error && <p>{error}</p>}
      <input name="email" />
      <input name="password" type="password" />
      <input type="hidden" name="redirectTo" value={callbackUrl} />
      <button>Log in</button>
    </form>
  )
}
`
const EXPRESS: Kind = { build: ["tsc", "--noEmit"], start: () => ["node", "server.ts"] }
const AUTHJS = "e2e/apps/authjs/node_modules"

/** The apps, and the versions of their framework. */
export const APPS = {
  "next-v4": {
    16: { ...NEXT, links: [`${NEXT_AUTH_4}/next-auth`] },
    15: { ...NEXT_15, copies: NEXT_AUTH_4_COPIES },
    14: { ...NEXT_14, copies: NEXT_AUTH_4_COPIES },
    13: { ...NEXT_13, copies: NEXT_AUTH_4_COPIES },
  },
  "next-v5": {
    16: NEXT,
    15: { ...NEXT_15, copies: ["node_modules/next-auth"] },
    14: {
      ...NEXT_14,
      copies: ["node_modules/next-auth"],
      files: { ...NEXT_14.files, "app/login/login-form.tsx": LOGIN_FORM_14 },
    },
  },
  "express-v5": {
    5: EXPRESS,
    4: { ...EXPRESS, renamed: { express: "node_modules/express-4" }, copies: ["node_modules/@auth/express"] },
  },
  sveltekit: {
    2: {
      build: ["vite", "build"],
      after: [["svelte-check", "--tsconfig", "./tsconfig.json"]],
      start: (port) => ["vite", "preview", "--port", String(port), "--strictPort"],
      links: ["@sveltejs/kit", "@auth/sveltekit", "cookie"].map((name) => `${AUTHJS}/${name}`),
    },
  },
  "solid-start": {
    2: {
      build: ["vite", "build"],
      after: [["tsc", "--noEmit"]],
      start: () => ["node", ".output/server/index.mjs"],
      app: FRAMEWORKS,
      links: [`${FRAMEWORK_PACKAGES}/@auth/solid-start`],
    },
  },
  qwik: {
    1: {
      build: ["vite", "build"],
      after: [
        ["vite", "build", "--ssr", "src/entry.preview.tsx"],
        ["tsc", "--noEmit"],
      ],
      start: (port) => ["vite", "preview", "--port", String(port), "--strictPort"],
      app: FRAMEWORKS,
      links: [
        `${QWIK}/vite`,
        `${QWIK}/@builder.io/qwik`,
        `${FRAMEWORK_PACKAGES}/@auth/core`,
        `${FRAMEWORK_PACKAGES}/set-cookie-parser`,
      ],
      copies: ["node_modules/@builder.io/qwik-city", `${FRAMEWORK_PACKAGES}/@auth/qwik`],
    },
  },
} as const satisfies Record<string, Record<number, Kind>>

export type AppName = keyof typeof APPS
