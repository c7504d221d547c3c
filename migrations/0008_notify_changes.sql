-- Tells every replica when something that it may hold in memory has changed; the payload is <table>:<user id>.
create function notify_change() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  perform pg_notify('gateway_changes', tg_table_name || ':' || changed.user_id);
  return null;
end $$;

create function notify_user_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('gateway_changes', 'users:' || old.id);
  return null;
end $$;

create trigger users_changed after update or delete on users
  for each row execute function notify_user_change();
create trigger api_keys_changed after delete or update of revoked_at, expires_at, permissions on api_keys
  for each row execute function notify_change();
create trigger integrations_changed after insert or delete or update on integrations
  for each row execute function notify_change();
