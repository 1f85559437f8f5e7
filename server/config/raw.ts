/**
 * As `raw` of a configuration, makes `Auth` return a `ResponseInternal` instead of a `Response`, and throw an `AuthError`
 * instead of redirecting to a page. For a framework that writes cookies and redirects itself.
 */
export const raw: unique symbol = Symbol("return-type-raw")
