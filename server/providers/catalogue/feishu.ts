import { markFeishu } from "../../../components/view/marks/drawn.ts"
import { oauth } from "../define.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with Feishu. Register the redirect URI `https://your.site/auth/callback/feishu`, and set `AUTH_FEISHU_ID`
 * and `AUTH_FEISHU_SECRET`.
 *
 * @see https://open.feishu.cn/document/authentication-management/access-token/get-user-access-token
 */
export const Feishu = oauth("feishu", "Feishu", {
  mark: markFeishu,
  options: { domain: optionalOption("feishu.cn, or larksuite.com for Lark", "feishu.cn") },
  authorization: "https://accounts.{domain}/open-apis/authen/v1/authorize",
  token: { url: "https://open.{domain}/open-apis/authen/v2/oauth/token", bodyFormat: "json" },
  userinfo: "https://open.{domain}/open-apis/authen/v1/user_info",
  clientAuth: "post",
  unwrap: "data",
  profile: {
    id: "union_id",
    name: ({ name, en_name }) => name || en_name,
    email: ({ email, enterprise_email }) => email || enterprise_email,
    image: "avatar_url",
  },
  errorWhen: "code",
  emailTrust: "idp",
  docs: { email: "The company's administrators write the address.", id: "`union_id` is one per person and developer." },
})

export default Feishu
