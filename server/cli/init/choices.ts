import type { SqlDialectName } from "../../adapters/sql.ts"
import type { OwnDatabase } from "./own-database.ts"

/** The frameworks that `latchkit init` knows. `express-vite` is a single-page app of Vite with an API in Express. */
export const FRAMEWORKS = ["next", "sveltekit", "solid-start", "qwik", "express-vite", "express"] as const
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
}

const dev = (packageManager: PackageManager) => (packageManager === "npm" ? "npm run dev" : `${packageManager} dev`)

/** The facts about each framework. */
export const FACTS: Readonly<Record<FrameworkName, FrameworkFacts>> = {
  next: {
    title: "Next",
    config: "auth.ts",
    basePath: "/api/auth",
    origin: "http://localhost:3000",
    envFile: ".env",
    start: dev,
  },
  sveltekit: {
    title: "SvelteKit",
    config: "src/auth.ts",
    basePath: "/auth",
    origin: "http://localhost:5173",
    envFile: ".env",
    start: dev,
  },
  "solid-start": {
    title: "SolidStart",
    config: "src/auth.ts",
    basePath: "/api/auth",
    origin: "http://localhost:3000",
    envFile: ".env",
    start: dev,
  },
  qwik: {
    title: "Qwik",
    config: "src/auth.ts",
    basePath: "/auth",
    origin: "http://localhost:5173",
    envFile: ".env",
    start: dev,
  },
  "express-vite": {
    title: "Express with a Vite app",
    config: "auth.ts",
    basePath: "/auth",
    origin: "http://localhost:3000",
    // Vite reads .env in every build, and with NODE_ENV=development it would ship React's development build
    envFile: ".env.development",
    start: () => "node --env-file=.env.development server.ts",
  },
  express: {
    title: "Express",
    config: "auth.ts",
    basePath: "/auth",
    origin: "http://localhost:3000",
    envFile: ".env",
    start: () => "node --env-file=.env server.ts",
  },
}
