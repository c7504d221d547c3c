-- Gives a person's access to a user a role in the user's team. Access from before is an owner's, and so is what a replica of the
-- version before adds, which enforces no roles: they hold once every replica runs this version.
-- release: 0.4.0, runs with: 0.3.0
-- tables: people_users
-- locks: people_users, some 0.2 s for 1,000,000 rows
alter table people_users add column role text not null default 'owner'
  constraint people_users_role check (role in ('owner', 'admin', 'member', 'viewer'));
alter table people_users add column created_at timestamptz not null default now();

-- What runs long under a right looks at it again when the right may have become smaller.
create trigger people_users_changed after update of role on people_users
  for each row execute function notify_person_change();

-- A viewer calls no provider, so an MCP client does not either.
create function revoke_grants_of_viewer() returns trigger language plpgsql as $$
begin
  update mcp_grants set revoked_at = now()
    where person_id = new.person_id and user_id = new.user_id and revoked_at is null;
  return null;
end $$;
create trigger people_users_viewer after update of role on people_users
  for each row when (new.role = 'viewer') execute function revoke_grants_of_viewer();
