import { account, errorPage, passkey, password, secondFactor, signInCard, signOut, twoStep } from "./messages/en.ts"

// Words of the catalogue that a component shows of another one. The build gives each of these a file of its own, so
// that the component loads without the rest of the other one's words

const pick = <Words extends object, Key extends keyof Words>(words: Words, ...keys: Key[]): Pick<Words, Key> =>
  Object.fromEntries(keys.map((key) => [key, words[key]])) as Pick<Words, Key> // exactly these keys

const omit = <Words extends object, Key extends keyof Words>(words: Words, ...keys: Key[]): Omit<Words, Key> =>
  Object.fromEntries(Object.entries(words).filter(([key]) => !keys.some((one) => one === key))) as Omit<Words, Key> // without these keys

/** The words of the account, without those of the user menu alone. */
export const accountWords = omit(account, "menu", "manage", "switchAccount", "addAccount", "signOutAll", "accountEnded")

/** The words of the user menu. */
export const menuWords = pick(
  account,
  "menu",
  "manage",
  "signOut",
  "switchAccount",
  "addAccount",
  "signOutAll",
  "accountEnded",
  "signIn",
  "failed",
)

/** The words of the user menu about a sign-out. */
export const signOutWords = pick(signOut, "failed")

/** The words of the account about the password and the name. */
export const passwordWords = pick(
  password,
  "name",
  "change",
  "add",
  "changed",
  "added",
  "removed",
  "remove",
  "removeQuestion",
)

/** The words of the account about passkeys. */
export const passkeyWords = pick(passkey, "registered")

/** The words of the account that are the sign-in card's. */
export const sharedWords = pick(signInCard, "email", "password", "busy")

/** The words of the account about second factors. */
export const factorWords = pick(secondFactor, "totp")

/** The words of the account about recovery codes and the export. */
export const codeWords = pick(twoStep, "codes", "download")

/** The account's link to the app. */
export const homeWords = pick(errorPage, "home")
