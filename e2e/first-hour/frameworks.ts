import { join } from "node:path"

/** A quickstart that the suite follows. */
export interface Quickstart {
  /** The Playwright project's name. */
  name: string
  /** The page in `stories/docs`. */
  page: string
  /** The app in `e2e/apps` whose installed packages come before the root's. */
  packages?: string
  /** Arguments that keep the framework's generator from asking questions and from installing packages. */
  generatorArgs?: readonly string[]
  /** Whether the generator would install the packages. Otherwise the page says how. */
  generatorInstalls?: boolean
  /**
   * The folder in `templates` that stands for a generator. If it has a lockfile, npm installs its packages, so only the
   * long run follows the page.
   */
  template?: string
  /** The folder in `templates` with other versions of the template's packages. */
  versions?: string
  /** Commands whose result the template has, such as one that adds packages to the generator's app. */
  templateHas?: RegExp
  /** The note of files that replace others: a variant of the page. */
  alternative?: string
  /** Returns the command that starts the app on another port than the page's. */
  startOn(command: string, port: number): string
  /** More environment variables of the app. */
  env?: Readonly<Record<string, string>>
  /** Errors in the browser and lines of the terminal that an app of this framework has without Latchkit too. */
  ownErrors?: RegExp
  /** The error on each page of such an app, also when the development server knows its packages. */
  everyPage?: RegExp
  /** How the app runs in production. */
  production?: {
    /** Whether its template has a linter. Only the long run installs it. */
    lint?: true
    /** The scripts of package.json that check and build it. */
    checks?: readonly string[]
    start: string
    /** Whether emails go to a service over HTTP, which prints them here. Otherwise a server of SMTP gets them. */
    printsEmails?: true
    /** Whether the server needs the packages of development too, as Vite's preview does. */
    keepsDevelopment?: true
    /** Whether only `npm run test:long` builds it. */
    slow?: true
  }
  /** Whether only `npm run test:long` follows it. */
  slow?: true
  /** @default "/protected" */
  protectedPage?: string
  /** The path of the page's own sign-in page, if it has one. */
  signInPage?: string
  /** The page that shows an error of it, if its card has no script. @default the page itself */
  errorPage?: string
}

const viteOn = (command: string, port: number) => `${command} -- --port ${port} --strictPort`
const portOption = (command: string, port: number) =>
  command.startsWith("npm ") ? `${command} -- --port ${port}` : command
const portVariable = (command: string) => command

/** Vite reloads a page whose packages it has just found. */
const REOPTIMIZED = /Outdated Optimize Dep|dynamically imported module/
/** Before that reload, a page of React Router has two copies of React. Its error page then renders the scripts again. */
const TWO_REACTS = new RegExp(`${REOPTIMIZED.source}|Invalid hook call|\\.vite/deps/|Encountered a script tag`)

const NEST = {
  page: "nest.mdx",
  template: "nest",
  templateHas: /^npm install @nestjs/,
  generatorInstalls: true,
  startOn: portVariable,
  production: { checks: ["build"], start: "node dist/main.js" },
  slow: true,
} as const

export const QUICKSTARTS: readonly Quickstart[] = [
  { name: "express", page: "express.mdx", startOn: portVariable, production: { start: "node server.ts" } },
  { name: "hono", page: "hono.mdx", startOn: portVariable, production: { start: "node server.ts" }, slow: true },
  {
    name: "express-vite",
    page: "spa.mdx",
    generatorArgs: ["--no-interactive"],
    startOn: portVariable,
    production: { checks: ["lint -- --max-warnings 0", "build"], start: "node server.ts" }, // Oxlint, which is installed here
    slow: true,
  },
  {
    name: "fastify",
    page: "fastify.mdx",
    template: "fastify",
    templateHas: /^(npm init|npm pkg|npm install fastify)/,
    generatorInstalls: true,
    startOn: portVariable,
    production: { start: "node server.ts" },
    slow: true,
  },
  { name: "nest", ...NEST },
  { name: "nest-fastify", ...NEST, alternative: "with Fastify" },
  {
    name: "workers",
    page: "workers.mdx",
    template: "workers",
    env: { WRANGLER_SEND_METRICS: "false" },
    ownErrors: /Request\.cf|workers\.cloudflare\.com/, // without a network, Wrangler has a default
    generatorInstalls: true,
    startOn: portOption,
    production: {
      checks: ["cf-typegen", "deploy -- --dry-run --outdir dist"],
      start: `node ${join(import.meta.dirname, "deployed-worker.mjs")}`,
      printsEmails: true,
      keepsDevelopment: true,
    },
    slow: true,
  },
  {
    name: "elysia",
    page: "elysia.mdx",
    template: "elysia",
    templateHas: /^bun (init|add elysia)/,
    generatorInstalls: true,
    startOn: portVariable,
    production: { start: "bun server.ts", keepsDevelopment: true }, // Bun itself is in devDependencies here
    slow: true,
  },
  {
    name: "deno",
    page: "deno.mdx",
    template: "deno",
    templateHas: /^npm (init|pkg)/,
    generatorInstalls: true,
    startOn: portVariable,
    production: { start: "deno run -A main.ts", keepsDevelopment: true }, // so is Deno
    slow: true,
  },
  {
    name: "react-router",
    page: "react-router.mdx",
    template: "react-router",
    ownErrors: TWO_REACTS,
    generatorInstalls: true,
    startOn: viteOn,
    signInPage: "/login",
    production: { checks: ["typecheck", "build"], start: "npm start" },
    slow: true,
  },
  {
    name: "react-router-7",
    page: "react-router.mdx",
    template: "react-router",
    versions: "react-router-7",
    ownErrors: new RegExp(`${TWO_REACTS.source}|Future Flag Warning|\`envFile\``), // it warns about version 8 and Vite 8
    generatorInstalls: true,
    startOn: viteOn,
    signInPage: "/login",
    production: { checks: ["typecheck", "build"], start: "npm start" },
    slow: true,
  },
  {
    name: "tanstack-start",
    page: "tanstack-start.mdx",
    template: "tanstack-start",
    ownErrors: REOPTIMIZED,
    generatorInstalls: true,
    startOn: viteOn,
    signInPage: "/login",
    production: { checks: ["build"], start: "npm run preview", keepsDevelopment: true },
    slow: true,
  },
  {
    name: "tanstack-start-solid",
    page: "tanstack-start-solid.mdx",
    template: "tanstack-start-solid",
    ownErrors: REOPTIMIZED,
    generatorInstalls: true,
    startOn: viteOn,
    signInPage: "/login",
    production: { checks: ["build"], start: "npm run preview", keepsDevelopment: true },
    slow: true,
  },
  {
    name: "astro",
    page: "astro.mdx",
    template: "astro",
    ownErrors: REOPTIMIZED,
    templateHas: /^npx astro add/,
    generatorInstalls: true,
    startOn: viteOn,
    signInPage: "/login",
    production: { checks: ["build"], start: "node dist/server/entry.mjs" },
    slow: true,
  },
  {
    name: "nuxt",
    page: "nuxt.mdx",
    template: "nuxt",
    // Nitro 2 doesn't know this module of Node, and responds with 503 while its server for development restarts
    ownErrors: /"node:sqlite" .* could not be resolved|Dev server is unavailable/,
    generatorInstalls: true,
    startOn: portVariable,
    signInPage: "/login",
    errorPage: "/auth/signin",
    production: { checks: ["build"], start: "node .output/server/index.mjs" },
    slow: true,
  },
  {
    name: "sveltekit",
    page: "sveltekit.mdx",
    packages: "sveltekit",
    generatorArgs: ["--no-install", "--no-dir-check"],
    generatorInstalls: true,
    startOn: viteOn,
    signInPage: "/signin",
    production: { checks: ["check", "build"], start: "npm run preview", keepsDevelopment: true, slow: true },
  },
  {
    name: "sveltekit-remote",
    page: "sveltekit-remote.mdx",
    packages: "sveltekit",
    generatorArgs: ["--no-install", "--no-dir-check"],
    generatorInstalls: true,
    startOn: viteOn,
    protectedPage: "/notes",
    production: { checks: ["check", "build"], start: "npm run preview", keepsDevelopment: true },
    slow: true,
  },
  {
    name: "next",
    page: "next.mdx",
    env: { NEXT_FONT_GOOGLE_MOCKED_RESPONSES: join(import.meta.dirname, "templates/next/fonts.cjs") },
    generatorArgs: ["--skip-install", "--disable-git"],
    generatorInstalls: true,
    startOn: portVariable,
    production: { lint: true, checks: ["build"], start: "npm start" },
    slow: true,
    signInPage: "/signin",
  },
  {
    name: "solid-start",
    page: "solid-start.mdx",
    packages: "solid-start",
    template: "solid-start",
    // The toolbar of SolidStart 2.0.5 imports `@jridgewell/trace-mapping`, whose import Vite serves as the browser's UMD file.
    // The app that the template makes has this error before Latchkit is installed
    everyPage:
      /^(SyntaxError: )?The requested module '\S+\/@jridgewell\/resolve-uri\/dist\/resolve-uri\.umd\.js\S*' does not provide an export named 'default'$/,
    startOn: viteOn,
    slow: true,
    signInPage: "/signin",
    production: { checks: ["build"], start: "node .output/server/index.mjs" },
  },
  {
    name: "qwik",
    page: "qwik.mdx",
    packages: "qwik",
    startOn: viteOn,
    signInPage: "/signin",
    production: {
      lint: true,
      checks: ["build.types", "build.client", "build.preview"], // `build` runs its linter too
      start: "npm exec vite preview",
      keepsDevelopment: true,
      slow: true,
    },
  },
]
