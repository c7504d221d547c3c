-- API keys and MCP clients whose destroying calls the person confirms first; and where a sign-in by a provider leads back to.
-- release: 0.3.0, runs with: 0.2.0
alter table api_keys add column confirm_destructive boolean not null default false;
alter table mcp_grants add column confirm_destructive boolean not null default false;

create trigger api_keys_confirmation_changed after update of confirm_destructive on api_keys
  for each row execute function notify_change();

-- A page of ours, checked before and after; null for home.
alter table sign_in_challenges add column next text;
