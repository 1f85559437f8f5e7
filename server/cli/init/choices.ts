import type { SqlDialectName } from "../../adapters/sql.ts"
import type { OwnDatabase } from "./own-database.ts"

/**
 * The frameworks that `latchkit init` knows. `express-vite` is a single-page app of Vite with an API in Express, and
 * `tanstack-start` is React's.
 */
export const FRAMEWORKS = [
  "next",
  "sveltekit",
  "solid-start",
  "qwik",
  "react-router",
  "tanstack-start",
  "tanstack-start-solid",
  "astro",
  "nuxt",
  "express-vite",
  "express",
  "hono",
  "fastify",
  "nest",
  "workers",
  "elysia",
  "deno",
] as const
/** A framework that `latchkit init` knows. */
export type FrameworkName = (typeof FRAMEWORKS)[number]

/** The frameworks whose requests have the bindings of a Worker. */
export const D1_FRAMEWORKS: readonly FrameworkName[] = ["next", "sveltekit", "workers"]

/** The package managers that `latchkit init` knows. */
export const PACKAGE_MANAGERS = ["npm", "pnpm", "yarn", "bun"] as const
/** The program that installs the app's packages. */
export type PackageManager = (typeof PACKAGE_MANAGERS)[number]

/**
 * The databases that `latchkit init` offers. `drizzle`, `prisma` and `d1` are the app's own. With `none`, sessions are
 * cookies and there are no stored users.
 */
export const DATABASES = ["sqlite", "postgres", "mysql", "drizzle", "prisma", "d1", "none"] as const
/** A database that `latchkit init` offers. */
export type Database = SqlDialectName | OwnDatabase["tool"] | "none"

/** A provider of the catalogue. */
export interface ChosenProvider {
  /** Its id, which is also its module's name. */
  id: string
  /** Its export, such as `GitHub`. */
  export: string
  name: string
}

/** The choices of the developer. */
export interface Choices {
  framework: FrameworkName
  /** Whether the app has Hono. A Worker may have it too. @default false */
  usesHono?: boolean
  packageManager: PackageManager
  database: Database
  /** The app's own database, if it is the choice. */
  own?: OwnDatabase
  passwords: boolean
  providers: readonly ChosenProvider[]
  /** The name that pages and emails show. */
  siteName: string
}

/** Returns the dialect of a database that `latchkit init` sets up itself, or `undefined` if it doesn't. */
export function sqlDialect({ database }: Pick<Choices, "database">): SqlDialectName | undefined {
  return database === "sqlite" || database === "postgres" || database === "mysql" ? database : undefined
}

/**
 * Returns the D1 binding in which a Worker has its users, or `undefined` without D1. An app of Next or SvelteKit may
 * export a database of Drizzle instead.
 */
export function d1Binding({ framework, own }: Pick<Choices, "framework" | "own">): string | undefined {
  if (own?.tool === "d1") return own.binding
  return own?.tool === "drizzle" && (framework === "workers" || !own.client) ? own.binding : undefined
}

/** A file that `latchkit init` writes, relative to the app's folder. */
export interface NewFile {
  path: string
  text: string
  /** The code that an existing file needs. @default its first line */
  needs?: string
}

/** Facts about a framework that several files need. */
export interface FrameworkFacts {
  /** Its name in sentences. */
  title: string
  /** The module that configures Latchkit. */
  config: string
  basePath: "/auth" | "/api/auth"
  /** The URL of the development server. */
  origin: string
  /** The file with the variables of development. */
  envFile: ".env" | ".env.development"
  /** The command that starts the app. */
  start(packageManager: PackageManager): string
  /** Packages that its files import, and that the app may lack. */
  packages?: readonly string[]
  /** Whether its development server sets NODE_ENV, or needs none. */
  setsNodeEnv: boolean
}

const NODE_SERVER = {
  config: "auth.ts",
  basePath: "/auth",
  origin: "http://localhost:3000",
  envFile: ".env",
  start: () => "node --env-file=.env server.ts",
  setsNodeEnv: false,
} as const

const dev = (packageManager: PackageManager) => (packageManager === "npm" ? "npm run dev" : `${packageManager} dev`)

/** Frameworks with a development server. */
const DEVELOPMENT_SERVER = {
  config: "src/auth.ts",
  basePath: "/auth",
  origin: "http://localhost:3000",
  envFile: ".env",
  start: dev,
  setsNodeEnv: true,
} as const
const TANSTACK_START = { ...DEVELOPMENT_SERVER, config: "src/lib/auth.server.ts" } as const
const VITE_ORIGIN = "http://localhost:5173"

/** The facts about each framework. */
export const FACTS: Readonly<Record<FrameworkName, FrameworkFacts>> = {
  next: { ...DEVELOPMENT_SERVER, title: "Next", config: "auth.ts", basePath: "/api/auth" },
  sveltekit: { ...DEVELOPMENT_SERVER, title: "SvelteKit", origin: VITE_ORIGIN },
  "solid-start": { ...DEVELOPMENT_SERVER, title: "SolidStart", basePath: "/api/auth" },
  qwik: { ...DEVELOPMENT_SERVER, title: "Qwik", origin: VITE_ORIGIN },
  "react-router": { ...DEVELOPMENT_SERVER, title: "React Router", config: "app/auth.server.ts", origin: VITE_ORIGIN },
  "tanstack-start": { ...TANSTACK_START, title: "TanStack Start with React" },
  "tanstack-start-solid": { ...TANSTACK_START, title: "TanStack Start with Solid" },
  astro: { ...DEVELOPMENT_SERVER, title: "Astro", origin: "http://localhost:4321" },
  nuxt: { ...DEVELOPMENT_SERVER, title: "Nuxt", config: "server/utils/auth.ts" },
  "express-vite": {
    ...NODE_SERVER,
    title: "Express with a Vite app",
    // Vite reads .env in every build, and with NODE_ENV=development it would ship React's development build
    envFile: ".env.development",
    start: () => "node --env-file=.env.development server.ts",
    packages: ["express"],
  },
  express: { ...NODE_SERVER, title: "Express", packages: ["express"] },
  hono: { ...NODE_SERVER, title: "Hono", packages: ["hono", "@hono/node-server"] },
  fastify: { ...NODE_SERVER, title: "Fastify", packages: ["fastify", "@fastify/formbody"] },
  nest: {
    ...NODE_SERVER,
    title: "Nest",
    config: "src/auth.ts",
    start: (packageManager) =>
      `${packageManager} run start:dev ${packageManager === "npm" ? "-- " : ""}--env-file .env`,
  },
  workers: { ...DEVELOPMENT_SERVER, title: "Cloudflare Workers", origin: "http://localhost:8787" },
  elysia: { ...NODE_SERVER, title: "Elysia", packages: ["elysia"], start: () => "bun server.ts" },
  deno: { ...NODE_SERVER, title: "Deno", start: () => "deno run --env-file -A main.ts" },
}
