import { oauth } from "../define.ts"

/**
 * oauth.yandex.ru and oauth.yandex.com.
 *
 * @see https://yandex.com/dev/id/doc/en/
 */
export const Yandex = oauth("yandex", "Yandex", {
  authorization: "https://oauth.yandex.com/authorize",
  token: "https://oauth.yandex.com/token",
  userinfo: {
    url: "https://login.yandex.ru/info",
    auth: { in: "header", name: "Authorization", scheme: "OAuth" },
    params: { format: "json" },
  },
  scopes: "login:info login:email login:avatar",
  profile: {
    id: "id",
    name: "display_name|real_name|first_name|login",
    email: "default_email|emails[0]",
    image: "`https://avatars.yandex.net/get-yapic/{default_avatar_id!}/islands-200`",
  },
})
