import { NestFactory } from "@nestjs/core"
import { FastifyAdapter } from "@nestjs/platform-fastify"
import { toNodeHandler } from "latchkit/server"
import { AppModule } from "./app.module.js"
import { auth } from "./auth.js"

const app = await NestFactory.create(AppModule, new FastifyAdapter())
app.use("/auth", toNodeHandler(auth))
await app.listen(process.env.PORT ?? 3000)
