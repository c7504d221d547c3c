-- Evidence of calls: what a call sent and got, redacted and sealed, where a key or a partner has switched that on. The version
-- before takes no notice of the table and the columns; what it erases takes these rows along.
-- release: 0.4.0, runs with: 0.3.0
-- tables: users, accounts, api_keys, partners
alter table api_keys add column record_evidence boolean not null default false;
alter table partners add column record_evidence boolean not null default false;

create table call_evidence (
  -- The call's id in usage_entries.
  id uuid primary key,
  occurred_at timestamptz not null,
  user_id uuid not null references users (id) on delete cascade,
  account_id uuid references accounts (id) on delete cascade,
  -- Sealed JSON: request, response, and whether parts were left out.
  content text not null
);
create index call_evidence_user on call_evidence (user_id, account_id);
create index call_evidence_account on call_evidence (account_id) where account_id is not null;
create index call_evidence_age on call_evidence (occurred_at);
