/** What a reader has set before any of the examples starts. */
export const ENVIRONMENT = {
  AUTH_SECRET: "the-secret-of-the-examples-is-long-enough",
  AUTH_URL: "https://app.test",
  AUTH_GITHUB_ID: "github-client",
  AUTH_GITHUB_SECRET: "github-secret",
  AUTH_GOOGLE_ID: "google-client",
  AUTH_GOOGLE_SECRET: "google-secret",
}

Object.assign(process.env, ENVIRONMENT)
