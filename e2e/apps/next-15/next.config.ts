import type { NextConfig } from "next"

const config: NextConfig = {
  poweredByHeader: false,
  experimental: {
    externalDir: true, // the site that all apps share is outside of this one's folder
    serverMinification: false, // a sixth of the build, and seen in Next 16
  },
  outputFileTracingExcludes: { "next-server": ["**"] }, // a third of the build: the list of files for an image that nobody makes
}

export default config
