-- Where a client of MCP registered from, as a MAC of its network: of clients that nobody has let in, the network with the most
-- gives up its oldest first.
-- release: 0.4.0, runs with: 0.3.0
alter table mcp_clients add column site_mac text;
create index mcp_clients_site on mcp_clients (site_mac, created_at);
