-- Who owns keys and integrations. The tier and the payment state decide the limits of area A.
create table users (
  id uuid primary key,
  email text not null,
  tier text not null default 'free' check (tier in ('free', 'pro', 'team')),
  payment_state text not null default 'ok' check (payment_state in ('ok', 'past_due')),
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));
