-- Finds the entries of a seal of the audit log, and those that have none yet.
-- release: 0.4.0, runs with: 0.3.0
-- tables: audit_entries

create index concurrently if not exists audit_entries_seal on audit_entries (seal, seq);
