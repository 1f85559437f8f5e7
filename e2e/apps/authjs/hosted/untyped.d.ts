// The parts that we use of packages without types
declare module "dynalite" {
  import type { Server } from "node:http"
  export default function dynalite(options: Record<string, number>): Server
}
declare module "pouchdb" {
  interface Database {
    close(): Promise<void>
  }
  interface PouchDB {
    new (name: string, options: { adapter: string }): Database
    plugin(plugin: unknown): PouchDB
  }
  const pouchdb: PouchDB
  export default pouchdb
}
declare module "pouchdb-adapter-memory" {
  const plugin: unknown
  export default plugin
}
declare module "pouchdb-find" {
  const plugin: unknown
  export default plugin
}
