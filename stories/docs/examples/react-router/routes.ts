import { type RouteConfig, index, route } from "@react-router/dev/routes"

export default [
  index("routes/home.tsx"),
  route("auth/*", "routes/auth.ts"),
  route("login", "routes/login.tsx"),
  route("protected", "routes/protected.tsx"),
] satisfies RouteConfig
