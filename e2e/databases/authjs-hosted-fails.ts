const NO_UNIQUE = "its tables have no unique keys"
const BLANKS = "blank values are values to it; Latchkit never asks for one"
const NOT_BOTH = "an array or an object is taken for the text in it; Latchkit asks with texts alone"
const TWO_STEPS = "it reads and deletes in two steps; Latchkit lets a link pass once in each process"
const QUERY = "an object in a key is a query to it; Latchkit asks with texts alone"

/** What the adapters of Auth.js for hosted databases are known not to hold of the contract, and why. */
export const HOSTED_FAILS: Record<string, Record<string, string>> = {
  "@auth/d1-adapter": {
    "a created user is found by id and by address": "a user without emailVerified is returned with undefined",
    "an address has one user": NO_UNIQUE,
    "attack 269: 20 parallel creations of one address make one user": NO_UNIQUE,
    "attack 275: a blank address finds nobody": BLANKS,
    "attack 270: an account that two users link at once has one owner": NO_UNIQUE,
    "attack 275: a blank token opens no session": BLANKS,
    "attack 146: of 50 parallel redemptions one gets the token": TWO_STEPS,
    "attack 275: a blank token redeems nothing": BLANKS,
  },
  "@auth/dynamodb-adapter": {
    "an address has one user": NO_UNIQUE,
    "attack 269: 20 parallel creations of one address make one user": NO_UNIQUE,
    "attack 270: an account that two users link at once has one owner": NO_UNIQUE,
    "attack 275: a blank address finds nobody": BLANKS,
    "attack 275: a blank token opens no session": BLANKS,
    "attack 190: one session token makes one session": NO_UNIQUE,
    "attack 148: a token works with its own address only, and a wrong address does not use it up": NOT_BOTH,
    "attack 275: a blank token redeems nothing": BLANKS,
  },
  "@auth/pouchdb-adapter": {
    "an address has one user": NO_UNIQUE,
    "attack 269: 20 parallel creations of one address make one user": NO_UNIQUE,
    "attack 270: an account that two users link at once has one owner": NO_UNIQUE,
    "attack 190: one session token makes one session": NO_UNIQUE,
    "attack 275: a blank address finds nobody": BLANKS,
    "deleting a user deletes what belongs to them, and only that":
      "its `deleteUser` does nothing; stories/docs/authjs-adapters.mdx says to delete the documents yourself",
    "deleting a session that is gone is no failure": "it throws; Latchkit looks whether the session is still there",
    "attack 274: sessions are looked up by literal text only":
      "an object in a key is a query to it; Latchkit asks with texts alone",
    "attack 275: a blank token opens no session": BLANKS,
    "attack 275: a blank token redeems nothing": BLANKS,
  },
  "@auth/upstash-redis-adapter": {
    "an address has one user": NO_UNIQUE,
    "attack 269: 20 parallel creations of one address make one user": NO_UNIQUE,
    "attack 270: an account that two users link at once has one owner": NO_UNIQUE,
    "attack 146: of 50 parallel redemptions one gets the token": TWO_STEPS,
    "attack 190: one session token makes one session": NO_UNIQUE,
    "attack 275: a blank address finds nobody": BLANKS,
    "attack 188: a session that is deleted while it is extended stays deleted": "it reads and writes in two steps",
    "attack 275: a blank token opens no session": BLANKS,
    "attack 148: a token works with its own address only, and a wrong address does not use it up": NOT_BOTH,
    "attack 162: a separator inside an address or a token joins nothing":
      "`:` separates the parts of its keys; Latchkit compares what it is answered with what it asked for",
    "attack 275: a blank token redeems nothing": BLANKS,
  },
  "@auth/mongodb-adapter": {
    "an address has one user": NO_UNIQUE,
    "attack 269: 20 parallel creations of one address make one user": NO_UNIQUE,
    "attack 274: users are looked up by literal text only": QUERY,
    "attack 275: a blank address finds nobody": BLANKS,
    "attack 272: an account is found by both columns only": QUERY,
    "attack 270: an account that two users link at once has one owner": NO_UNIQUE,
    "attack 274: accounts are looked up by literal text only": QUERY,
    "deleting a session that is gone is no failure": "it returns an empty object",
    "attack 188: an update makes no session": "it returns an empty object",
    "attack 274: sessions are looked up by literal text only": QUERY,
    "attack 275: a blank token opens no session": BLANKS,
    "attack 190: one session token makes one session": NO_UNIQUE,
    "attack 148: a token works with its own address only, and a wrong address does not use it up": NOT_BOTH,
    "attack 272: a token is found by both columns only": QUERY,
    "attack 274: hostile addresses are literal text": QUERY,
    "attack 275: a blank token redeems nothing": BLANKS,
  },
  "@auth/neon-adapter": {
    "an address has one user": NO_UNIQUE,
    "attack 269: 20 parallel creations of one address make one user": NO_UNIQUE,
    "attack 270: an account that two users link at once has one owner": NO_UNIQUE,
    "attack 190: one session token makes one session": NO_UNIQUE,
    "a created user is found by id and by address": "its ids are numbers",
    "attack 274: users are looked up by literal text only": "its ids are numbers",
    "attack 275: a blank address finds nobody": BLANKS,
    "attack 275: a blank token opens no session": BLANKS,
    "attack 148: a token works with its own address only, and a wrong address does not use it up": NOT_BOTH,
    "attack 275: a blank token redeems nothing": BLANKS,
  },
}
