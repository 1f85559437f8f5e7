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
  "attack 275: a blank address finds nobody": blanks,
  "attack 275: a blank token opens no session": blanks,
  "attack 275: a blank token redeems nothing": blanks,
}
const RACING_LINKS = { "attack 270: an account that two users link at once has one owner": noUnique }
const TWO_STEPS = { "attack 146: of 50 parallel redemptions one gets the token": twoSteps }
const LOOSE = { "attack 148: a token works with its own address only, and a wrong address does not use it up": notBoth }
const NULLS = {
  "an update changes what it names and nothing else": nulls,
  "a linked account finds its user": nulls,
  "a session is found with its user": nulls,
}
const redeemsAll =
  "redeeming one token of an address deletes all of that address; the service keeps only the newest anyway"

/** What each adapter of Auth.js is known not to hold of the contract, and why; stories/docs/authjs-adapters.mdx says what Latchkit does about it. */
export const AUTHJS_FAILS: Record<string, Record<string, string>> = {
  "@auth/pg-adapter": {
    ...BLANK,
    ...RACING_LINKS,
    "a created user is found by id and by address": "its ids are numbers",
    "an address has one user": noUnique,
    "attack 269: 20 parallel creations of one address make one user": noUnique,
    "attack 190: one session token makes one session": noUnique,
    "attack 274: users are looked up by literal text only": "its ids are numbers",
  },
  "@auth/drizzle-adapter": { ...BLANK, "the counter is stored": "its column holds 31 bits" },
  "@auth/kysely-adapter": { ...BLANK, ...RACING_LINKS, ...LOOSE, ...NULLS },
  "@auth/typeorm-adapter": {
    ...BLANK,
    ...RACING_LINKS,
    ...TWO_STEPS,
    ...LOOSE,
    "attack 190: one session token makes one session": noUnique,
    "attack 272: an account is found by both columns only": anyValue,
    "attack 272: a token is found by both columns only": anyValue,
    "attack 274: users are looked up by literal text only": anyValue,
    "attack 274: accounts are looked up by literal text only": anyValue,
    "attack 274: sessions are looked up by literal text only": anyValue,
    "attack 274: hostile addresses are literal text": anyValue,
  },
  "@auth/sequelize-adapter": {
    ...BLANK,
    ...RACING_LINKS,
    ...TWO_STEPS,
    ...LOOSE,
    ...NULLS,
    "a created user is found by id and by address": models,
    "attack 274: users are looked up by literal text only": models,
    "several tokens of one address are separate": redeemsAll,
    "attack 149: wrong tokens leave the right one alone": redeemsAll,
    "attack 204: no token is taken for one that only looks like it": redeemsAll,
    "attack 274: hostile addresses are literal text": redeemsAll,
  },
  "@auth/unstorage-adapter": {
    ...BLANK,
    ...RACING_LINKS,
    ...TWO_STEPS,
    ...LOOSE,
    "an address has one user": noUnique,
    "attack 269: 20 parallel creations of one address make one user": noUnique,
    "attack 190: one session token makes one session": noUnique,
    "attack 212: a credential has one owner, also in a race": noUnique,
    "attack 188: a session that is deleted while it is extended stays deleted": "it extends what is not there",
    "attack 162: a separator inside an address or a token joins nothing": keyed,
    "attack 274: users are looked up by literal text only": keyed,
    "attack 274: accounts are looked up by literal text only": keyed,
    "attack 274: hostile addresses are literal text": keyed,
  },
  "@auth/prisma-adapter": {
    ...BLANK,
    "attack 272: getAccount needs both columns": anyValue,
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
    "attack 278: an expiry is kept to the millisecond": seconds,
    "attack 278: a token's expiry is kept to the millisecond": seconds,
    "attack 272: an account is found by both columns only": anyValue,
    "attack 272: a token is found by both columns only": anyValue,
    "attack 274: users are looked up by literal text only": query,
    "attack 274: accounts are looked up by literal text only": query,
    "attack 274: sessions are looked up by literal text only": query,
    "attack 274: hostile addresses are literal text": query,
  },
}
