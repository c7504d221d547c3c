-- Secrets that a provider has sent to its address in a handshake, sealed. One is pending until the operator accepts it, since
-- the handshake is unsigned, and no later one replaces it.
create table webhook_secrets (
  provider text primary key,
  secret text not null,
  state text not null default 'pending' check (state in ('pending', 'accepted')),
  received_at timestamptz not null
);
