import { markMailru } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"

/**
 * Signs in with Mail.ru. Register the redirect URI `https://your.site/auth/callback/mailru`, and set `AUTH_MAILRU_ID`
 * and `AUTH_MAILRU_SECRET`.
 *
 * @see https://o2.mail.ru/docs
 */
export const MailRu = oauth("mailru", "Mail.ru", {
  mark: markMailru,
  authorization: "https://oauth.mail.ru/login",
  token: "https://oauth.mail.ru/token",
  userinfo: { url: "https://oauth.mail.ru/userinfo", auth: { in: "query", name: "access_token", scheme: null } },
  scopes: "userinfo",
  profile: {
    id: "id",
    name: ({ name, first_name, last_name, nickname }) => name || joinText(first_name, last_name) || nickname,
    email: "email",
    image: "image",
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export { MailRu as Mailru }
export default MailRu
