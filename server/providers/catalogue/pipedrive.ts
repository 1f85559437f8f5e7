import { oauth } from "../define.ts"

/** @see https://pipedrive.readme.io/docs/marketplace-oauth-authorization */
export const Pipedrive = oauth("pipedrive", "Pipedrive", {
  authorization: "https://oauth.pipedrive.com/oauth/authorize",
  token: "https://oauth.pipedrive.com/oauth/token",
  userinfo: "https://api.pipedrive.com/v1/users/me",
  scopes: "base",
  unwrap: "data",
  profile: { id: "id", name: "name", email: "email", image: "icon_url" },
})
