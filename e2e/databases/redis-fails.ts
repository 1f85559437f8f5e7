/** The rules of the contract that `RedisAdapter` breaks, with reasons. */
export const REDIS_FAILS: Readonly<Record<string, string>> = {
  // Only in front of another adapter, which deletes expired account records. Otherwise there is no `deleteExpired`
  "sweeps rows that expired by the given millisecond, and keeps later ones (threat 278)":
    "Redis deletes expired sessions by its own clock",
  "sweeps no more rows of a kind than the limit, and the rest with the next calls":
    "Redis deletes expired sessions by its own clock",
  "sweeps expired counters and claims, and keeps later ones (threat 278)":
    "Redis deletes counters and claims by its own clock, a minute after they expire",
}
