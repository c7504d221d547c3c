-- How a session's page is looked at: needed again when the browser comes back from the provider.
-- release: 0.3.0, runs with: 0.2.0

-- Of a session with a page: popup, or frame_popup where our page in a partner's frame opened the window.
alter table connect_sessions add column page_window text
  check (page_window in ('popup', 'frame_popup'));
-- The language that the link asked for, if any.
alter table connect_sessions add column page_lang text;
