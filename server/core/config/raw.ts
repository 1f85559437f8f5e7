/**
 * As the `raw` option, makes `Auth` return a `ResponseInternal` instead of a `Response`, and throw an `AuthError`
 * instead of redirecting to a page. For frameworks that write cookies and redirect themselves.
 */
export const raw: unique symbol = Symbol("return-type-raw")
