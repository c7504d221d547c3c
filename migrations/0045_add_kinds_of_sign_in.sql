-- How each grant was made, and what a person gave before connecting: API keys and passwords beside OAuth.
-- release: 0.3.0, runs with: 0.2.0
alter table integrations add column auth text not null default 'oauth2';
alter table pending_grants add column auth text not null default 'oauth2';
alter table revocations add column auth text not null default 'oauth2';
alter table connect_sessions add column auth text not null default 'oauth2';
alter table connect_sessions add column tenant jsonb not null default '{}';
alter table connect_sessions add column attempts integer not null default 0;
