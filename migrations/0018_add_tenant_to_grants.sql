-- What differs between tenants of a provider, such as a host name, as its plugin has checked it.
alter table integrations add column tenant jsonb not null default '{}';
alter table waiting_grants add column tenant jsonb not null default '{}';
