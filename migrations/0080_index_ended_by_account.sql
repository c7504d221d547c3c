-- Counts a partner's accounts with an ended connection, each once, and finds out whether an account has a later one.
-- release: 0.4.0, runs with: 0.3.0
-- tables: integrations

create index concurrently if not exists integrations_ended_by_account on integrations (user_id, account_id)
  where account_id is not null and status in ('expired', 'revoked');
