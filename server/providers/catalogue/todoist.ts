import { oauth } from "../define.ts"

/** @see https://developer.todoist.com/api/v1/#tag/Authorization */
export const Todoist = oauth("todoist", "Todoist", {
  authorization: "https://todoist.com/oauth/authorize",
  token: "https://todoist.com/oauth/access_token",
  userinfo: "https://api.todoist.com/api/v1/user",
  scopes: "data:read",
  scopeSeparator: ",",
  clientAuth: "post",
  profile: { id: "id", name: "full_name", email: "email", image: "avatar_big|avatar_s640" },
})
