const noUnique = "its tables have no unique keys"
const blanks = "blank values are values to it; the service never asks for one"
const nulls = "a column without a value answers null where none was stored"
const models = "it answers its own model objects, which hold more than the row"
const anyValue = "a key that is null or missing matches every row; the service asks with texts alone"
const query = "an object in a key is a query to it; the service asks with texts alone"
const seconds = "its columns keep whole seconds"
const twoSteps = "it reads and deletes in two steps; the service lets a link pass once in each process"
const notBoth = "an array or an object is taken for the text in it; the service asks with texts alone"
const keyed =
  "`:`, `/`, `\\` and `?` mean something in its keys; the service compares what it answers with what was asked for"

const BLANK = {
  "rejects a blank email (threat 275)": blanks,
  "rejects a blank session token (threat 275)": blanks,
  "rejects a blank verification token (threat 275)": blanks,
}
const RACING_LINKS = { "gives an account one owner when two users link it at once (threat 270)": noUnique }
const TWO_STEPS = { "accepts one of 50 parallel redemptions of a token (threat 146)": twoSteps }
const LOOSE = { "rejects a token with another email, and doesn't consume it (threat 148)": notBoth }
const NULLS = {
  "an update changes what it names and nothing else": nulls,
  "a linked account finds its user": nulls,
  "a session is found with its user": nulls,
}
const redeemsAll =
  "redeeming one token of an address deletes all of that address; the service keeps only the newest anyway"

/** The required operations that only an adapter with passkeys has. */
export const PASSKEY_OPERATIONS = [
  "getAccount",
  "createAuthenticator",
  "getAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
] as const

export const WITH_PASSKEYS: ReadonlySet<string> = new Set([
  "@auth/drizzle-adapter",
  "@auth/prisma-adapter",
  "@auth/unstorage-adapter",
])

/** The rules of the contract that each adapter of Auth.js breaks, with reasons. stories/docs/authjs-adapters.mdx has Latchkit's remedies. */
export const AUTHJS_FAILS: Record<string, Record<string, string>> = {
  "@auth/pg-adapter": {
    ...BLANK,
    ...RACING_LINKS,
    "a created user is found by id and by address": "its ids are numbers",
    "an address has one user": noUnique,
    "creates one user for 20 parallel creations of one email (threat 269)": noUnique,
    "rejects a second session with the same token (threat 190)": noUnique,
    "looks up users by literal text only (threat 274)": "its ids are numbers",
  },
  "@auth/drizzle-adapter": { ...BLANK, "the counter is stored": "its column holds 31 bits" },
  "@auth/kysely-adapter": { ...BLANK, ...RACING_LINKS, ...LOOSE, ...NULLS },
  "@auth/typeorm-adapter": {
    ...BLANK,
    ...RACING_LINKS,
    ...TWO_STEPS,
    ...LOOSE,
    "rejects a second session with the same token (threat 190)": noUnique,
    "finds an account by both columns only (threat 272)": anyValue,
    "finds a token by both columns only (threat 272)": anyValue,
    "looks up users by literal text only (threat 274)": anyValue,
    "looks up accounts by literal text only (threat 274)": anyValue,
    "looks up sessions by literal text only (threat 274)": anyValue,
    "treats hostile emails as literal text (threat 274)": anyValue,
  },
  "@auth/sequelize-adapter": {
    ...BLANK,
    ...RACING_LINKS,
    ...TWO_STEPS,
    ...LOOSE,
    ...NULLS,
    "a created user is found by id and by address": models,
    "looks up users by literal text only (threat 274)": models,
    "several tokens of one address are separate": redeemsAll,
    "keeps a token valid after wrong ones (threat 149)": redeemsAll,
    "rejects verification tokens that only look alike (threat 204)": redeemsAll,
    "treats hostile emails as literal text (threat 274)": redeemsAll,
  },
  "@auth/unstorage-adapter": {
    ...BLANK,
    ...RACING_LINKS,
    ...TWO_STEPS,
    ...LOOSE,
    "an address has one user": noUnique,
    "creates one user for 20 parallel creations of one email (threat 269)": noUnique,
    "rejects a second session with the same token (threat 190)": noUnique,
    "gives a credential one owner, even in a race (threat 212)": noUnique,
    "keeps a session deleted if it is extended at the same time (threat 188)": "it extends what is not there",
    "rejects tokens that match only when joined with their email (threat 162)": keyed,
    "looks up users by literal text only (threat 274)": keyed,
    "looks up accounts by literal text only (threat 274)": keyed,
    "treats hostile emails as literal text (threat 274)": keyed,
  },
  "@auth/prisma-adapter": {
    ...BLANK,
    "getAccount needs both columns (threat 272)": anyValue,
    "deleting a session that is gone is no failure":
      "it throws; the service looks whether the session is still there, and takes it for over where it is not",
    "the counter is stored": "its column holds 31 bits",
  },
  "@auth/mikro-orm-adapter": {
    ...BLANK,
    ...NULLS,
    ...TWO_STEPS,
    ...LOOSE,
    "emailVerified is kept to the millisecond": seconds,
    "stores a session's expiry to the millisecond (threat 278)": seconds,
    "stores a token's expiry to the millisecond (threat 278)": seconds,
    "finds an account by both columns only (threat 272)": anyValue,
    "finds a token by both columns only (threat 272)": anyValue,
    "looks up users by literal text only (threat 274)": query,
    "looks up accounts by literal text only (threat 274)": query,
    "looks up sessions by literal text only (threat 274)": query,
    "treats hostile emails as literal text (threat 274)": query,
  },
}
