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
] as const
/** A framework that `latchkit init` knows. */
export type FrameworkName = (typeof FRAMEWORKS)[number]

/** The frameworks whose requests have the bindings of a Worker. */
export const D1_FRAMEWORKS: readonly FrameworkName[] = ["sveltekit"]

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
  /** Whether its development server sets NODE_ENV. */
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

const TANSTACK_START = {
  config: "src/lib/auth.server.ts",
  basePath: "/auth",
  origin: "http://localhost:3000",
  envFile: ".env",
  start: dev,
  setsNodeEnv: true,
} as const

/** The facts about each framework. */
export const FACTS: Readonly<Record<FrameworkName, FrameworkFacts>> = {
  next: {
    title: "Next",
    config: "auth.ts",
    basePath: "/api/auth",
    origin: "http://localhost:3000",
    envFile: ".env",
    start: dev,
    setsNodeEnv: true,
  },
  sveltekit: {
    title: "SvelteKit",
    config: "src/auth.ts",
    basePath: "/auth",
    origin: "http://localhost:5173",
    envFile: ".env",
    start: dev,
    setsNodeEnv: true,
  },
  "solid-start": {
    title: "SolidStart",
    config: "src/auth.ts",
    basePath: "/api/auth",
    origin: "http://localhost:3000",
    envFile: ".env",
    start: dev,
    setsNodeEnv: true,
  },
  qwik: {
    title: "Qwik",
    config: "src/auth.ts",
    basePath: "/auth",
    origin: "http://localhost:5173",
    envFile: ".env",
    start: dev,
    setsNodeEnv: true,
  },
  "react-router": {
    title: "React Router",
    config: "app/auth.server.ts",
    basePath: "/auth",
    origin: "http://localhost:5173",
    envFile: ".env",
    start: dev,
    setsNodeEnv: true,
  },
  "tanstack-start": { title: "TanStack Start with React", ...TANSTACK_START },
  "tanstack-start-solid": { title: "TanStack Start with Solid", ...TANSTACK_START },
  astro: {
    title: "Astro",
    config: "src/auth.ts",
    basePath: "/auth",
    origin: "http://localhost:4321",
    envFile: ".env",
    start: dev,
    setsNodeEnv: true,
  },
  nuxt: {
    title: "Nuxt",
    config: "server/utils/auth.ts",
    basePath: "/auth",
    origin: "http://localhost:3000",
    envFile: ".env",
    start: dev,
    setsNodeEnv: true,
  },
  "express-vite": {
    title: "Express with a Vite app",
    config: "auth.ts",
    basePath: "/auth",
    origin: "http://localhost:3000",
    // Vite reads .env in every build, and with NODE_ENV=development it would ship React's development build
    envFile: ".env.development",
    start: () => "node --env-file=.env.development server.ts",
    packages: ["express"],
    setsNodeEnv: false,
  },
  express: { title: "Express", ...NODE_SERVER, packages: ["express"] },
  hono: { title: "Hono", ...NODE_SERVER, packages: ["hono", "@hono/node-server"] },
  fastify: { title: "Fastify", ...NODE_SERVER, packages: ["fastify", "@fastify/formbody"] },
}
