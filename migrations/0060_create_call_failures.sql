-- Why calls failed: the error of the response, and what the provider said. Only failed calls have a row, beside theirs in
-- usage_entries. The version before takes no notice of the table; what it erases takes these rows along.
-- release: 0.4.0, runs with: 0.3.0
-- tables: users, accounts
create table call_failures (
  -- The call's id in usage_entries.
  id uuid primary key,
  occurred_at timestamptz not null,
  user_id uuid not null references users (id) on delete cascade,
  account_id uuid references accounts (id) on delete cascade,
  -- Code, sentence, fields, and the provider's status, code and request id.
  failure jsonb not null
);
create index call_failures_user on call_failures (user_id, account_id);
create index call_failures_account on call_failures (account_id) where account_id is not null;
create index call_failures_age on call_failures (occurred_at);
