-- People who sign in to the dashboard: passwords, second factors, sessions, and links that set a password once. What is only
-- compared is stored as a MAC, as in api_keys; what must be read again is sealed.
-- release: 0.3.0, runs with: 0.2.0
create table people (
  id uuid primary key,
  -- As it was typed; one person for each spelling in small letters.
  email text not null,
  name text not null,
  -- The operator's; null for people who act for users alone.
  role text check (role in ('viewer', 'operator', 'owner')),
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index people_email on people (lower(email));

-- Whose integrations, keys and usage a person sees and changes.
create table people_users (
  person_id uuid not null references people on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (person_id, user_id)
);
create index people_users_user on people_users (user_id);

create table passwords (
  person_id uuid primary key references people on delete cascade,
  hash text not null,
  changed_at timestamptz not null
);

create table totp_secrets (
  person_id uuid primary key references people on delete cascade,
  secret text not null,
  -- Null until a first code has shown that the person's app has it.
  confirmed_at timestamptz,
  -- The time step of the last code, so that none is used twice.
  last_step bigint not null default 0,
  -- MACs of the recovery codes that are left.
  recovery_macs text[] not null default '{}'
);

-- `stage`: a session that awaits its second factor opens nothing.
create table people_sessions (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  mac text not null unique,
  stage text not null check (stage in ('second_factor', 'complete')),
  created_at timestamptz not null,
  signed_in_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text,
  user_agent text,
  -- The user whose pages the session shows, of several.
  user_id uuid references users on delete set null
);
create index people_sessions_person on people_sessions (person_id);
create index people_sessions_expiry on people_sessions (expires_at);

create table setup_links (
  mac text primary key,
  -- Null: the link makes the first owner.
  person_id uuid references people on delete cascade,
  expires_at timestamptz not null
);
create index setup_links_person on setup_links (person_id);

-- Failed sign-ins of a person or from a network; both replicas and restarts keep them.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  window_ends_at timestamptz not null
);

-- Who signs in by a provider, by the provider's own id; never by an address alone.
create table identities (
  provider text not null,
  subject text not null,
  person_id uuid not null references people on delete cascade,
  name text not null,
  created_at timestamptz not null,
  primary key (provider, subject)
);
create index identities_person on identities (person_id);

-- WebAuthn credentials; the public key in base64url.
create table passkeys (
  id text primary key,
  person_id uuid not null references people on delete cascade,
  public_key text not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_person on passkeys (person_id);

-- What a browser brings back once: an authenticator's signature, or a provider's callback. The person is null at a sign-in,
-- which begins without a name.
create table sign_in_challenges (
  challenge text primary key,
  person_id uuid references people on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_challenges_expiry on sign_in_challenges (expires_at);
