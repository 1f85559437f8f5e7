import express from "express"
import { auth } from "./express.ts"

export const app = express()
app.use("/auth", auth)
