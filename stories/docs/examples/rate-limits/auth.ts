import { GitHub } from "latchkit/providers/github"
import { createAuth, defineConfig } from "latchkit/server"
import { RateLimiterRedis } from "rate-limiter-flexible"
import { createClient } from "redis"

const redis = createClient({ url: process.env["REDIS_URL"] ?? "redis://localhost:6379" })
redis.on("error", console.error) // without this, a lost connection would end the process

export const config = defineConfig({
  providers: [GitHub()],
  rateLimit: {
    trustedProxies: 1, // or AUTH_TRUSTED_PROXIES
    limits: { credentials: { points: 50, seconds: 900 } },
    store: ({ keyPrefix, points, duration }) =>
      new RateLimiterRedis({
        storeClient: redis,
        useRedisPackage: true,
        keyPrefix,
        points,
        duration,
      }),
  },
})

export const auth = createAuth(config)
