-- Which limits a call was counted in: the user's (A) or the partner profile's (B).
alter table usage_entries add column area text not null default 'A' check (area in ('A', 'B'));
create index usage_entries_partner on usage_entries (user_id, occurred_at) where area = 'B';
