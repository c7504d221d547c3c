-- Finds a connect session by the token of its page's link.
-- release: 0.3.0, runs with: 0.2.0

create index concurrently if not exists connect_sessions_link on connect_sessions (link_hash);
