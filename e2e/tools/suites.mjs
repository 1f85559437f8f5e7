// Says which suite is in which run. A test file belongs to the first row with its path.
// - `each`: `npm test` runs it, to guard each change
// - `both`: `npm test` runs a part of it, and the long run all
// - `long`: only `npm run test:long` runs it, to guard a release

export const SUITES = [
  { files: "server/test-kit/fuzz.test.ts", run: "both", why: "8,000 hostile requests of 100,000, the same each time" },
  {
    files: "{client/session/model,server/test-kit/lifecycle}.test.ts",
    run: "both",
    why: "hundreds of random sequences of 10,000",
  },
  {
    files: "server/core/sign-in/enumeration-time.test.ts",
    run: "both",
    why: "300 samples of 2,000, and only cheap hashes",
  },
  {
    files: "server/core/users/address-race.test.ts",
    run: "both",
    why: "half of the pairs of flows, with one kind of session",
  },
  {
    files: "server/features/account/undo/interleaving.test.ts",
    run: "both",
    why: "with database sessions, one way to open a session and its refresh",
  },
  { files: "server/cli/configuration.test.ts", run: "both", why: "two frameworks of six" },
  { files: "{client,components,server}/**", run: "each", why: "fast, and next to the code" },
  {
    files: "stories/docs/examples/moving-passwords.test.ts",
    run: "long",
    why: "hashes of six systems at their full cost; their formats are in each change",
  },
  { files: "stories/**", run: "each", why: "examples of the documentation, with their types" },
  {
    files: "e2e/databases/{sqlite,records}.test.ts",
    run: "long",
    why: "each change runs their contract, and these suites on PostgreSQL and Redis",
  },
  {
    files: "e2e/databases/shared-postgres.test.ts",
    run: "long",
    why: "other schemas, triggers and row-level security; each change runs the contract on plain tables",
  },
  {
    files: "e2e/databases/pgbouncer.test.ts",
    run: "long",
    why: "a pooler in front of PostgreSQL; each change runs the contract without one, and loses prepared statements",
  },
  {
    files: "e2e/databases/killed-writes.test.ts",
    run: "long",
    why: "servers and Prisma; each change kills processes on SQLite and libSQL",
  },
  { files: "e2e/databases/interleaving.test.ts", run: "long", why: "the same in memory is in each change" },
  {
    files: "e2e/databases/authjs-hosted-adapters.test.ts",
    run: "long",
    why: "stand-ins for hosted databases; seven other adapters of Auth.js are in each change",
  },
  {
    files: "e2e/databases/d1.test.ts",
    run: "both",
    why: "only the rules about transactions, and five races with one adapter",
  },
  {
    files: "e2e/databases/drizzle-mariadb.test.ts",
    run: "long",
    why: "each change runs SqlAdapter on it, and DrizzleAdapter on two others",
  },
  {
    files: "e2e/databases/drizzle-postgres.test.ts",
    run: "both",
    why: "not the contract on an app's own tables, and on other names",
  },
  { files: "e2e/databases/drizzle-kit.test.ts", run: "long", why: "the printed tables are compared in each change" },
  { files: "e2e/databases/drizzle-1.test.ts", run: "both", why: "SQLite and libSQL, not the servers" },
  { files: "e2e/databases/prisma-sqlite.test.ts", run: "both", why: "not the contract on an app's own models" },
  {
    files: "e2e/databases/prisma-tool.test.ts",
    run: "long",
    why: "Prisma's command line, which has packages of its own; each change runs the client that it generates",
  },
  {
    files: "e2e/databases/authjs-tables.test.ts",
    run: "long",
    why: "Prisma's command line and drizzle-kit; what `latchkit schema` writes for Auth.js's tables is in each change",
  },
  {
    files: "e2e/databases/whole-account.test.ts",
    run: "long",
    why: "the same suites as on PostgreSQL, with the adapters of Drizzle and Prisma, whose contract is in each change",
  },
  {
    files: "e2e/databases/prisma-postgres.test.ts",
    run: "long",
    why: "each change runs the same adapter on SQLite, and the documentation's tables on PostgreSQL",
  },
  { files: "e2e/databases/mariadb.test.ts", run: "both", why: "only the contract" },
  { files: "e2e/databases/redis.test.ts", run: "both", why: "the contract with each client, all suites with one" },
  { files: "e2e/databases/authjs-adapters.test.ts", run: "both", why: "seven of the eight adapters" },
  { files: "e2e/databases/account-tables.test.ts", run: "both", why: "one adapter of two, and no killed processes" },
  { files: "e2e/databases/**", run: "each", why: "real servers, killed and faulty ones too" },
  {
    files: "e2e/releases/two-versions.test.ts",
    run: "both",
    why: "100 random steps of 10,000 on SQLite, beside the last release only",
  },
  {
    files: "e2e/releases/same-rows.test.ts",
    run: "long",
    why: "two adapters continue from each other's rows; the contract of both is in each change",
  },
  {
    files: "e2e/releases/**",
    run: "both",
    why: "what each release left in SQLite, not with Prisma or in three servers",
  },
  {
    files: "e2e/rehearsal/**",
    run: "long",
    why: "a registry, which has packages of its own; each change installs the same package from its file",
  },
  { files: "e2e/fuzz/**", run: "long", why: "finds more the longer it runs" },
  { files: "e2e/{cluster,runtimes,tools,mutations}/**", run: "each", why: "fast" },
  {
    files: "e2e/first-hour/**",
    run: "both",
    why: "the quickstarts of Express, SvelteKit and Qwik; most others take much longer or have packages of their own",
  },
  { files: "e2e/without-features.test.ts", run: "both", why: "one of the three features that can be deleted" },
  { files: "e2e/jest.test.ts", run: "long", why: "Jest, which has packages of its own" },
  { files: "e2e/older-typescript.test.ts", run: "both", why: "TypeScript 5.6, and not the oldest, 5.4" },
  {
    files: "e2e/package.test.ts",
    run: "both",
    why: "beside the frameworks of the quickstarts, not beside all at once",
  },
  { files: "e2e/*.test.ts", run: "each", why: "the structure, the public types and the packed package" },
  {
    files: "e2e/client/{session-store,degraded,query,outdated}.spec.ts",
    run: "both",
    why: "the store itself in React only, and React 18 by one page",
  },
  {
    files: "e2e/components/{renderings,password-manager}.spec.ts",
    run: "both",
    why: "only hydrated pages, and the password manager on HTML",
  },
  { files: "e2e/demo/{pages,brands}.spec.ts", run: "both", why: "one color scheme, two widths, one brand" },
  {
    files: "e2e/stories/stories.spec.ts",
    run: "both",
    why: "judges only stories that have changed, in three looks of six",
  },
  {
    files: "e2e/components/{accounts,address-once,behaviour,identifier-first,loading,step-up,steps,validation}.spec.ts",
    run: "both",
    why: "what is the same code in each framework in React only",
  },
  {
    files: "e2e/components/theming.spec.ts",
    run: "both",
    why: "the weaker of two style policies in React and Solid only; the stricter one rejects the same in each rendering",
  },
  { files: "e2e/stories/keyboard.spec.ts", run: "both", why: "the main stories in two renderings" },
  {
    files: "e2e/stories/brands.spec.ts",
    run: "long",
    why: "example themes, which a release publishes",
  },
  {
    files: "e2e/docs-site/**",
    run: "long",
    why: "the documentation's site, which has packages of its own; its sources, links and texts are in each change",
  },
  {
    files: "e2e/{demo/{account,keyboard,popup,sign-in,sign-out,tabs},passkeys/*,components/popup}.spec.ts",
    run: "both",
    why: "in the headless shell, and all in the full browser; what only that has, other tests use in each change. Those of the demo leave out what the frameworks' suites have",
  },
  {
    files: "e2e/device-bound/device-bound.spec.ts",
    run: "both",
    why: "one kind of session, because the browser can't tell it from the other; the server's tests use both",
  },
  {
    files: "e2e/styling/registry.spec.ts",
    run: "long",
    why: "the command of shadcn/ui, which has packages of its own; each change compiles and uses the files that it copies",
  },
  {
    files:
      "e2e/{attacks,client,components,demo,device-bound,mails,native-apps,origins,pages,passkeys,proxy,replay,stories,styling}/**",
    run: "each",
    why: "a real browser against the built package",
  },
  {
    files: "e2e/frameworks/**",
    run: "both",
    why: "Express, SvelteKit and one version of Next, not minified, at the root of its origin, and what all integrations take from one module on SvelteKit only; the quickstart of Qwik is in each change, and the types and integrations of all",
  },
  {
    files: "e2e/migrate/{next,frameworks}.suite.ts",
    run: "long",
    why: "many builds of four versions of Next, and two each of SvelteKit, SolidStart and Qwik",
  },
  {
    files: "e2e/migrate/**",
    run: "both",
    why: "an app that is moved and used, before and after, on one version of Express",
  },
]

/** The files that `npm test` leaves out. */
export const LONG_FILES = SUITES.filter(({ run }) => run === "long").map(({ files }) => files)

/** The environment of the long run. */
export const LONG = {
  LATCHKIT_LONG: "1",
  LATCHKIT_FUZZ: "100000",
  LATCHKIT_FUZZ_SECONDS: "60",
  LATCHKIT_SEQUENCES: "10000",
  LATCHKIT_STEPS: "10000",
  LATCHKIT_TIMING: "2000",
  LATCHKIT_TIMING_HASH: "cheap",
}
