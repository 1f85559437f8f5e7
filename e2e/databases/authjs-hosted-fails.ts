const NO_UNIQUE = "its tables have no unique keys"
const BLANKS = "blank values are values to it; Latchkit never asks for one"
const NOT_BOTH = "an array or an object is taken for the text in it; Latchkit asks with texts alone"
const TWO_STEPS = "it reads and deletes in two steps; Latchkit lets a link pass once in each process"
const QUERY = "an object in a key is a query to it; Latchkit asks with texts alone"

/** The rules of the contract that Auth.js's adapters for hosted databases break, with reasons. */
export const HOSTED_FAILS: Record<string, Record<string, string>> = {
  "@auth/d1-adapter": {
    "a created user is found by id and by address": "a user without emailVerified is returned with undefined",
    "an address has one user": NO_UNIQUE,
    "creates one user for 20 parallel creations of one email (threat 269)": NO_UNIQUE,
    "rejects a blank email (threat 275)": BLANKS,
    "gives an account one owner when two users link it at once (threat 270)": NO_UNIQUE,
    "rejects a blank session token (threat 275)": BLANKS,
    "accepts one of 50 parallel redemptions of a token (threat 146)": TWO_STEPS,
    "rejects a blank verification token (threat 275)": BLANKS,
  },
  "@auth/dynamodb-adapter": {
    "an address has one user": NO_UNIQUE,
    "creates one user for 20 parallel creations of one email (threat 269)": NO_UNIQUE,
    "gives an account one owner when two users link it at once (threat 270)": NO_UNIQUE,
    "rejects a blank email (threat 275)": BLANKS,
    "rejects a blank session token (threat 275)": BLANKS,
    "rejects a second session with the same token (threat 190)": NO_UNIQUE,
    "rejects a token with another email, and doesn't consume it (threat 148)": NOT_BOTH,
    "rejects a blank verification token (threat 275)": BLANKS,
  },
  "@auth/pouchdb-adapter": {
    "an address has one user": NO_UNIQUE,
    "creates one user for 20 parallel creations of one email (threat 269)": NO_UNIQUE,
    "gives an account one owner when two users link it at once (threat 270)": NO_UNIQUE,
    "rejects a second session with the same token (threat 190)": NO_UNIQUE,
    "rejects a blank email (threat 275)": BLANKS,
    "deleting a user deletes what belongs to them, and only that":
      "its `deleteUser` does nothing; stories/docs/authjs-adapters.mdx says to delete the documents yourself",
    "deleting a session that is gone is no failure": "it throws; Latchkit looks whether the session is still there",
    "looks up sessions by literal text only (threat 274)":
      "an object in a key is a query to it; Latchkit asks with texts alone",
    "rejects a blank session token (threat 275)": BLANKS,
    "rejects a blank verification token (threat 275)": BLANKS,
  },
  "@auth/upstash-redis-adapter": {
    "an address has one user": NO_UNIQUE,
    "creates one user for 20 parallel creations of one email (threat 269)": NO_UNIQUE,
    "gives an account one owner when two users link it at once (threat 270)": NO_UNIQUE,
    "accepts one of 50 parallel redemptions of a token (threat 146)": TWO_STEPS,
    "rejects a second session with the same token (threat 190)": NO_UNIQUE,
    "rejects a blank email (threat 275)": BLANKS,
    "keeps a session deleted if it is extended at the same time (threat 188)": "it reads and writes in two steps",
    "rejects a blank session token (threat 275)": BLANKS,
    "rejects a token with another email, and doesn't consume it (threat 148)": NOT_BOTH,
    "rejects tokens that match only when joined with their email (threat 162)":
      "`:` separates the parts of its keys; Latchkit compares what it is answered with what it asked for",
    "rejects a blank verification token (threat 275)": BLANKS,
  },
  "@auth/mongodb-adapter": {
    "an address has one user": NO_UNIQUE,
    "creates one user for 20 parallel creations of one email (threat 269)": NO_UNIQUE,
    "looks up users by literal text only (threat 274)": QUERY,
    "rejects a blank email (threat 275)": BLANKS,
    "finds an account by both columns only (threat 272)": QUERY,
    "gives an account one owner when two users link it at once (threat 270)": NO_UNIQUE,
    "looks up accounts by literal text only (threat 274)": QUERY,
    "deleting a session that is gone is no failure": "it returns an empty object",
    "never creates a session by an update (threat 188)": "it returns an empty object",
    "looks up sessions by literal text only (threat 274)": QUERY,
    "rejects a blank session token (threat 275)": BLANKS,
    "rejects a second session with the same token (threat 190)": NO_UNIQUE,
    "rejects a token with another email, and doesn't consume it (threat 148)": NOT_BOTH,
    "finds a token by both columns only (threat 272)": QUERY,
    "treats hostile emails as literal text (threat 274)": QUERY,
    "rejects a blank verification token (threat 275)": BLANKS,
  },
  "@auth/neon-adapter": {
    "an address has one user": NO_UNIQUE,
    "creates one user for 20 parallel creations of one email (threat 269)": NO_UNIQUE,
    "gives an account one owner when two users link it at once (threat 270)": NO_UNIQUE,
    "rejects a second session with the same token (threat 190)": NO_UNIQUE,
    "a created user is found by id and by address": "its ids are numbers",
    "looks up users by literal text only (threat 274)": "its ids are numbers",
    "rejects a blank email (threat 275)": BLANKS,
    "rejects a blank session token (threat 275)": BLANKS,
    "rejects a token with another email, and doesn't consume it (threat 148)": NOT_BOTH,
    "rejects a blank verification token (threat 275)": BLANKS,
  },
}

/** The rules that Neon's adapter breaks if its tables have the unique keys of the documentation. */
export const NEON_FAILS_WITH_KEYS = Object.fromEntries(
  Object.entries(HOSTED_FAILS["@auth/neon-adapter"] ?? {}).filter(([, reason]) => reason !== NO_UNIQUE),
)
