-- Makes a name unique for its owner and provider, and finds the connection that an owner has chosen.
-- release: 0.4.0, runs with: 0.3.0
-- tables: integrations, pending_grants
-- compatible: the version before makes only connections called default, one for each owner and provider

create unique index concurrently if not exists connections_user_name on integrations (user_id, provider, name)
  where account_id is null;
create unique index concurrently if not exists connections_account_name on integrations (account_id, provider, name)
  where account_id is not null;
create unique index concurrently if not exists connections_user_default on integrations (user_id, provider)
  where account_id is null and is_default;
create unique index concurrently if not exists connections_account_default on integrations (account_id, provider)
  where account_id is not null and is_default;
create unique index concurrently if not exists pending_grants_name on pending_grants (account_id, provider, name);
