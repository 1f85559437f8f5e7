import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://docs.aws.amazon.com/cognito/latest/developerguide/federation-endpoints.html */
export const Cognito = oidc("cognito", "Amazon Cognito", {
  options: { issuer: required("https://cognito-idp.{region}.amazonaws.com/{userPoolId}") },
  issuer: "{issuer}",
  profile: { name: "name|given_name|cognito:username" },
})
