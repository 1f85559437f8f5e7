import { oauth } from "../define.ts"

/**
 * Avatars may not be hot-linked.
 * ids.slug follows the user name.
 *
 * @see https://trakt.docs.apiary.io/#reference/authentication-oauth
 */
export const Trakt = oauth("trakt", "Trakt", {
  authorization: "https://trakt.tv/oauth/authorize",
  token: "https://api.trakt.tv/oauth/token",
  userinfo: {
    url: "https://api.trakt.tv/users/me",
    params: { extended: "full" },
    headers: { "trakt-api-version": "2", "trakt-api-key": "{clientId}" },
  },
  pkce: false,
  clientAuth: "post",
  profile: { id: "ids.slug", name: "name|username", image: "images.avatar.full" },
})
