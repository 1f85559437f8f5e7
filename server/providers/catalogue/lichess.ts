import { oauth } from "../define.ts"

/** @see https://lichess.org/api#tag/OAuth */
export const Lichess = oauth("lichess", "Lichess", {
  authorization: "https://lichess.org/oauth",
  token: "https://lichess.org/api/token",
  userinfo: "https://lichess.org/api/account",
  extra: { email: { url: "https://lichess.org/api/account/email", needsScope: "email:read" } },
  scopes: "email:read",
  clientAuth: "none",
  profile: { id: "id", name: "username", email: "$extra.email.email" },
})
