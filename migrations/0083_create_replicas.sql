-- The processes that serve this database, each with a heartbeat, so that an operator sees them and where they differ.
-- release: 0.4.0, runs with: 0.3.0
-- tables: scheduled_runs
create table replicas (
  -- Made at each start.
  id uuid primary key,
  -- The machine's host name and the port: names for people, which two rows may share.
  name text not null,
  port integer not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  is_draining boolean not null,
  -- The ids of the ring's keys, the sealing one first.
  ring text[] not null,
  -- How many migrations the program has.
  migrations integer not null,
  usage_queued integer not null,
  -- By id of a ring key: the HMAC under that key of each setting that all replicas should share, and null where it is not set.
  fingerprints jsonb not null
);
create index replicas_seen on replicas (seen_at);
-- The process whose run last ended well; none where the version before ran it.
alter table scheduled_runs add column replica uuid;
