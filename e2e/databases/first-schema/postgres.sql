create table if not exists "auth_migrations" ("id" integer not null primary key);

create table "auth_users" (
  "id" text collate "C" not null,
  "email" text collate "C",
  "emailVerified" bigint,
  "name" text,
  "image" text,
  primary key ("id"),
  unique ("email")
);

create table "auth_accounts" (
  "provider" text collate "C" not null,
  "providerAccountId" text collate "C" not null,
  "userId" text collate "C" not null,
  "type" text collate "C" not null,
  "access_token" text,
  "refresh_token" text,
  "id_token" text,
  "scope" text,
  "token_type" text,
  "session_state" text,
  "expires_at" bigint,
  "extra" text,
  primary key ("provider", "providerAccountId"),
  foreign key ("userId") references "auth_users" ("id") on delete cascade
);

create index "auth_accounts_user" on "auth_accounts" ("userId");

create table "auth_sessions" (
  "sessionToken" text collate "C" not null,
  "userId" text collate "C" not null,
  "expires" bigint not null,
  "createdAt" bigint,
  "userAgent" text,
  primary key ("sessionToken"),
  foreign key ("userId") references "auth_users" ("id") on delete cascade
);

create index "auth_sessions_user" on "auth_sessions" ("userId");

create index "auth_sessions_expires" on "auth_sessions" ("expires");

create table "auth_verification_tokens" (
  "identifier" text collate "C" not null,
  "token" text collate "C" not null,
  "expires" bigint not null,
  primary key ("identifier", "token")
);

create index "auth_verification_tokens_expires" on "auth_verification_tokens" ("expires");

create table "auth_authenticators" (
  "credentialID" text collate "C" not null,
  "userId" text collate "C" not null,
  "providerAccountId" text collate "C" not null,
  "credentialPublicKey" text not null,
  "counter" bigint not null,
  "credentialDeviceType" text not null,
  "credentialBackedUp" bigint not null,
  "transports" text,
  primary key ("credentialID"),
  foreign key ("userId") references "auth_users" ("id") on delete cascade
);

create index "auth_authenticators_user" on "auth_authenticators" ("userId");

create table "auth_counters" (
  "key" text collate "C" not null,
  "count" bigint not null,
  "expires" bigint not null,
  primary key ("key")
);

create index "auth_counters_expires" on "auth_counters" ("expires");

alter table "auth_authenticators" add column "name" text, add column "createdAt" bigint, add column "lastUsedAt" bigint;

alter table "auth_users" add column "sessionEpoch" bigint;

insert into "auth_migrations" ("id") values (1), (2), (3);
