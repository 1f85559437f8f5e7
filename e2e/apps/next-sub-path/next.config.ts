import type { NextConfig } from "next"

const config: NextConfig = {
  basePath: "/app",
  poweredByHeader: false,
  experimental: { turbopackFileSystemCacheForBuild: false }, // writing it takes a quarter of the build
  typescript: { ignoreBuildErrors: true }, // a step of its own checks the app that this one copies
}

export default config
