-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Plan" AS ENUM ('free', 'paid');

-- CreateTable
CREATE TABLE "users" (
    "user_id" UUID NOT NULL,
    "mail" TEXT,
    "verified_at" TIMESTAMPTZ(3),
    "full_name" TEXT,
    "avatar_url" TEXT,
    "plan" "Plan" NOT NULL DEFAULT 'free',
    "sessionEpoch" TIMESTAMP(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "user_id" UUID NOT NULL,
    "team" TEXT NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("user_id","team")
);

-- CreateTable
CREATE TABLE "auth_accounts" (
    "provider" TEXT NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "scope" TEXT,
    "token_type" TEXT,
    "session_state" TEXT,
    "expires_at" BIGINT,
    "extra" TEXT,

    CONSTRAINT "auth_accounts_pkey" PRIMARY KEY ("provider","providerAccountId")
);

-- CreateTable
CREATE TABLE "auth_sessions" (
    "sessionToken" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "expires" TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3),
    "userAgent" TEXT,

    CONSTRAINT "auth_sessions_pkey" PRIMARY KEY ("sessionToken")
);

-- CreateTable
CREATE TABLE "auth_verification_tokens" (
    "identifier" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "auth_verification_tokens_pkey" PRIMARY KEY ("identifier","token")
);

-- CreateTable
CREATE TABLE "auth_authenticators" (
    "credentialID" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    "credentialPublicKey" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "credentialDeviceType" TEXT NOT NULL,
    "credentialBackedUp" BOOLEAN NOT NULL,
    "transports" TEXT,
    "name" TEXT,
    "createdAt" TIMESTAMP(3),
    "lastUsedAt" TIMESTAMP(3),

    CONSTRAINT "auth_authenticators_pkey" PRIMARY KEY ("credentialID")
);

-- CreateTable
CREATE TABLE "auth_counters" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "expires" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "auth_counters_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "auth_account_records" (
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "userId" TEXT,
    "data" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "expires" TIMESTAMP(3),

    CONSTRAINT "auth_account_records_pkey" PRIMARY KEY ("kind","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_mail_key" ON "users"("mail");

-- CreateIndex
CREATE INDEX "auth_accounts_user" ON "auth_accounts"("userId");

-- CreateIndex
CREATE INDEX "auth_sessions_user" ON "auth_sessions"("userId");

-- CreateIndex
CREATE INDEX "auth_sessions_expires" ON "auth_sessions"("expires");

-- CreateIndex
CREATE INDEX "auth_verification_tokens_expires" ON "auth_verification_tokens"("expires");

-- CreateIndex
CREATE INDEX "auth_authenticators_user" ON "auth_authenticators"("userId");

-- CreateIndex
CREATE INDEX "auth_counters_expires" ON "auth_counters"("expires");

-- CreateIndex
CREATE INDEX "auth_account_records_user" ON "auth_account_records"("userId");

-- CreateIndex
CREATE INDEX "auth_account_records_expires" ON "auth_account_records"("expires");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auth_authenticators" ADD CONSTRAINT "auth_authenticators_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;


