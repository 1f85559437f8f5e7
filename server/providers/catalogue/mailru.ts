import { oauth } from "../define.ts"

/** @see https://o2.mail.ru/docs */
export const MailRu = oauth("mailru", "Mail.ru", {
  authorization: "https://oauth.mail.ru/login",
  token: "https://oauth.mail.ru/token",
  userinfo: { url: "https://oauth.mail.ru/userinfo", auth: { in: "query", name: "access_token", scheme: null } },
  scopes: "userinfo",
  profile: { id: "id", name: "name|`{first_name} {last_name}`|nickname", email: "email", image: "image" },
})
