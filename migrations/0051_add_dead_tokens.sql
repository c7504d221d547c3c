-- The tokens of an integration beside its main one that the provider no longer accepts, by name.
-- release: 0.3.0, runs with: 0.2.0

-- Null while all are good, which is what an older version writes and reads.
alter table integrations add column dead_tokens jsonb;
