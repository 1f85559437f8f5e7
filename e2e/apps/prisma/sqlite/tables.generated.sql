-- CreateTable
CREATE TABLE "auth_users" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT,
    "emailVerified" DATETIME,
    "name" TEXT,
    "image" TEXT,
    "sessionEpoch" DATETIME
);

-- CreateTable
CREATE TABLE "auth_accounts" (
    "provider" TEXT NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
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
    CONSTRAINT "auth_accounts_userId_fkey" FOREIGN KEY ("userId") REFERENCES "auth_users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "auth_sessions" (
    "sessionToken" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "expires" DATETIME NOT NULL,
    "createdAt" DATETIME,
    "userAgent" TEXT,
    CONSTRAINT "auth_sessions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "auth_users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "auth_verification_tokens" (
    "identifier" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires" DATETIME NOT NULL,

    PRIMARY KEY ("identifier", "token")
);

-- CreateTable
CREATE TABLE "auth_authenticators" (
    "credentialID" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    "credentialPublicKey" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "credentialDeviceType" TEXT NOT NULL,
    "credentialBackedUp" BOOLEAN NOT NULL,
    "transports" TEXT,
    "name" TEXT,
    "createdAt" DATETIME,
    "lastUsedAt" DATETIME,
    CONSTRAINT "auth_authenticators_userId_fkey" FOREIGN KEY ("userId") REFERENCES "auth_users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "auth_counters" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "count" INTEGER NOT NULL,
    "expires" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "auth_account_records" (
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "userId" TEXT,
    "data" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "expires" DATETIME,

    PRIMARY KEY ("kind", "id")
);

-- CreateIndex
CREATE UNIQUE INDEX "auth_users_email_key" ON "auth_users"("email");

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


