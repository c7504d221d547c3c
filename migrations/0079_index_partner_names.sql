-- Finds partners by the beginning of their names, in capitals or not.
-- release: 0.4.0, runs with: 0.3.0
-- tables: partners

create index concurrently if not exists partners_name on partners ((lower(name) collate "C"));
