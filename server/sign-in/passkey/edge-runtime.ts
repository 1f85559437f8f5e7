// Takes the place of the WebAuthn library in the Edge runtime (`imports` of package.json). With webpack, Next fails the build of
// an Edge middleware whose bundle contains the library: a package that it needs calls `Function("…")`.
export {}
