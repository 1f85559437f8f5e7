import { oauth } from "../define.ts"

/** @see https://developers.soundcloud.com/docs/api/guide */
export const SoundCloud = oauth("soundcloud", "SoundCloud", {
  authorization: "https://secure.soundcloud.com/authorize",
  token: "https://secure.soundcloud.com/oauth/token",
  userinfo: { url: "https://api.soundcloud.com/me", auth: { in: "header", name: "Authorization", scheme: "OAuth" } },
  clientAuth: "post",
  profile: { id: "urn", name: "full_name|username", image: "avatar_url" },
})
