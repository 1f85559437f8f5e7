create table if not exists `auth_migrations` (`id` integer not null primary key);

create table `auth_users` (
  `id` varbinary(255) not null,
  `email` varbinary(1020),
  `emailVerified` bigint,
  `name` longtext character set utf8mb4 collate utf8mb4_bin,
  `image` longtext character set utf8mb4 collate utf8mb4_bin,
  primary key (`id`),
  unique (`email`)
) engine=InnoDB;

create table `auth_accounts` (
  `provider` varbinary(255) not null,
  `providerAccountId` varbinary(1020) not null,
  `userId` varbinary(255) not null,
  `type` varbinary(32) not null,
  `access_token` longtext character set utf8mb4 collate utf8mb4_bin,
  `refresh_token` longtext character set utf8mb4 collate utf8mb4_bin,
  `id_token` longtext character set utf8mb4 collate utf8mb4_bin,
  `scope` longtext character set utf8mb4 collate utf8mb4_bin,
  `token_type` longtext character set utf8mb4 collate utf8mb4_bin,
  `session_state` longtext character set utf8mb4 collate utf8mb4_bin,
  `expires_at` bigint,
  `extra` longtext character set utf8mb4 collate utf8mb4_bin,
  primary key (`provider`, `providerAccountId`),
  foreign key (`userId`) references `auth_users` (`id`) on delete cascade
) engine=InnoDB;

create index `auth_accounts_user` on `auth_accounts` (`userId`);

create table `auth_sessions` (
  `sessionToken` varbinary(512) not null,
  `userId` varbinary(255) not null,
  `expires` bigint not null,
  `createdAt` bigint,
  `userAgent` longtext character set utf8mb4 collate utf8mb4_bin,
  primary key (`sessionToken`),
  foreign key (`userId`) references `auth_users` (`id`) on delete cascade
) engine=InnoDB;

create index `auth_sessions_user` on `auth_sessions` (`userId`);

create index `auth_sessions_expires` on `auth_sessions` (`expires`);

create table `auth_verification_tokens` (
  `identifier` varbinary(1020) not null,
  `token` varbinary(512) not null,
  `expires` bigint not null,
  primary key (`identifier`, `token`)
) engine=InnoDB;

create index `auth_verification_tokens_expires` on `auth_verification_tokens` (`expires`);

create table `auth_authenticators` (
  `credentialID` varbinary(1400) not null,
  `userId` varbinary(255) not null,
  `providerAccountId` varbinary(1020) not null,
  `credentialPublicKey` longtext character set utf8mb4 collate utf8mb4_bin not null,
  `counter` bigint not null,
  `credentialDeviceType` longtext character set utf8mb4 collate utf8mb4_bin not null,
  `credentialBackedUp` bigint not null,
  `transports` longtext character set utf8mb4 collate utf8mb4_bin,
  primary key (`credentialID`),
  foreign key (`userId`) references `auth_users` (`id`) on delete cascade
) engine=InnoDB;

create index `auth_authenticators_user` on `auth_authenticators` (`userId`);

create table `auth_counters` (
  `key` varbinary(520) not null,
  `count` bigint not null,
  `expires` bigint not null,
  primary key (`key`)
) engine=InnoDB;

create index `auth_counters_expires` on `auth_counters` (`expires`);

alter table `auth_authenticators` add column `name` longtext character set utf8mb4 collate utf8mb4_bin, add column `createdAt` bigint, add column `lastUsedAt` bigint;

alter table `auth_users` add column `sessionEpoch` bigint;

insert into `auth_migrations` (`id`) values (1), (2), (3);
