// What an app of each framework loads for its session, signIn and signOut. `later` names the scripts that are not counted,
// because a page loads them when it first needs them.

import manifest from "./package.json" with { type: "json" }

const session = "{ SessionProvider, useSession, signIn, signOut }"
const react = { path: "dist/components/react/index.js", import: session, ignore: ["react", "react-dom"] }
const solid = {
  path: "dist/components/solid/index.compiled.js",
  import: session,
  ignore: ["solid-js", "solid-js/web"],
}
const svelte = {
  path: ["dist/client/svelte.js", "dist/client/index.js"],
  import: {
    "dist/client/svelte.js": "{ provideSession, useSession }",
    "dist/client/index.js": "{ signIn, signOut }",
  },
  ignore: ["svelte", "svelte/*"],
}
const card = {
  ...react,
  import: "{ SessionProvider, useSession, signIn, signOut, SignIn }",
}

/** @param {RegExp} scripts @param {boolean} server Counts Latchkit's own files only */
const later = (scripts, server) => ({
  modifyEsbuildConfig: (config) => ({
    ...config,
    ...(server && { packages: "external", platform: "node" }),
    format: "esm",
    plugins: [
      {
        name: "later",
        setup: (build) =>
          build.onResolve({ filter: scripts }, ({ kind, path }) =>
            kind === "dynamic-import" ? { path, external: true } : undefined,
          ),
      },
    ],
  }),
})
/** One file with all that it may load, as a bundler for Workers makes it. */
const worker = {
  modifyEsbuildConfig: (config) => ({
    ...config,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker"],
    external: ["node:*", "nodemailer"],
    tsconfigRaw: {}, // the repository's own names the sources
  }),
}
// wrong-base-path: in development alone. load-sign-in: by a card that has no providers yet. invalid-sign-in: by a form that
// isn't complete. run-sign-out: by a sign-out, which every tab shows before. http, update-session and go-to-sign-in: by an
// action, by `update` and by `required`. query-connections: by an app with a QueryClient. keep-typed: if a browser extension
// has changed the page before hydration
const ASKED_FOR =
  /run-sign-(?:in|out)|passkey|popup|show-step|invalid-sign-in|wrong-base-path|load-sign-in|http\/http|update-session|go-to-sign-in|query-connections|keep-typed/
// A card loads its behavior when the user points at it
const BEFORE_INTENT = new RegExp(`${ASKED_FOR.source}|start-sign-in`)
const ALL = /./

const rows = [
  {
    name: "React before the first paint, and until the session is known (goals 1.5 and 7.6 kB)",
    ...react,
    later: ALL,
    limit: "2.82 kB",
  },
  { name: "Solid before the first paint", ...solid, later: ALL, limit: "2.85 kB" },
  { name: "Svelte before the first paint", ...svelte, later: ALL, limit: "2.74 kB" },
  {
    name: "React in all: tabs and leader included (goal 9 kB)",
    ...react,
    later: ASKED_FOR,
    limit: "8.48 kB",
  },
  { name: "Solid in all", ...solid, later: ASKED_FOR, limit: "8.51 kB" },
  { name: "Svelte in all", ...svelte, later: ASKED_FOR, limit: "8.40 kB" },
  {
    name: "React before the first paint with the sign-in card (goal 9 kB with auth.css)",
    ...card,
    later: ALL,
    limit: "12.46 kB",
  },
  {
    name: "React in all with the sign-in card (goal 15.6 kB)",
    ...card,
    later: BEFORE_INTENT,
    limit: "18.20 kB",
  },
  {
    name: "The same once the user points at the card",
    ...card,
    later: ASKED_FOR,
    limit: "21.50 kB",
  },
  {
    name: "React before the first paint with the user menu (goal 9 kB)",
    ...react,
    import: "{ SessionProvider, useSession, UserButton }",
    later: ALL,
    limit: "7.95 kB",
  },
  {
    name: "React before the first paint with the account (goal 16 kB)",
    ...react,
    import: "{ SessionProvider, useSession, Account }",
    later: ALL,
    limit: "16.60 kB",
  },
  {
    name: "What a sign-out loads, the code for forms included",
    path: "dist/client/actions/run-sign-out.js",
    later: ASKED_FOR,
    limit: "0.95 kB",
  },
  {
    name: "Without a framework: getSession, signIn and signOut in all",
    path: "dist/client/index.js",
    later: ASKED_FOR,
    import: "{ getSession, signIn, signOut }",
    limit: "8.04 kB",
  },
  {
    name: "The Public Suffix List, which only a Worker with a domain of cookies imports",
    path: "dist/server/core/config/public-suffixes.js",
    limit: "46 kB",
  },
  {
    name: "createAuth at the start on Node, with all features off (goal 1 kB for each feature)",
    path: "dist/server/index.js",
    import: "{ createAuth }",
    later: ALL,
    server: true,
    limit: "60 kB",
  },
  {
    name: "A Worker with GitHub alone (goal 120 kB)",
    ...worker,
    path: ["dist/server/index.js", "dist/server/providers/catalogue/github.js"],
    import: {
      "dist/server/index.js": "{ createAuth }",
      "dist/server/providers/catalogue/github.js": "{ GitHub }",
    },
    limit: "120 kB",
  },
  {
    name: "A Worker with passwords, passkeys and a second factor (goal 220 kB)",
    ...worker,
    path: ["dist/server/index.js", "dist/server/adapters/memory.js", "dist/server/providers/index.js"],
    import: {
      "dist/server/index.js": "{ createAuth, twoStep }",
      "dist/server/adapters/memory.js": "{ MemoryAdapter }",
      "dist/server/providers/index.js": "{ Passkey, Password, Resend }",
    },
    limit: "264.4 kB",
  },
  { name: "auth.css (goal 4 kB)", path: "dist/components/auth.css", limit: "4.12 kB" },
]

// What middleware, a server function or a script bundles that imports one of these. The service, which they don't need, has 60 kB
const WITH_SERVICE =
  /^\.\/(?:server|next|express|sveltekit|solid-start|qwik|migrate\/authjs\/core|migrate\/next-auth-4|testing|providers)$/
// React's components and the Public Suffix List, which have rows of their own above
const WITH_COMPONENTS = "./migrate/next-auth-4/react"
const SUFFIXES = "./public-suffixes"
for (const [entry, target] of Object.entries(manifest.exports)) {
  const path = target?.default
  if (
    !path?.startsWith("./dist/server/") ||
    path.includes("*") ||
    WITH_SERVICE.test(entry) ||
    entry === WITH_COMPONENTS ||
    entry === SUFFIXES
  )
    continue
  // An adapter needs nothing of what reads tokens
  const limit = entry.startsWith("./adapters") ? "14 kB" : "18 kB"
  rows.push({ name: entry.replace(".", "latchkit"), path, later: ALL, server: true, limit })
}

export default rows.map(({ later: scripts, server, ...row }) => ({
  gzip: true,
  ...(scripts && later(scripts, server)),
  ...row,
}))
