import type { NextConfig } from "next"

const config: NextConfig = {
  poweredByHeader: false,
  experimental: {
    externalDir: true, // the apps share a site outside of this folder
    serverMinification: false, // it takes a sixth of the build, and the Next 16 app tests it
  },
  outputFileTracingExcludes: { "next-server": ["**"] }, // it takes a third of the build, for a file list that only images need
}

export default config
