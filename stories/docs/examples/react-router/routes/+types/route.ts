import type { SignInProps } from "latchkit/react"

/** What React Router's types have of a route. Its own generator infers `loaderData` for each. */
export interface LoaderArgs {
  request: Request
  url: URL
}

export type HeadersFunction = (args: { loaderHeaders: Headers }) => Headers

export interface ComponentProps {
  loaderData: SignInProps & { email: string }
}
