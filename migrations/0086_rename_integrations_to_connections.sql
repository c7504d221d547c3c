-- Names the table of all connections, and leaves the version before a view of those called default, of which each owner has one.
-- release: 0.4.0, runs with: 0.3.0
-- tables: integrations, pending_grants, connections
-- locks: integrations and pending_grants for a moment, while nothing is read from them
-- compatible: the version before reads and writes integrations through the view, and is told of changes under that name
drop index integrations_user_provider;
drop index integrations_account_provider;
alter table pending_grants drop constraint pending_grants_account_id_provider_key;
alter table integrations rename to connections;
create view integrations as
  select id, user_id, account_id, provider, status, status_reason, identity_id, identity, client_id, scopes, access_token, refresh_token,
    other_tokens, access_expires_at, refresh_expires_at, epoch, lease_owner, lease_until, refresh_started_at, connected_at, updated_at,
    disabled_services, tenant, auth, dead_tokens
  from connections where name = 'default';

-- As notify_change in 0008, under the name that replicas of both versions listen for.
create function notify_connection_change() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  perform pg_notify('gateway_changes', 'integrations:' || changed.user_id);
  return null;
end $$;
drop trigger integrations_changed on connections;
create trigger connections_changed after insert or delete or update on connections
  for each row execute function notify_connection_change();
