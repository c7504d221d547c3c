-- A change of role, password or factor ends what was begun before it: sessions, half-done sign-ins and setup links carry the
-- version that they were begun under, and one of an older version opens nothing. Triggers count, so that no change passes by.
-- release: 0.3.0, runs with: 0.2.0
alter table people add column credentials_version integer not null default 1;
alter table people_sessions add column credentials_version integer;
-- Whether its last sign-in showed a passkey or a code.
alter table people_sessions add column is_strong boolean not null default false;
alter table setup_links add column credentials_version integer;
update people_sessions set credentials_version = 1;
update setup_links set credentials_version = 1 where person_id is not null;

-- A replica of the version before names no version.
create function take_credentials_version() returns trigger language plpgsql as $$
begin
  if new.credentials_version is null then
    select p.credentials_version into new.credentials_version from people as p where p.id = new.person_id;
  end if;
  return new;
end $$;
create trigger people_sessions_version before insert on people_sessions
  for each row execute function take_credentials_version();
create trigger setup_links_version before insert on setup_links
  for each row execute function take_credentials_version();

create function count_person_change() returns trigger language plpgsql as $$
begin
  new.credentials_version := old.credentials_version + 1;
  return new;
end $$;
create trigger people_version before update of role, email, disabled_at on people for each row
  when (old.role is distinct from new.role or old.email is distinct from new.email
    or old.disabled_at is distinct from new.disabled_at)
  execute function count_person_change();

create function count_factor_change() returns trigger language plpgsql as $$
begin
  update people set credentials_version = credentials_version + 1 where id = coalesce(new.person_id, old.person_id);
  return null;
end $$;
create trigger passwords_version after insert or delete or update of hash on passwords
  for each row execute function count_factor_change();
create trigger passkeys_version after insert or delete on passkeys
  for each row execute function count_factor_change();
create trigger identities_version after insert or delete on identities
  for each row execute function count_factor_change();
create trigger totp_confirmed_version after update of confirmed_at on totp_secrets for each row
  when (old.confirmed_at is distinct from new.confirmed_at) execute function count_factor_change();
create trigger totp_inserted_version after insert on totp_secrets for each row
  when (new.confirmed_at is not null) execute function count_factor_change();
create trigger totp_removed_version after delete on totp_secrets for each row
  when (old.confirmed_at is not null) execute function count_factor_change();

-- Browsers that have signed a person in: a stranger's wrong passwords do not keep them out. The cookie is stored as a MAC.
create table known_browsers (
  person_id uuid not null references people on delete cascade,
  mac text not null,
  -- Tries since the last sign-in that succeeded; past a few the browser is as unknown as any.
  failures integer not null default 0,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (person_id, mac)
);
create index known_browsers_mac on known_browsers (mac);
create index known_browsers_expiry on known_browsers (expires_at);

create function forget_browsers() returns trigger language plpgsql as $$
begin
  delete from known_browsers where person_id = old.person_id;
  return null;
end $$;
create trigger passwords_forget_browsers after delete or update of hash on passwords
  for each row execute function forget_browsers();
