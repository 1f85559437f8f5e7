import type { NextConfig } from "next"

const config: NextConfig = {
  poweredByHeader: false,
  experimental: {
    turbopackFileSystemCacheForBuild: false, // writing it takes a quarter of the build
    turbopackMinify: Boolean(process.env["LATCHKIT_LONG"]), // as much again. Each run minifies the other apps
  },
  typescript: { ignoreBuildErrors: true }, // a step of its own checks them in a tenth of the time
}

export default config
