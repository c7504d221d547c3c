-- Seals of the audit log: each covers entries by their hashes, and follows the seal before it. Entries that existed before are
-- sealed by the job too, in batches. The version before inserts entries without a seal, and erases what is personal in them.
-- release: 0.4.0, runs with: 0.3.0
-- tables: audit_entries
create table audit_seals (
  number bigint primary key,
  -- JSON whose SHA-256 is the hash: the seal before, the times, and the hash of the leaves.
  header text not null,
  -- JSON: id, time and two hashes of each entry.
  leaves text not null,
  hash text not null,
  -- The hash under the key ring: nobody without its keys makes a seal.
  sealed_hash text not null,
  sealed_at timestamptz not null
);
create index audit_seals_age on audit_seals (sealed_at);
alter table audit_entries add column seal bigint;
-- Random, so that the hash of what an erasure has removed says nothing about it: the erasure removes the salt as well.
alter table audit_entries add column seal_salt text;
