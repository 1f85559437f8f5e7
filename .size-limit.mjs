// What an app of each framework loads for its session, signIn and signOut. `later` names the scripts that are not counted,
// because a page loads them when it first needs them.

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
const query = "@tanstack/query-core"
const card = {
  ...react,
  import: "{ SessionProvider, useSession, signIn, signOut, SignIn }",
  ignore: [...react.ignore, query],
}

/** @param {RegExp} scripts */
const later = (scripts) => ({
  modifyEsbuildConfig: (config) => ({
    ...config,
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
const ASKED_FOR = /passkey|popup|wrong-base-path/ // the last one in development alone
const ALL = /./

const rows = [
  {
    name: "React before the first paint, added to an app with TanStack Query (goal 3 kB)",
    ...react,
    later: ALL,
    ignore: [...react.ignore, query],
    limit: "1.85 kB",
  },
  { name: "React before the first paint", ...react, later: ALL, limit: "2.2 kB" },
  { name: "Solid before the first paint", ...solid, later: ALL, limit: "2.3 kB" },
  { name: "Svelte before the first paint", ...svelte, later: ALL, limit: "2.15 kB" },
  {
    name: "React in all, added to an app with TanStack Query: tabs, leader and sign-in included",
    ...react,
    later: ASKED_FOR,
    ignore: [...react.ignore, query],
    limit: "7.5 kB",
  },
  { name: "React in all, engine included (goal 13 kB)", ...react, later: ASKED_FOR, limit: "12.5 kB" },
  { name: "Solid in all, engine included (goal 12.5 kB)", ...solid, later: ASKED_FOR, limit: "12.5 kB" },
  { name: "Svelte in all, engine included (goal 12.5 kB)", ...svelte, later: ASKED_FOR, limit: "12.5 kB" },
  {
    name: "React before the first paint with the sign-in card, added to an app with TanStack Query (goal 9 kB with auth.css)",
    ...card,
    later: ALL,
    limit: "10.4 kB",
  },
  {
    name: "React in all with the sign-in card, added to an app with TanStack Query",
    ...card,
    later: ASKED_FOR,
    limit: "18.4 kB",
  },
  {
    name: "Without a framework: getSession, signIn and signOut in all",
    path: "dist/client/index.js",
    later: ASKED_FOR,
    import: "{ getSession, signIn, signOut }",
    limit: "12 kB",
  },
  { name: "auth.css", path: "dist/components/auth.css", limit: "3.6 kB" },
]

export default rows.map(({ later: scripts, ...row }) => ({ gzip: true, ...(scripts && later(scripts)), ...row }))
