import * as oauth from "oauth4webapi"
import type { Profile } from "../providers/profile-types.ts"
import { namedAlgorithm } from "./id-token.ts"
import { checkSignature, decodeClaims } from "./signature.ts"
import { allowHttp, toOAuthClient, toAuthorizationServer, runStep } from "./standard.ts"
import type { Metadata, ProviderClient, UserinfoRequest } from "./types.ts"
import { isSigned, parseProfile, withOwnFields } from "./userinfo.ts"

/**
 * Validates the response by [OpenID Connect Core, section
 * 5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo):
 * it is about the ID token's subject, and if it is signed, the provider signed it for this client.
 */
export async function standardProfile(
  providerClient: ProviderClient,
  metadata: Metadata,
  { known, ask }: UserinfoRequest,
): Promise<Profile> {
  const { provider } = providerClient
  const [server, client] = [toAuthorizationServer(providerClient, metadata), toOAuthClient(providerClient)]
  const { access_token: accessToken = "" } = known.tokens
  const captured: { profile?: Profile; token?: string } = {}
  const customFetch = async () => {
    const answer = await ask()
    if (!isSigned(answer)) return Response.json((captured.profile = parseProfile(provider.id, answer)))
    captured.token = answer.text.trim()
    return new Response(captured.token, { headers: { "content-type": "application/jwt" } })
  }
  const options = { ...allowHttp, [oauth.customFetch]: customFetch }
  const response = await runStep(providerClient, "userinfo", () =>
    oauth.userInfoRequest(server, client, accessToken, options),
  )
  const subject = known.subject ?? oauth.skipSubjectCheck
  await runStep(providerClient, "userinfo", () => oauth.processUserInfoResponse(server, client, subject, response))
  const { token } = captured
  if (token === undefined) return captured.profile ?? withOwnFields(provider.id, undefined)
  const algorithm = namedAlgorithm(provider.client?.["userinfo_signed_response_alg"])
  await checkSignature(providerClient, { metadata, server, response, token, algorithm }, "userinfo")
  return { ...decodeClaims(token) }
}
