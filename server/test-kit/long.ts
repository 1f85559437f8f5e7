/** Whether this is `npm run test:long`, which guards a release. `npm test` guards every change. */
export const isLong = Boolean(process.env["LATCHKIT_LONG"])
