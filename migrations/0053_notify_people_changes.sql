-- Tells every replica when a person or an operator's token may lose a right that something long-lived runs under; the payload
-- is <table>:<person id>, and without an id for tokens.
-- release: 0.4.0, runs with: 0.3.0
create function notify_person_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('gateway_changes', tg_table_name || ':' || old.person_id);
  return null;
end $$;
create trigger people_sessions_ended after delete on people_sessions
  for each row execute function notify_person_change();
create trigger people_users_ended after delete on people_users
  for each row execute function notify_person_change();

create function notify_people_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('gateway_changes', 'people:' || old.id);
  return null;
end $$;
create trigger people_changed after delete or update of disabled_at, role on people
  for each row execute function notify_people_change();

create function notify_admin_token_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('gateway_changes', 'admin_tokens:');
  return null;
end $$;
create trigger admin_tokens_changed after delete or update of revoked_at, expires_at on admin_tokens
  for each statement execute function notify_admin_token_change();
