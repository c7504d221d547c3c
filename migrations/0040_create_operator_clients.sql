-- OAuth clients that an operator has entered at the dashboard; one of the environment or the providers file wins over it.
-- release: 0.3.0, runs with: 0.2.0
create table operator_clients (
  provider text primary key,
  client_id text not null,
  -- Sealed.
  client_secret text not null,
  updated_at timestamptz not null default now()
);

-- Every connect and refresh may take the client: the notice names no user.
create function notify_operator_client_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('gateway_changes', 'operator_clients:');
  return null;
end $$;
create trigger operator_clients_changed after insert or update or delete on operator_clients
  for each statement execute function notify_operator_client_change();
