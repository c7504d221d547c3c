-- Finds a partner's accounts by the beginning of their display names, in capitals or not.
-- release: 0.3.0, runs with: 0.2.0

create index concurrently if not exists accounts_display_name on accounts (user_id, (lower(display_name) collate "C"), id);
