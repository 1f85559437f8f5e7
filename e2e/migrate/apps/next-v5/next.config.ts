import type { NextConfig } from "next"

// Without what takes a third of a build. The app in e2e/apps/next is minified and has source maps
const nextConfig: NextConfig = {
  experimental: { serverMinification: false, turbopackMinify: false, turbopackSourceMaps: false },
  outputFileTracingExcludes: { "next-server": ["**"] },
  webpack: (config) => ({ ...config, optimization: { ...config.optimization, minimize: false } }),
  turbopack: {}, // so that Turbopack accepts options for webpack
}

export default nextConfig
