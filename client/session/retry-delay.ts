/**
 * Returns the milliseconds to wait after a failure: 5 seconds, then twice as long each time, up to a minute. Up to a
 * quarter less is random, so that the pages of a site don't all return at once after an outage.
 */
export const retryDelay = (failures: number): number => Math.min(2500 * 2 ** failures, 60_000) * (1 - Math.random() / 4)
