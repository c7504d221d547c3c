-- Finds a partner's accounts with a connection that expired or was revoked, the most recent end first.
-- release: 0.4.0, runs with: 0.3.0
-- tables: integrations

create index concurrently if not exists integrations_ended on integrations (user_id, updated_at desc, account_id desc)
  where account_id is not null and status in ('expired', 'revoked');
