import { oauth } from "../define.ts"
import { required } from "../rows.ts"
import { signedUserinfo } from "../quirks/callbacks.ts"

/** @see https://apiok.ru/en/ext/oauth/ */
export const Odnoklassniki = oauth("odnoklassniki", "Odnoklassniki", {
  options: { publicKey: required("Application public key (application_key)") },
  authorization: "https://connect.ok.ru/oauth/authorize",
  token: "https://api.ok.ru/oauth/token.do",
  scopes: "VALUABLE_ACCESS;GET_EMAIL",
  scopeSeparator: ";",
  pkce: false,
  clientAuth: "post",
  profile: { id: "uid", name: "name|`{first_name} {last_name}`", email: "email", image: "pic_3|pic_2|pic_1" },
  derive: ({ publicKey }) => ({
    userinfo: signedUserinfo("https://api.ok.ru/fb.do", {
      application_key: publicKey,
      format: "json",
      method: "users.getCurrentUser",
    }),
  }),
})
