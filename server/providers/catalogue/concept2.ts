import { oauth } from "../define.ts"

/** @see https://log.concept2.com/developers/documentation/ */
export const Concept2 = oauth("concept2", "Concept2", {
  authorization: "https://log.concept2.com/oauth/authorize",
  token: "https://log.concept2.com/oauth/access_token",
  userinfo: "https://log.concept2.com/api/users/me",
  scopes: "user:read",
  scopeSeparator: ",",
  unwrap: "data",
  profile: { id: "id", name: "username|`{first_name} {last_name}`", email: "email", image: "profile_image" },
})
