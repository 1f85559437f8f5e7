-- CreateTable
CREATE TABLE "account_holder" (
    "holder_id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "email" TEXT,
    "verified" BIGINT,
    "full_name" TEXT,
    "avatarUrl" TEXT,
    "credits" INTEGER NOT NULL DEFAULT 7,
    "likes_cats" BOOLEAN,
    "bornAt" DATETIME,
    "sessionEpoch" DATETIME
);

-- CreateTable
CREATE TABLE "acme_accounts" (
    "provider" TEXT NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "scope" TEXT,
    "token_type" TEXT,
    "session_state" TEXT,
    "expires_at" BIGINT,
    "extra" TEXT,

    PRIMARY KEY ("provider", "providerAccountId"),
    CONSTRAINT "acme_accounts_userId_fkey" FOREIGN KEY ("userId") REFERENCES "account_holder" ("holder_id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "acme_sessions" (
    "sessionToken" TEXT NOT NULL PRIMARY KEY,
    "userId" INTEGER NOT NULL,
    "expires" BIGINT NOT NULL,
    "createdAt" BIGINT,
    "userAgent" TEXT,
    CONSTRAINT "acme_sessions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "account_holder" ("holder_id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "acme_verification_tokens" (
    "identifier" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires" BIGINT NOT NULL,

    PRIMARY KEY ("identifier", "token")
);

-- CreateTable
CREATE TABLE "acme_authenticators" (
    "credentialID" TEXT NOT NULL PRIMARY KEY,
    "userId" INTEGER NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    "credentialPublicKey" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "credentialDeviceType" TEXT NOT NULL,
    "credentialBackedUp" BOOLEAN NOT NULL,
    "transports" TEXT,
    "name" TEXT,
    "createdAt" BIGINT,
    "lastUsedAt" BIGINT,
    CONSTRAINT "acme_authenticators_userId_fkey" FOREIGN KEY ("userId") REFERENCES "account_holder" ("holder_id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "acme_counters" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "count" INTEGER NOT NULL,
    "expires" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "acme_account_records" (
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "userId" TEXT,
    "data" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "expires" BIGINT,

    PRIMARY KEY ("kind", "id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_holder_email_key" ON "account_holder"("email");

-- CreateIndex
CREATE INDEX "acme_accounts_user" ON "acme_accounts"("userId");

-- CreateIndex
CREATE INDEX "acme_sessions_user" ON "acme_sessions"("userId");

-- CreateIndex
CREATE INDEX "acme_sessions_expires" ON "acme_sessions"("expires");

-- CreateIndex
CREATE INDEX "acme_verification_tokens_expires" ON "acme_verification_tokens"("expires");

-- CreateIndex
CREATE INDEX "acme_authenticators_user" ON "acme_authenticators"("userId");

-- CreateIndex
CREATE INDEX "acme_counters_expires" ON "acme_counters"("expires");

-- CreateIndex
CREATE INDEX "acme_account_records_user" ON "acme_account_records"("userId");

-- CreateIndex
CREATE INDEX "acme_account_records_expires" ON "acme_account_records"("expires");


