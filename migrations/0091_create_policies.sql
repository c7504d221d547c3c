-- Rules on calls, by scope: each change is a row of its own, and the newest version of a scope is in force.
-- release: 0.4.0, runs with: 0.3.0
-- tables: users, accounts, api_keys
create table policies (
  id uuid primary key,
  scope text not null check (scope in ('operator', 'partner', 'user', 'account', 'key')),
  -- The user, account or key that it is about; empty for the operator.
  scope_id text not null,
  -- Null for the operator.
  user_id uuid references users (id) on delete cascade,
  account_id uuid,
  key_id uuid references api_keys (id) on delete cascade,
  version integer not null,
  -- {"default": …, "rules": […]}
  rules jsonb not null,
  -- The kind of actor and its id.
  set_by text not null,
  set_at timestamptz not null,
  unique (scope, scope_id, version),
  foreign key (user_id, account_id) references accounts (user_id, id) on delete cascade
);
create index policies_user on policies (user_id) where user_id is not null;
create index policies_account on policies (account_id) where account_id is not null;
create index policies_key on policies (key_id) where key_id is not null;

-- The operator's rules are about everybody: that notice names no user.
create function notify_policy_change() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  perform pg_notify('gateway_changes', 'policies:' || coalesce(changed.user_id::text, ''));
  return null;
end $$;
create trigger policies_changed after insert or delete or update on policies
  for each row execute function notify_policy_change();
