// Generated from the API document by scripts/client-types.ts; do not edit.
export interface paths {
  "/api/v1/integrations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List your integrations with the services that their grants enable.
     * @description The key needs the permission `gateway:integrations.read`.
     */
    get: operations["list_integrations"];
  };
  "/api/v1/integrations/connect": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Start connecting a provider; open connect_url in a browser.
     * @description The key needs the permission `gateway:integrations.write`.
     */
    post: operations["start_connect"];
  };
  "/api/v1/integrations/connect/{sessionId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * How a connect session stands.
     * @description The key needs the permission `gateway:integrations.read`.
     */
    get: operations["get_connect_session"];
  };
  "/api/v1/integrations/{provider}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Disconnect a provider: the tokens are erased here and revoked there.
     * @description The key needs the permission `gateway:integrations.write`.
     */
    delete: operations["disconnect_integration"];
  };
  "/api/v1/sources/{provider}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List where an integration's events come from.
     * @description The key needs the permission `gateway:integrations.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["list_sources"];
    /**
     * Watch a chosen thing of an integration, such as a repository; its events come to the inbox.
     * @description The key needs the permission `gateway:integrations.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["choose_source"];
  };
  "/api/v1/sources/{provider}/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Stop watching a chosen thing.
     * @description The key needs the permission `gateway:integrations.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["delete_source"];
  };
  "/api/v1/accounts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List your connected accounts, newest first.
     * @description The key needs the permission `gateway:accounts.read`.
     *
     *     The key's user needs a partner profile.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["list_accounts"];
    /**
     * Create a connected account for one of your customers.
     * @description The key needs the permission `gateway:accounts.write`.
     *
     *     The key's user needs a partner profile.
     */
    post: operations["create_account"];
  };
  "/api/v1/accounts/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * One account with its integrations.
     * @description The key needs the permission `gateway:accounts.read`.
     *
     *     The key's user needs a partner profile.
     */
    get: operations["get_account"];
    /**
     * Delete an account with everything about it; the grants are ended at the providers.
     * @description The key needs the permission `gateway:accounts.write`.
     *
     *     The key's user needs a partner profile.
     */
    delete: operations["delete_account"];
    /**
     * Change an account's display name or metadata.
     * @description The key needs the permission `gateway:accounts.write`.
     *
     *     The key's user needs a partner profile.
     */
    patch: operations["update_account"];
  };
  "/api/v1/accounts/{id}/connect": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * An account's latest connect sessions, newest first.
     * @description The key needs the permission `gateway:integrations.read`.
     *
     *     The key's user needs a partner profile.
     */
    get: operations["list_account_connect_sessions"];
    /**
     * Start connecting a provider for an account; send the customer's browser to connect_url.
     * @description The key needs the permission `gateway:integrations.write`.
     *
     *     The key's user needs a partner profile.
     */
    post: operations["start_account_connect"];
  };
  "/api/v1/accounts/{id}/connect/{sessionId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * How an account's connect session stands.
     * @description The key needs the permission `gateway:integrations.read`.
     *
     *     The key's user needs a partner profile.
     */
    get: operations["get_account_connect_session"];
  };
  "/api/v1/accounts/{id}/integrations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List an account's integrations with the services that their grants enable.
     * @description The key needs the permission `gateway:integrations.read`.
     *
     *     The key's user needs a partner profile.
     */
    get: operations["list_account_integrations"];
  };
  "/api/v1/accounts/{id}/integrations/{provider}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Disconnect a provider of an account: the tokens are erased here and revoked there.
     * @description The key needs the permission `gateway:integrations.write`.
     *
     *     The key's user needs a partner profile.
     */
    delete: operations["disconnect_account_integration"];
    /**
     * Switch services of an account's integration off or on.
     * @description The key needs the permission `gateway:integrations.write`.
     *
     *     The key's user needs a partner profile.
     */
    patch: operations["switch_account_services"];
  };
  "/api/v1/accounts/{id}/integrations/{provider}/confirm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Confirm a pending integration with the confirm_token of the redirect; it is active from then on.
     * @description The key needs the permission `gateway:integrations.write`.
     *
     *     The key's user needs a partner profile.
     */
    post: operations["confirm_account_integration"];
  };
  "/api/v1/oauth-apps": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List your own OAuth clients, without their secrets.
     * @description The key needs the permission `gateway:partner.manage`.
     *
     *     The key's user needs a partner profile.
     */
    get: operations["list_oauth_apps"];
  };
  "/api/v1/oauth-apps/{provider}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Bring your own OAuth client of a provider: new connects of your accounts use it.
     * @description The key needs the permission `gateway:partner.manage`.
     *
     *     The key's user needs a partner profile.
     */
    put: operations["save_oauth_app"];
    /**
     * Remove your own OAuth client of a provider; refused while integrations hang on it.
     * @description The key needs the permission `gateway:partner.manage`.
     *
     *     The key's user needs a partner profile.
     */
    delete: operations["delete_oauth_app"];
  };
  "/api/v1/redirect-origins": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * The origins that your redirect_url may have; an empty list restricts nothing.
     * @description The key needs the permission `gateway:partner.manage`.
     *
     *     The key's user needs a partner profile.
     */
    get: operations["get_redirect_origins"];
    /**
     * Replace the list of origins that your redirect_url may have.
     * @description The key needs the permission `gateway:partner.manage`.
     *
     *     The key's user needs a partner profile.
     */
    put: operations["replace_redirect_origins"];
  };
  "/api/v1/brand": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * How you appear to your customers on the connect page.
     * @description The key needs the permission `gateway:partner.manage`.
     *
     *     The key's user needs a partner profile.
     */
    get: operations["get_brand"];
    /**
     * Replace your name, colour and logo on the connect page; what is left out is removed.
     * @description The key needs the permission `gateway:partner.manage`.
     *
     *     The key's user needs a partner profile.
     */
    put: operations["replace_brand"];
  };
  "/api/v1/tools": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Tools of your connected integrations; every tool with all=true.
     * @description Any key will do.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["list_tools"];
  };
  "/api/v1/tools/search/{query}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Fuzzy search over names and descriptions, best first, with scores from 0 to 1.
     * @description Any key will do.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["search_tools"];
  };
  "/api/v1/tools/names/{query}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Search by tool name only, best first, with scores from 0 to 1.
     * @description Any key will do.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["search_tool_names"];
  };
  "/api/v1/tools/provider/{provider}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * All tools of one provider.
     * @description Any key will do.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["list_provider_tools"];
  };
  "/api/v1/tools/service/{service}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * All tools of one service.
     * @description Any key will do.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["list_service_tools"];
  };
  "/api/v1/usage": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * The log of your calls, newest first.
     * @description The key needs the permission `gateway:usage.read`.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["list_usage"];
  };
  "/api/v1/usage/summary": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Totals of your calls, by default since the start of the month (UTC).
     * @description The key needs the permission `gateway:usage.read`.
     */
    get: operations["summarise_usage"];
  };
  "/api/v1/audit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Who did what to your keys, integrations, accounts and settings, newest first; with X-Account-Id, to that account's.
     * @description The key needs the permission `gateway:audit.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["list_audit"];
  };
  "/api/v1/inbox/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * The events of your inbox, newest first.
     * @description The key needs the permission `gateway:inbox.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["list_events"];
  };
  "/api/v1/inbox/stream": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * New events of your inbox as they come, as server-sent events.
     * @description The key needs the permission `gateway:inbox.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["stream_events"];
  };
  "/api/v1/inbox/events/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * One event of your inbox.
     * @description The key needs the permission `gateway:inbox.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["get_event"];
    /**
     * Mark an event as read, archived or unread.
     * @description The key needs the permission `gateway:inbox.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["mark_event"];
  };
  "/api/v1/inbox/events/mark": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Mark up to 500 events by their ids, or all that fit a filter.
     * @description The key needs the permission `gateway:inbox.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["mark_events"];
  };
  "/api/v1/webhook-endpoints": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List your webhook endpoints, oldest first; there are 50 at most.
     * @description The key needs the permission `gateway:partner.manage`.
     */
    get: operations["list_webhook_endpoints"];
    /**
     * Have your events delivered to a URL; the response holds the secret that signs them, once.
     * @description The key needs the permission `gateway:partner.manage`.
     */
    post: operations["create_webhook_endpoint"];
  };
  "/api/v1/webhook-endpoints/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * One webhook endpoint.
     * @description The key needs the permission `gateway:partner.manage`.
     */
    get: operations["get_webhook_endpoint"];
    /**
     * Delete a webhook endpoint with its deliveries.
     * @description The key needs the permission `gateway:partner.manage`.
     */
    delete: operations["delete_webhook_endpoint"];
    /**
     * Change a webhook endpoint, or start it again after it was stopped.
     * @description The key needs the permission `gateway:partner.manage`.
     */
    patch: operations["update_webhook_endpoint"];
  };
  "/api/v1/webhook-endpoints/{id}/secret/rotate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Replace an endpoint's secret; the old one signs as well for 24 hours.
     * @description The key needs the permission `gateway:partner.manage`.
     */
    post: operations["rotate_webhook_secret"];
  };
  "/api/v1/webhook-endpoints/{id}/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * An endpoint's deliveries with their attempts, newest first.
     * @description The key needs the permission `gateway:partner.manage`.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["list_webhook_deliveries"];
  };
  "/api/v1/webhook-endpoints/{id}/deliveries/{event_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * One delivery of an endpoint with its attempts and what is sent.
     * @description The key needs the permission `gateway:partner.manage`.
     */
    get: operations["get_webhook_delivery"];
  };
  "/api/v1/webhook-endpoints/{id}/replay": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Deliver one event again, or those of a span: 10,000 at most, the rest from next_since on.
     * @description The key needs the permission `gateway:partner.manage`.
     */
    post: operations["replay_webhook_events"];
  };
  "/api/v1/webhook-endpoints/{id}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Send a webhook.test message, once; the endpoint's deliveries show the response.
     * @description The key needs the permission `gateway:partner.manage`.
     */
    post: operations["test_webhook_endpoint"];
  };
  "/api/v1/calendly/me": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the connected Calendly user: name, email address, time zone and public booking page.
     * @description The key needs the permission `calendly:profile.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["calendly_get_me"];
  };
  "/api/v1/calendly/event-types": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the Calendly event types: the kinds of meeting that others can book, with their booking pages.
     * @description The key needs the permission `calendly:event_types.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["calendly_list_event_types"];
  };
  "/api/v1/calendly/event-types/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one Calendly event type, with its questions and the places it can be held at.
     * @description The key needs the permission `calendly:event_types.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["calendly_get_event_type"];
  };
  "/api/v1/calendly/event-types/{id}/available-times": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the free times at which a Calendly event type can be booked.
     * @description The key needs the permission `calendly:availability.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["calendly_list_available_times"];
  };
  "/api/v1/calendly/busy-times": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List when the connected Calendly user is busy, with meetings of Calendly and of their other calendars.
     * @description The key needs the permission `calendly:availability.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["calendly_list_busy_times"];
  };
  "/api/v1/calendly/availability-schedules": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the working hours that the connected Calendly user offers for meetings.
     * @description The key needs the permission `calendly:availability.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["calendly_list_availability_schedules"];
  };
  "/api/v1/calendly/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the meetings that were booked by Calendly, past and coming, by their start.
     * @description The key needs the permission `calendly:events.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["calendly_list_events"];
  };
  "/api/v1/calendly/events/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one meeting that was booked by Calendly: time, place or link, hosts and guests.
     * @description The key needs the permission `calendly:events.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["calendly_get_event"];
  };
  "/api/v1/calendly/events/{id}/invitees": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List who booked a Calendly meeting, with their answers and the links to cancel or reschedule.
     * @description The key needs the permission `calendly:events.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["calendly_list_invitees"];
  };
  "/api/v1/calendly/events/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Cancel a Calendly meeting; Calendly emails its guests, with the reason if one is given.
     * @description The key needs the permission `calendly:events.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["calendly_cancel_event"];
  };
  "/api/v1/calendly/bookings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Book a Calendly meeting for somebody at a free time; list_available_times gives the times.
     * @description The key needs the permission `calendly:events.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["calendly_create_booking"];
  };
  "/api/v1/calendly/scheduling-links": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Make a Calendly link by which somebody can book one meeting of an event type.
     * @description The key needs the permission `calendly:scheduling_links.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["calendly_create_scheduling_link"];
  };
  "/api/v1/discord/guilds": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or find the Discord servers (guilds) that the connected user is a member of.
     * @description The key needs the permission `discord:guilds.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["discord_list_guilds"];
  };
  "/api/v1/discord/guilds/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one Discord server: name, description, owner and number of members.
     * @description The key needs the permission `discord:guilds.details`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["discord_get_guild"];
  };
  "/api/v1/discord/guilds/{id}/roles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the roles of a Discord server.
     * @description The key needs the permission `discord:members.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["discord_list_roles"];
  };
  "/api/v1/discord/guilds/{id}/members": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Find members of a Discord server whose user name or nickname starts with a text.
     * @description The key needs the permission `discord:members.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["discord_find_members"];
  };
  "/api/v1/discord/guilds/{id}/channels": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or find the channels of a Discord server that the connected user can see.
     * @description List or find the channels of a Discord server that the connected user can see. Threads: list_threads.
     *
     *     The key needs the permission `discord:channels.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["discord_list_channels"];
  };
  "/api/v1/discord/guilds/{id}/threads": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or find the active threads and forum posts of a Discord server that the connected user can see.
     * @description List or find the active threads and forum posts of a Discord server that the connected user can see. Private threads are listed for those who manage threads.
     *
     *     The key needs the permission `discord:channels.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["discord_list_threads"];
  };
  "/api/v1/discord/channels/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one Discord channel or thread: name, topic, type and tags.
     * @description The key needs the permission `discord:channels.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["discord_get_channel"];
  };
  "/api/v1/discord/channels/{id}/threads": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Create (start) a thread in a Discord channel, on one of its messages, or a post in a forum.
     * @description Create (start) a thread in a Discord channel, on one of its messages, or a post in a forum. It appears as the app's bot.
     *
     *     The key needs the permission `discord:messages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["discord_create_thread"];
  };
  "/api/v1/discord/channels/{id}/messages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Read the messages of a Discord channel or thread, newest first.
     * @description The key needs the permission `discord:messages.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["discord_list_messages"];
    /**
     * Send (post) a message to a Discord channel or thread, or reply to one.
     * @description Send (post) a message to a Discord channel or thread, or reply to one. It appears as the app's bot. Give content, embeds or both.
     *
     *     The key needs the permission `discord:messages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["discord_send_message"];
  };
  "/api/v1/discord/channels/{id}/messages/{message_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Read one message of a Discord channel or thread, with its attachments and reactions.
     * @description The key needs the permission `discord:messages.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["discord_get_message"];
    /**
     * Delete a message of a Discord channel or thread, for people who may manage messages there.
     * @description Delete a message of a Discord channel or thread, for people who may manage messages there. Others' messages need that right of the app's bot too.
     *
     *     The key needs the permission `discord:messages.manage`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["discord_delete_message"];
  };
  "/api/v1/discord/channels/{id}/messages/{message_id}/reactions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * React with an emoji to a Discord message, as the app's bot.
     * @description The key needs the permission `discord:messages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["discord_add_reaction"];
  };
  "/api/v1/discord/channels/{id}/pins": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the pinned messages of a Discord channel or thread, last pinned first.
     * @description The key needs the permission `discord:messages.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["discord_list_pins"];
  };
  "/api/v1/github/repos": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the GitHub repositories that the connected user owns or can reach.
     * @description The key needs the permission `github:repos.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_repos"];
  };
  "/api/v1/github/repos/{owner}/{repo}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the details of one GitHub repository.
     * @description The key needs the permission `github:repos.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["github_get_repo"];
  };
  "/api/v1/github/repos/{owner}/{repo}/collaborators": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the people who have access to a GitHub repository, with their roles.
     * @description The key needs the permission `github:collaborators.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_collaborators"];
  };
  "/api/v1/github/repos/{owner}/{repo}/branches": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the branches of a GitHub repository.
     * @description The key needs the permission `github:repos.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_branches"];
    /**
     * Create a branch in a GitHub repository, from another branch, a tag or a commit.
     * @description The key needs the permission `github:repos.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["github_create_branch"];
  };
  "/api/v1/github/repos/{owner}/{repo}/commits": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the commits of a GitHub repository, newest first.
     * @description The key needs the permission `github:repos.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_commits"];
  };
  "/api/v1/github/repos/{owner}/{repo}/files": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the files and folders in one folder of a GitHub repository.
     * @description The key needs the permission `github:repos.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_files"];
  };
  "/api/v1/github/repos/{owner}/{repo}/contents": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Read a file of a GitHub repository; its id is the content's sha, which write_file needs to change it.
     * @description The key needs the permission `github:repos.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     Send `Accept: application/octet-stream` for the file's bytes.
     */
    get: operations["github_get_file"];
    /**
     * Create or change a file in a GitHub repository, as one commit.
     * @description The key needs the permission `github:repos.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    put: operations["github_write_file"];
  };
  "/api/v1/github/repos/{owner}/{repo}/releases": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the releases of a GitHub repository, newest first.
     * @description The key needs the permission `github:repos.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_releases"];
    /**
     * Publish a release of a GitHub repository, or save it as a draft; makes the tag where it is missing.
     * @description The key needs the permission `github:repos.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["github_create_release"];
  };
  "/api/v1/github/repos/{owner}/{repo}/releases/latest": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the latest release of a GitHub repository, leaving out drafts and prereleases.
     * @description The key needs the permission `github:repos.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["github_get_latest_release"];
  };
  "/api/v1/github/repos/{owner}/{repo}/issues": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the issues of a GitHub repository.
     * @description List the issues of a GitHub repository. Pull requests are left out unless asked for, so a page can hold fewer items than its limit.
     *
     *     The key needs the permission `github:issues.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_issues"];
    /**
     * Open an issue in a GitHub repository.
     * @description The key needs the permission `github:issues.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["github_create_issue"];
  };
  "/api/v1/github/repos/{owner}/{repo}/issues/{number}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one issue of a GitHub repository by its number.
     * @description The key needs the permission `github:issues.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["github_get_issue"];
    /**
     * Change a GitHub issue: edit its text, close or reopen it, label or assign it.
     * @description The key needs the permission `github:issues.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["github_update_issue"];
  };
  "/api/v1/github/repos/{owner}/{repo}/issues/{number}/comments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the comments of a GitHub issue or pull request, oldest first.
     * @description The key needs the permission `github:issues.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_issue_comments"];
    /**
     * Comment on a GitHub issue or pull request.
     * @description The key needs the permission `github:issues.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["github_create_issue_comment"];
  };
  "/api/v1/github/repos/{owner}/{repo}/labels": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the labels that a GitHub repository has for its issues and pull requests.
     * @description The key needs the permission `github:issues.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_labels"];
  };
  "/api/v1/github/repos/{owner}/{repo}/pulls": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the pull requests of a GitHub repository.
     * @description The key needs the permission `github:pulls.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_pull_requests"];
    /**
     * Open a pull request in a GitHub repository.
     * @description The key needs the permission `github:pulls.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["github_create_pull_request"];
  };
  "/api/v1/github/repos/{owner}/{repo}/pulls/{number}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one pull request of a GitHub repository by its number, with its size and whether it can be merged.
     * @description The key needs the permission `github:pulls.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["github_get_pull_request"];
    /**
     * Change a GitHub pull request: edit its text, close or reopen it, change its base branch.
     * @description The key needs the permission `github:pulls.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["github_update_pull_request"];
  };
  "/api/v1/github/repos/{owner}/{repo}/pulls/{number}/merge": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Merge a GitHub pull request into its base branch.
     * @description The key needs the permission `github:pulls.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    put: operations["github_merge_pull_request"];
  };
  "/api/v1/github/repos/{owner}/{repo}/pulls/{number}/files": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the files that a GitHub pull request changes, with their diffs; 3,000 at most.
     * @description The key needs the permission `github:pulls.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_pull_request_files"];
  };
  "/api/v1/github/repos/{owner}/{repo}/pulls/{number}/reviews": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the reviews of a GitHub pull request, oldest first.
     * @description The key needs the permission `github:pulls.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_pull_request_reviews"];
    /**
     * Review a GitHub pull request: approve it, request changes or comment, also on single lines.
     * @description The key needs the permission `github:pulls.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["github_review_pull_request"];
  };
  "/api/v1/github/search/issues": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Search the issues and pull requests of all GitHub repositories that the connected user can see.
     * @description The key needs the permission `github:search.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_search_issues"];
  };
  "/api/v1/github/search/repos": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Search GitHub repositories by name, description, topic, language or owner.
     * @description The key needs the permission `github:search.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_search_repos"];
  };
  "/api/v1/github/search/code": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Search the source code of GitHub repositories, in files up to 384 KB on default branches.
     * @description The key needs the permission `github:search.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_search_code"];
  };
  "/api/v1/github/user": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the GitHub profile of the connected user.
     * @description The key needs the permission `github:users.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["github_get_user"];
  };
  "/api/v1/github/orgs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the GitHub organizations that the connected user belongs to.
     * @description The key needs the permission `github:orgs.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_orgs"];
  };
  "/api/v1/github/notifications": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the GitHub notifications of the connected user, newest first; unread ones unless all are asked for.
     * @description The key needs the permission `github:notifications.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["github_list_notifications"];
  };
  "/api/v1/google/gmail/messages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search emails in Gmail, newest first, with sender, subject, date and first words.
     * @description List or search emails in Gmail, newest first, with sender, subject, date and first words. A page holds at most 50.
     *
     *     The key needs the permission `google:gmail.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["google_gmail_list_messages"];
  };
  "/api/v1/google/gmail/messages/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Read one email in Gmail: headers, text, HTML and the list of its attachments.
     * @description The key needs the permission `google:gmail.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["google_gmail_get_message"];
  };
  "/api/v1/google/gmail/messages/{id}/attachments/{attachment_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Download a file attached to an email in Gmail.
     * @description The key needs the permission `google:gmail.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     Send `Accept: application/octet-stream` for the file's bytes.
     */
    get: operations["google_gmail_get_attachment"];
  };
  "/api/v1/google/gmail/messages/{id}/modify": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Add labels to an email in Gmail or remove them: remove UNREAD to mark it as read, add STARRED to star it, remove INBOX to archive it.
     * @description The key needs the permission `google:gmail.modify`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["google_gmail_modify_message"];
  };
  "/api/v1/google/gmail/messages/{id}/trash": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Move an email in Gmail to the trash.
     * @description Move an email in Gmail to the trash. Gmail deletes it after 30 days.
     *
     *     The key needs the permission `google:gmail.modify`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["google_gmail_trash_message"];
  };
  "/api/v1/google/gmail/threads": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search email conversations (threads) in Gmail, newest first.
     * @description The key needs the permission `google:gmail.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["google_gmail_list_threads"];
  };
  "/api/v1/google/gmail/threads/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Read an email conversation (thread) in Gmail with all its messages, oldest first.
     * @description The key needs the permission `google:gmail.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["google_gmail_get_thread"];
  };
  "/api/v1/google/gmail/labels": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the labels of a Gmail mailbox: folders such as INBOX and the user's own, with their ids.
     * @description The key needs the permission `google:gmail.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["google_gmail_list_labels"];
  };
  "/api/v1/google/gmail/profile": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the Gmail mailbox's email address and how many messages and conversations it holds.
     * @description The key needs the permission `google:gmail.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["google_gmail_get_profile"];
  };
  "/api/v1/google/gmail/send": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Send an email with Gmail, as text or HTML, with attachments.
     * @description The key needs the permission `google:gmail.send`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["google_gmail_send_message"];
  };
  "/api/v1/google/gmail/messages/{id}/reply": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Reply to an email in Gmail, within its conversation.
     * @description Reply to an email in Gmail, within its conversation. Recipients and subject come from the email; the quoted text does not.
     *
     *     The key needs the permission `google:gmail.send` and `google:gmail.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["google_gmail_reply_to_message"];
  };
  "/api/v1/google/gmail/drafts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the email drafts in Gmail, with recipients, subject and first words.
     * @description List the email drafts in Gmail, with recipients, subject and first words. A page holds at most 50.
     *
     *     The key needs the permission `google:gmail.drafts`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["google_gmail_list_drafts"];
    /**
     * Write an email draft in Gmail, for a person to look over and send later.
     * @description The key needs the permission `google:gmail.drafts`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["google_gmail_create_draft"];
  };
  "/api/v1/google/gmail/drafts/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Read one email draft in Gmail.
     * @description The key needs the permission `google:gmail.drafts`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["google_gmail_get_draft"];
    /**
     * Delete an email draft in Gmail, for good.
     * @description The key needs the permission `google:gmail.drafts`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["google_gmail_delete_draft"];
  };
  "/api/v1/google/gmail/drafts/{id}/send": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Send an email draft in Gmail.
     * @description Send an email draft in Gmail. The draft is gone afterwards; the mail has an id of its own.
     *
     *     The key needs the permission `google:gmail.drafts`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["google_gmail_send_draft"];
  };
  "/api/v1/google/calendar/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search events in Google Calendar by start time; recurring events come one by one.
     * @description List or search events in Google Calendar by start time; recurring events come one by one. Give `from` to leave past events out.
     *
     *     The key needs the permission `google:calendar.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["google_calendar_list_events"];
    /**
     * Create an event in Google Calendar, with guests, reminders, repetition or a Google Meet link.
     * @description The key needs the permission `google:calendar.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["google_calendar_create_event"];
  };
  "/api/v1/google/calendar/events/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one event in Google Calendar: time, place, guests and their answers, meeting link.
     * @description The key needs the permission `google:calendar.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["google_calendar_get_event"];
    /**
     * Change an event in Google Calendar.
     * @description Change an event in Google Calendar. Only the fields given change, the others stay; lists such as guests are replaced whole.
     *
     *     The key needs the permission `google:calendar.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    put: operations["google_calendar_update_event"];
    /**
     * Delete an event in Google Calendar.
     * @description Delete an event in Google Calendar. Deleting it again is no error.
     *
     *     The key needs the permission `google:calendar.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["google_calendar_delete_event"];
  };
  "/api/v1/google/calendar/calendars": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the user's calendars in Google Calendar, own and shared, with their ids and time zones.
     * @description The key needs the permission `google:calendar.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["google_calendar_list_calendars"];
  };
  "/api/v1/google/calendar/freebusy": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Find when people or calendars in Google Calendar are busy or free between two times.
     * @description The key needs the permission `google:calendar.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["google_calendar_find_busy_times"];
  };
  "/api/v1/google/drive/files": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search files and folders in Google Drive, by words in name or content, by folder or by type.
     * @description List or search files and folders in Google Drive, by words in name or content, by folder or by type. Without words: last changed first.
     *
     *     The key needs the permission `google:drive.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["google_drive_list_files"];
    /**
     * Upload a file to Google Drive, or create a folder, a Google Doc or a Google Sheet.
     * @description The key needs the permission `google:drive.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["google_drive_upload_file"];
  };
  "/api/v1/google/drive/files/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the details of one file or folder in Google Drive: type, size, owners, folders, links.
     * @description The key needs the permission `google:drive.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["google_drive_get_file"];
    /**
     * Rename, describe, star, move or trash a file or folder in Google Drive.
     * @description Rename, describe, star, move or trash a file or folder in Google Drive. Moving: add the new folder's id and remove the old one's.
     *
     *     The key needs the permission `google:drive.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["google_drive_update_file"];
  };
  "/api/v1/google/drive/files/{id}/content": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Download the content of a file in Google Drive.
     * @description Download the content of a file in Google Drive. Google Docs come as Markdown, Sheets as CSV, Slides as PDF, unless another type is asked for.
     *
     *     The key needs the permission `google:drive.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     Send `Accept: application/octet-stream` for the file's bytes.
     */
    get: operations["google_drive_download_file"];
  };
  "/api/v1/google/drive/files/{id}/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Export a Google Doc, Sheet or Slides file from Google Drive as another type, such as PDF or Word.
     * @description Export a Google Doc, Sheet or Slides file from Google Drive as another type, such as PDF or Word. 10 MB at most.
     *
     *     The key needs the permission `google:drive.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     Send `Accept: application/octet-stream` for the file's bytes.
     */
    get: operations["google_drive_export_file"];
  };
  "/api/v1/hubspot/contacts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search the contacts in HubSpot, by words, owner, company or lifecycle stage.
     * @description The key needs the permission `hubspot:contacts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["hubspot_list_contacts"];
    /**
     * Create a contact in HubSpot.
     * @description Create a contact in HubSpot. If one with that email address is there, it is refused with that one's id.
     *
     *     The key needs the permission `hubspot:contacts.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["hubspot_create_contact"];
  };
  "/api/v1/hubspot/contacts/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one HubSpot contact by its id or email address.
     * @description The key needs the permission `hubspot:contacts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["hubspot_get_contact"];
    /**
     * Change a HubSpot contact: name, phone number, lifecycle stage, owner or any other property.
     * @description The key needs the permission `hubspot:contacts.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["hubspot_update_contact"];
  };
  "/api/v1/hubspot/companies": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search the companies in HubSpot, by words, domain, owner or one of their contacts.
     * @description The key needs the permission `hubspot:companies.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["hubspot_list_companies"];
    /**
     * Create a company in HubSpot.
     * @description Create a company in HubSpot. HubSpot does not refuse a second one of the same domain: search first.
     *
     *     The key needs the permission `hubspot:companies.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["hubspot_create_company"];
  };
  "/api/v1/hubspot/companies/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one company in HubSpot by its id.
     * @description The key needs the permission `hubspot:companies.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["hubspot_get_company"];
    /**
     * Change a company in HubSpot: name, domain, owner or any other property.
     * @description The key needs the permission `hubspot:companies.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["hubspot_update_company"];
  };
  "/api/v1/hubspot/deals": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search the deals in HubSpot, by words, owner, pipeline, stage, contact or company.
     * @description The key needs the permission `hubspot:deals.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["hubspot_list_deals"];
    /**
     * Create a deal in HubSpot, in a stage of a pipeline, for contacts and companies.
     * @description The key needs the permission `hubspot:deals.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["hubspot_create_deal"];
  };
  "/api/v1/hubspot/deals/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one deal in HubSpot by its id.
     * @description The key needs the permission `hubspot:deals.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["hubspot_get_deal"];
    /**
     * Change a deal in HubSpot: move it to another stage, set its amount, closing date, owner or any property.
     * @description The key needs the permission `hubspot:deals.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["hubspot_update_deal"];
  };
  "/api/v1/hubspot/pipelines/deals": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the pipelines of HubSpot deals with their stages.
     * @description The key needs the permission `hubspot:deals.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["hubspot_list_deal_pipelines"];
  };
  "/api/v1/hubspot/tickets": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search the support tickets in HubSpot, by words, owner, pipeline, stage, contact or company.
     * @description The key needs the permission `hubspot:tickets.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["hubspot_list_tickets"];
    /**
     * Create a support ticket in HubSpot, in a stage of a pipeline, for contacts, companies and deals.
     * @description The key needs the permission `hubspot:tickets.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["hubspot_create_ticket"];
  };
  "/api/v1/hubspot/pipelines/tickets": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the pipelines of HubSpot tickets with their stages.
     * @description The key needs the permission `hubspot:tickets.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["hubspot_list_ticket_pipelines"];
  };
  "/api/v1/hubspot/notes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Write a note in HubSpot on the timeline of contacts, companies, deals or tickets.
     * @description The key needs the permission `hubspot:activities.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["hubspot_create_note"];
  };
  "/api/v1/hubspot/tasks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Create a task in HubSpot with a due time, for an owner, about contacts, companies, deals or tickets.
     * @description The key needs the permission `hubspot:activities.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["hubspot_create_task"];
  };
  "/api/v1/hubspot/owners": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the owners in HubSpot: the users whom contacts, deals and tickets can be assigned to.
     * @description The key needs the permission `hubspot:owners.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["hubspot_list_owners"];
  };
  "/api/v1/jira/issues": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Search Jira issues by text, project, status, assignee and more, or by JQL; the latest change first.
     * @description The key needs the permission `jira:issues.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["jira_search_issues"];
    /**
     * Create a Jira issue in a project, with its description as Markdown.
     * @description Create a Jira issue in a project, with its description as Markdown. list_projects gives the types.
     *
     *     The key needs the permission `jira:issues.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["jira_create_issue"];
  };
  "/api/v1/jira/issues/{key}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Read one Jira issue: its description as Markdown, status, people, labels, dates and parent.
     * @description The key needs the permission `jira:issues.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["jira_get_issue"];
    /**
     * Delete a Jira issue for good.
     * @description Delete a Jira issue for good. One with sub-tasks is only deleted together with them.
     *
     *     The key needs the permission `jira:issues.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["jira_delete_issue"];
    /**
     * Change a Jira issue: title, description, assignee, priority, labels, due date, parent or custom fields.
     * @description The key needs the permission `jira:issues.write` and `jira:issues.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["jira_update_issue"];
  };
  "/api/v1/jira/issues/{key}/transitions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the steps that a Jira issue can take now from its status to another.
     * @description The key needs the permission `jira:issues.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["jira_list_transitions"];
    /**
     * Move a Jira issue to another status, such as In Progress or Done, with a comment if wanted.
     * @description The key needs the permission `jira:issues.write` and `jira:issues.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["jira_transition_issue"];
  };
  "/api/v1/jira/issues/{key}/comments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the comments on a Jira issue as Markdown, the oldest first unless said.
     * @description The key needs the permission `jira:comments.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["jira_list_comments"];
    /**
     * Comment on a Jira issue, in Markdown; a person is mentioned as [@Name](accountid:ID).
     * @description The key needs the permission `jira:comments.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["jira_create_comment"];
  };
  "/api/v1/jira/projects": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the Jira projects that the connected user can see, each with its issue types and lead.
     * @description The key needs the permission `jira:projects.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["jira_list_projects"];
  };
  "/api/v1/jira/projects/{project}/issue-types/{type}/fields": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the fields that a new Jira issue of a type takes, which of them it needs, and allowed values.
     * @description The key needs the permission `jira:projects.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["jira_list_issue_fields"];
  };
  "/api/v1/jira/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Find people on the Jira site by name or email, or those to whom issues of a project can be assigned.
     * @description The key needs the permission `jira:users.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["jira_find_users"];
  };
  "/api/v1/linear/issues": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List Linear issues, newest first: of a team, a project, a person, in a state, changed since a time.
     * @description The key needs the permission `linear:issues.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["linear_list_issues"];
    /**
     * Create a Linear issue in a team.
     * @description The key needs the permission `linear:issues.create`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["linear_create_issue"];
  };
  "/api/v1/linear/search/issues": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Search Linear issues by words in their title and description, and in their comments if asked for.
     * @description The key needs the permission `linear:issues.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["linear_search_issues"];
  };
  "/api/v1/linear/issues/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one Linear issue by its identifier or id.
     * @description The key needs the permission `linear:issues.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["linear_get_issue"];
    /**
     * Archive a Linear issue.
     * @description Archive a Linear issue. It leaves the lists, can still be read, and can be restored in Linear.
     *
     *     The key needs the permission `linear:issues.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["linear_archive_issue"];
    /**
     * Change a Linear issue: its text, state, assignee, priority, labels, project, cycle or due date.
     * @description The key needs the permission `linear:issues.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["linear_update_issue"];
  };
  "/api/v1/linear/issues/{id}/comments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the comments of a Linear issue, newest first.
     * @description The key needs the permission `linear:comments.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["linear_list_comments"];
    /**
     * Comment on a Linear issue, or answer a comment; the text is Markdown.
     * @description The key needs the permission `linear:comments.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["linear_create_comment"];
  };
  "/api/v1/linear/teams": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the teams of the Linear workspace, each with its workflow states and its current cycle.
     * @description The key needs the permission `linear:teams.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["linear_list_teams"];
  };
  "/api/v1/linear/labels": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the labels for Linear issues: those of the workspace and those of its teams.
     * @description The key needs the permission `linear:teams.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["linear_list_labels"];
  };
  "/api/v1/linear/projects": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the projects of the Linear workspace with their status, progress, lead and dates.
     * @description The key needs the permission `linear:projects.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["linear_list_projects"];
  };
  "/api/v1/linear/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the people of the Linear workspace, or find one by name or email address.
     * @description The key needs the permission `linear:users.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["linear_list_users"];
  };
  "/api/v1/linkedin/me": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the connected LinkedIn member: name, picture and email address.
     * @description The key needs the permission `linkedin:profile.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["linkedin_get_me"];
  };
  "/api/v1/linkedin/posts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the LinkedIn posts of a company page that the member manages, newest first.
     * @description The key needs the permission `linkedin:posts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["linkedin_list_posts"];
    /**
     * Publish a post on LinkedIn, as the connected member or as a company page: text, a link, pictures or a reshare.
     * @description The key needs the permission `linkedin:posts.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["linkedin_create_post"];
  };
  "/api/v1/linkedin/posts/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Read one LinkedIn post of a company page that the member manages.
     * @description The key needs the permission `linkedin:posts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["linkedin_get_post"];
    /**
     * Delete a LinkedIn post of the connected member, or of a company page they manage.
     * @description The key needs the permission `linkedin:posts.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["linkedin_delete_post"];
    /**
     * Change the text of a LinkedIn post of the connected member, or of a company page they manage.
     * @description The key needs the permission `linkedin:posts.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["linkedin_update_post"];
  };
  "/api/v1/linkedin/images": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Upload a picture to LinkedIn, to be shown in a post that create_post publishes afterwards.
     * @description The key needs the permission `linkedin:posts.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["linkedin_upload_image"];
  };
  "/api/v1/linkedin/posts/{id}/comments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the comments on a LinkedIn post of a company page that the member manages.
     * @description The key needs the permission `linkedin:comments.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["linkedin_list_comments"];
    /**
     * Comment on a LinkedIn post, or answer a comment, as the connected member or as a company page.
     * @description The key needs the permission `linkedin:comments.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["linkedin_create_comment"];
  };
  "/api/v1/linkedin/posts/{id}/reactions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * React to a LinkedIn post, such as with a like, as the connected member or as a company page.
     * @description The key needs the permission `linkedin:comments.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["linkedin_add_reaction"];
  };
  "/api/v1/linkedin/organizations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the LinkedIn company pages that the connected member has a role on, with that role.
     * @description The key needs the permission `linkedin:organizations.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["linkedin_list_organizations"];
  };
  "/api/v1/linkedin/organizations/{id}/statistics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get how a LinkedIn company page does: followers, and impressions, clicks and reactions of its posts in all.
     * @description The key needs the permission `linkedin:organizations.report`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["linkedin_get_organization_statistics"];
  };
  "/api/v1/microsoft/mail/messages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search emails in Outlook, newest first, with sender, subject, date and first words.
     * @description List or search emails in Outlook, newest first, with sender, subject, date and first words. All folders unless one is named.
     *
     *     The key needs the permission `microsoft:mail.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["microsoft_list_emails"];
  };
  "/api/v1/microsoft/mail/messages/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Read one email in Outlook: recipients, text, HTML and the list of its attachments.
     * @description The key needs the permission `microsoft:mail.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["microsoft_get_email"];
    /**
     * Delete an email in Outlook: it goes to the deleted items.
     * @description Delete an email in Outlook: it goes to the deleted items. Drafts are deleted the same way.
     *
     *     The key needs the permission `microsoft:mail.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["microsoft_delete_email"];
    /**
     * Mark an email in Outlook as read or unread, flag it, or set its categories or importance.
     * @description The key needs the permission `microsoft:mail.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["microsoft_update_email"];
  };
  "/api/v1/microsoft/mail/messages/{id}/attachments/{attachment_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Download a file attached to an email in Outlook.
     * @description The key needs the permission `microsoft:mail.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     Send `Accept: application/octet-stream` for the file's bytes.
     */
    get: operations["microsoft_get_attachment"];
  };
  "/api/v1/microsoft/mail/messages/{id}/move": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Move an email in Outlook to another folder, such as archive or junk.
     * @description The key needs the permission `microsoft:mail.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["microsoft_move_email"];
  };
  "/api/v1/microsoft/mail/folders": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the mail folders of an Outlook mailbox, with how many emails and unread ones each holds.
     * @description The key needs the permission `microsoft:mail.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["microsoft_list_mail_folders"];
  };
  "/api/v1/microsoft/mail/send": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Send an email with Outlook, as text or HTML, with attachments.
     * @description The key needs the permission `microsoft:mail.send`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["microsoft_send_email"];
  };
  "/api/v1/microsoft/mail/messages/{id}/reply": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Reply to an email in Outlook, within its conversation.
     * @description Reply to an email in Outlook, within its conversation. Recipients and subject come from the email; the quoted text does not.
     *
     *     The key needs the permission `microsoft:mail.send`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["microsoft_reply_to_email"];
  };
  "/api/v1/microsoft/mail/messages/{id}/forward": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Forward an email in Outlook to others, with its attachments and a comment of your own above it.
     * @description The key needs the permission `microsoft:mail.send`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["microsoft_forward_email"];
  };
  "/api/v1/microsoft/mail/drafts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Write an email draft in Outlook, for a person to look over and send later.
     * @description The key needs the permission `microsoft:mail.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["microsoft_create_draft"];
  };
  "/api/v1/microsoft/mail/drafts/{id}/send": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Send an email draft in Outlook.
     * @description Send an email draft in Outlook. The sent email keeps the draft's id.
     *
     *     The key needs the permission `microsoft:mail.send`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["microsoft_send_draft"];
  };
  "/api/v1/microsoft/calendar/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search events in the Outlook calendar.
     * @description List or search events in the Outlook calendar. Give `from` or `to` to get what happens then, each event of a series by itself; with one of them alone the list spans 31 days.
     *
     *     The key needs the permission `microsoft:calendar.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["microsoft_list_events"];
    /**
     * Create an event in the Outlook calendar, with guests, a reminder, repetition or a Teams link.
     * @description Create an event in the Outlook calendar, with guests, a reminder, repetition or a Teams link. Guests are always invited by email.
     *
     *     The key needs the permission `microsoft:calendar.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["microsoft_create_event"];
  };
  "/api/v1/microsoft/calendar/events/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one event in the Outlook calendar: time, place, guests and their answers, Teams link.
     * @description The key needs the permission `microsoft:calendar.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["microsoft_get_event"];
    /**
     * Delete an event in the Outlook calendar; guests of the user's own meetings are told.
     * @description Delete an event in the Outlook calendar; guests of the user's own meetings are told. The id of a series deletes all of it.
     *
     *     The key needs the permission `microsoft:calendar.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["microsoft_delete_event"];
    /**
     * Change an event in the Outlook calendar.
     * @description Change an event in the Outlook calendar. Only the fields given change; the list of guests is replaced whole.
     *
     *     The key needs the permission `microsoft:calendar.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["microsoft_update_event"];
  };
  "/api/v1/microsoft/calendar/events/{id}/respond": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Accept, tentatively accept or decline a meeting in the Outlook calendar.
     * @description The key needs the permission `microsoft:calendar.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["microsoft_respond_to_event"];
  };
  "/api/v1/microsoft/calendar/calendars": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the user's calendars in Outlook, own and shared, with their ids.
     * @description The key needs the permission `microsoft:calendar.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["microsoft_list_calendars"];
  };
  "/api/v1/microsoft/calendar/freebusy": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Find when people or rooms are busy in the Outlook calendar between two times; work and school accounts only.
     * @description The key needs the permission `microsoft:calendar.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["microsoft_find_busy_times"];
  };
  "/api/v1/microsoft/drive/files": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search files and folders in OneDrive, by words in name or content, or by folder; the root folder unless one is named.
     * @description The key needs the permission `microsoft:drive.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["microsoft_list_files"];
    /**
     * Upload a small file to OneDrive, into a folder or the root.
     * @description The key needs the permission `microsoft:drive.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["microsoft_upload_file"];
  };
  "/api/v1/microsoft/drive/folders/{id}/children": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the files and folders within one folder of OneDrive.
     * @description The key needs the permission `microsoft:drive.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["microsoft_list_folder_files"];
  };
  "/api/v1/microsoft/drive/files/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the details of one file or folder in OneDrive: type, size, place, who changed it last.
     * @description The key needs the permission `microsoft:drive.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["microsoft_get_file"];
    /**
     * Delete a file or folder in OneDrive: it goes to the recycle bin.
     * @description The key needs the permission `microsoft:drive.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["microsoft_delete_file"];
    /**
     * Rename a file or folder in OneDrive, or move it to another folder.
     * @description The key needs the permission `microsoft:drive.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["microsoft_update_file"];
  };
  "/api/v1/microsoft/drive/files/{id}/content": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Download the content of a file in OneDrive, as it is or converted to PDF.
     * @description The key needs the permission `microsoft:drive.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     Send `Accept: application/octet-stream` for the file's bytes.
     */
    get: operations["microsoft_download_file"];
  };
  "/api/v1/microsoft/drive/folders": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Create a folder in OneDrive, within another one or in the root.
     * @description The key needs the permission `microsoft:drive.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["microsoft_create_folder"];
  };
  "/api/v1/microsoft/drive/files/{id}/link": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Make a link to a file or folder in OneDrive, to view or edit it.
     * @description The key needs the permission `microsoft:drive.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["microsoft_create_sharing_link"];
  };
  "/api/v1/microsoft/contacts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search the contacts of an Outlook mailbox, with email addresses and phone numbers.
     * @description The key needs the permission `microsoft:contacts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["microsoft_list_contacts"];
  };
  "/api/v1/microsoft/me": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the profile of the connected Microsoft account: name, email address, position.
     * @description The key needs the permission `microsoft:profile.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["microsoft_get_me"];
  };
  "/api/v1/notion/pages/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Read a Notion page: its title, properties and whole content as Markdown, with its blocks if asked for.
     * @description The key needs the permission `notion:pages.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["notion_get_page"];
    /**
     * Archive a Notion page: move it to the trash, with all that is below it.
     * @description The key needs the permission `notion:pages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["notion_archive_page"];
    /**
     * Change a Notion page's title, properties, icon or cover, lock it, or take it out of the trash.
     * @description Change a Notion page's title, properties, icon or cover, lock it, or take it out of the trash. Its content is changed by append_blocks and update_block.
     *
     *     The key needs the permission `notion:pages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["notion_update_page"];
  };
  "/api/v1/notion/pages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Create a Notion page below another page or as a row of a database, with its content as Markdown.
     * @description The key needs the permission `notion:pages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["notion_create_page"];
  };
  "/api/v1/notion/pages/{id}/move": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Move a Notion page below another page or into a database.
     * @description The key needs the permission `notion:pages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["notion_move_page"];
  };
  "/api/v1/notion/pages/{id}/properties/{property_id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Read one property of a Notion page in full: pages cut lists of relations, people and long texts to 25 entries.
     * @description The key needs the permission `notion:pages.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["notion_get_page_property"];
  };
  "/api/v1/notion/blocks/{id}/children": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the blocks of a Notion page or block, one level deep, each as Markdown and in Notion's own form.
     * @description The key needs the permission `notion:pages.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["notion_list_blocks"];
    /**
     * Add content to a Notion page or block, written as Markdown; at the end unless said.
     * @description The key needs the permission `notion:pages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["notion_append_blocks"];
  };
  "/api/v1/notion/blocks/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Read one Notion block, as Markdown and in Notion's own form, without those within it.
     * @description The key needs the permission `notion:pages.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["notion_get_block"];
    /**
     * Delete a Notion block: move it to the trash, with all that is within it.
     * @description The key needs the permission `notion:pages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["notion_delete_block"];
    /**
     * Replace the text of one Notion block, written as Markdown of the same kind; ticks a to-do as well.
     * @description The key needs the permission `notion:pages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["notion_update_block"];
  };
  "/api/v1/notion/databases/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get a Notion database: its title, where it is, and the data sources (tables) within it.
     * @description The key needs the permission `notion:databases.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["notion_get_database"];
  };
  "/api/v1/notion/data-sources/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get a data source (table) of a Notion database: its properties (columns), their types and options.
     * @description The key needs the permission `notion:databases.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["notion_get_data_source"];
  };
  "/api/v1/notion/databases/{id}/query": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Query a Notion database: list its rows (pages) with their properties, filtered and sorted.
     * @description The key needs the permission `notion:databases.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    post: operations["notion_query_database"];
  };
  "/api/v1/notion/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Search the Notion workspace for pages and databases by their title.
     * @description Search the Notion workspace for pages and databases by their title. Without q it lists everything that is shared.
     *
     *     The key needs the permission `notion:search.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    post: operations["notion_search_workspace"];
  };
  "/api/v1/notion/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the people and bots of the Notion workspace; guests are not among them.
     * @description The key needs the permission `notion:users.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["notion_list_users"];
  };
  "/api/v1/notion/users/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one person or bot of the Notion workspace.
     * @description The key needs the permission `notion:users.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["notion_get_user"];
  };
  "/api/v1/notion/comments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the open comments on a Notion page or block; those of resolved discussions are not shown.
     * @description The key needs the permission `notion:comments.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["notion_list_comments"];
    /**
     * Comment on a Notion page or block, or answer in a discussion; the text is Markdown.
     * @description The key needs the permission `notion:comments.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["notion_create_comment"];
  };
  "/api/v1/pipedrive/deals": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the deals in Pipedrive, the last changed first.
     * @description List the deals in Pipedrive, the last changed first. search_items finds them by words.
     *
     *     The key needs the permission `pipedrive:deals.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["pipedrive_list_deals"];
    /**
     * Create a deal in Pipedrive, in a stage of a pipeline, with its person or organization.
     * @description The key needs the permission `pipedrive:deals.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["pipedrive_create_deal"];
  };
  "/api/v1/pipedrive/deals/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one Pipedrive deal with its value, stage, people and custom fields.
     * @description The key needs the permission `pipedrive:deals.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["pipedrive_get_deal"];
    /**
     * Change a Pipedrive deal: move it to another stage, mark it as won or lost, or set its value.
     * @description The key needs the permission `pipedrive:deals.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["pipedrive_update_deal"];
  };
  "/api/v1/pipedrive/persons": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the people (contacts) in Pipedrive, the last changed first.
     * @description List the people (contacts) in Pipedrive, the last changed first. search_items finds them by words.
     *
     *     The key needs the permission `pipedrive:contacts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["pipedrive_list_persons"];
    /**
     * Create a person (contact) in Pipedrive, with email addresses, phone numbers and an organization.
     * @description The key needs the permission `pipedrive:contacts.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["pipedrive_create_person"];
  };
  "/api/v1/pipedrive/organizations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the organizations (companies) in Pipedrive, the last changed first.
     * @description The key needs the permission `pipedrive:contacts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["pipedrive_list_organizations"];
    /**
     * Create an organization (company) in Pipedrive.
     * @description The key needs the permission `pipedrive:contacts.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["pipedrive_create_organization"];
  };
  "/api/v1/pipedrive/activities": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the activities in Pipedrive: calls, meetings and tasks.
     * @description List the activities in Pipedrive: calls, meetings and tasks. Open ones come with the next due first, others with the last due first.
     *
     *     The key needs the permission `pipedrive:activities.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["pipedrive_list_activities"];
    /**
     * Plan a call, meeting or task in Pipedrive, or log one that is done, on a deal, person or organization.
     * @description The key needs the permission `pipedrive:activities.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["pipedrive_create_activity"];
  };
  "/api/v1/pipedrive/activities/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Change a Pipedrive activity: mark it as done, move it to another day, or give it to somebody else.
     * @description The key needs the permission `pipedrive:activities.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["pipedrive_update_activity"];
  };
  "/api/v1/pipedrive/notes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the notes in Pipedrive, the newest first: of a deal, a person, an organization or a lead, or all.
     * @description The key needs the permission `pipedrive:notes.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["pipedrive_list_notes"];
    /**
     * Write a note in Pipedrive on a deal, a person, an organization or a lead.
     * @description The key needs the permission `pipedrive:notes.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["pipedrive_create_note"];
  };
  "/api/v1/pipedrive/leads": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the leads in Pipedrive's leads inbox, the last changed first.
     * @description The key needs the permission `pipedrive:leads.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["pipedrive_list_leads"];
    /**
     * Create a lead in Pipedrive's leads inbox, with a person or an organization.
     * @description The key needs the permission `pipedrive:leads.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["pipedrive_create_lead"];
  };
  "/api/v1/pipedrive/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Search Pipedrive by words for deals, people, organizations, leads, products and files.
     * @description The key needs the permission `pipedrive:search.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["pipedrive_search_items"];
  };
  "/api/v1/pipedrive/stages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the stages of the sales pipelines in Pipedrive, in order, with their pipeline.
     * @description The key needs the permission `pipedrive:deals.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["pipedrive_list_stages"];
  };
  "/api/v1/pipedrive/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the users of the Pipedrive company: who can own deals, activities and contacts.
     * @description The key needs the permission `pipedrive:users.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["pipedrive_list_users"];
  };
  "/api/v1/salesforce/contacts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search Salesforce contacts, with email addresses, phone numbers and their account.
     * @description The key needs the permission `salesforce:contacts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["salesforce_list_contacts"];
  };
  "/api/v1/salesforce/leads": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search Salesforce leads, with company, status and contact data.
     * @description The key needs the permission `salesforce:leads.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["salesforce_list_leads"];
  };
  "/api/v1/salesforce/accounts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search Salesforce accounts: the companies, with industry, size and place.
     * @description The key needs the permission `salesforce:accounts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["salesforce_list_accounts"];
  };
  "/api/v1/salesforce/opportunities": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or search Salesforce opportunities: the deals, with stage, amount and close date.
     * @description The key needs the permission `salesforce:opportunities.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["salesforce_list_opportunities"];
  };
  "/api/v1/salesforce/records/{object}/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one Salesforce record of any kind by its id: a contact, case, opportunity or custom object.
     * @description The key needs the permission `salesforce:records.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["salesforce_get_record"];
    /**
     * Delete a Salesforce record.
     * @description Delete a Salesforce record. It goes to the org's recycle bin.
     *
     *     The key needs the permission `salesforce:records.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["salesforce_delete_record"];
    /**
     * Change fields of a Salesforce record, such as the stage of an opportunity or a contact's phone number.
     * @description The key needs the permission `salesforce:records.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["salesforce_update_record"];
  };
  "/api/v1/salesforce/records/{object}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Create a Salesforce record of any kind, such as a contact, lead, account, opportunity or case.
     * @description The key needs the permission `salesforce:records.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["salesforce_create_record"];
  };
  "/api/v1/salesforce/tasks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Create a Salesforce task for somebody, or log a call or an email that is done, on a contact or deal.
     * @description The key needs the permission `salesforce:tasks.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["salesforce_create_task"];
  };
  "/api/v1/salesforce/query": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Run a SOQL query on Salesforce, for lists, sums and counts that no other tool gives.
     * @description Run a SOQL query on Salesforce, for lists, sums and counts that no other tool gives. Count with COUNT(Id).
     *
     *     The key needs the permission `salesforce:records.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["salesforce_run_query"];
  };
  "/api/v1/salesforce/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Search Salesforce for accounts, contacts, leads, opportunities and cases that hold the words given.
     * @description The key needs the permission `salesforce:records.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["salesforce_search_records"];
  };
  "/api/v1/salesforce/objects": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the kinds of records in the Salesforce org, custom ones too, with their API names.
     * @description The key needs the permission `salesforce:records.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["salesforce_list_objects"];
  };
  "/api/v1/salesforce/objects/{object}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Describe a kind of Salesforce record: its fields with types, choices, and which of them are required.
     * @description The key needs the permission `salesforce:records.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["salesforce_describe_object"];
  };
  "/api/v1/slack/channels": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or find Slack channels: public ones, and private ones that the app is in.
     * @description List or find Slack channels: public ones, and private ones that the app is in. With q a page can be short or empty while next_cursor leads on.
     *
     *     The key needs the permission `slack:channels.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["slack_list_channels"];
    /**
     * Create a Slack channel, public or private.
     * @description Create a Slack channel, public or private. The app becomes its first member.
     *
     *     The key needs the permission `slack:channels.manage`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["slack_create_channel"];
  };
  "/api/v1/slack/private-channels": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the private Slack channels that the app has been invited to.
     * @description The key needs the permission `slack:private_channels.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["slack_list_private_channels"];
  };
  "/api/v1/slack/channels/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one Slack channel or conversation: name, topic, purpose and number of members.
     * @description The key needs the permission `slack:channels.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["slack_get_channel"];
  };
  "/api/v1/slack/channels/{id}/members": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the members of a Slack channel: the ids of the users who are in it.
     * @description The key needs the permission `slack:channels.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["slack_list_channel_members"];
  };
  "/api/v1/slack/channels/{id}/join": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Join a public Slack channel as the app, which lets it read the channel's messages.
     * @description The key needs the permission `slack:channels.join`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["slack_join_channel"];
  };
  "/api/v1/slack/channels/{id}/invite": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Invite (add) users to a Slack channel that the app is in.
     * @description The key needs the permission `slack:channels.manage`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["slack_invite_to_channel"];
  };
  "/api/v1/slack/channels/{id}/topic": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Set (change) the topic of a Slack channel that the app is in.
     * @description The key needs the permission `slack:channels.manage`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    put: operations["slack_set_channel_topic"];
  };
  "/api/v1/slack/channels/{id}/archive": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Archive (close) a Slack channel: its messages stay readable, nothing new can be posted.
     * @description The key needs the permission `slack:channels.manage`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["slack_archive_channel"];
  };
  "/api/v1/slack/messages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the messages of a Slack channel or conversation, newest first.
     * @description List the messages of a Slack channel or conversation, newest first. Replies in threads: list_replies.
     *
     *     The key needs the permission `slack:messages.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["slack_list_messages"];
    /**
     * Send (post) a message to a Slack channel, a thread or a person.
     * @description Send (post) a message to a Slack channel, a thread or a person. Give at least one of text, markdown_text and blocks.
     *
     *     The key needs the permission `slack:messages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["slack_send_message"];
  };
  "/api/v1/slack/messages/{ts}/replies": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List a Slack thread: its first message and the replies to it, oldest first.
     * @description The key needs the permission `slack:messages.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["slack_list_replies"];
  };
  "/api/v1/slack/messages/{ts}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Delete a Slack message that the app itself has sent.
     * @description The key needs the permission `slack:messages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["slack_delete_message"];
    /**
     * Edit a Slack message that the app itself has sent.
     * @description Edit a Slack message that the app itself has sent. Text without blocks removes the message's old blocks.
     *
     *     The key needs the permission `slack:messages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    patch: operations["slack_update_message"];
  };
  "/api/v1/slack/messages/{ts}/permalink": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the link (URL) of a Slack message, to open or to share it.
     * @description The key needs the permission `slack:messages.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["slack_get_permalink"];
  };
  "/api/v1/slack/scheduled-messages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the Slack messages that the app has scheduled and that are still to be sent.
     * @description The key needs the permission `slack:messages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["slack_list_scheduled_messages"];
    /**
     * Schedule a message that Slack sends to a channel later, at most 120 days ahead.
     * @description The key needs the permission `slack:messages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["slack_schedule_message"];
  };
  "/api/v1/slack/scheduled-messages/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Cancel (delete) a scheduled Slack message before it is sent.
     * @description The key needs the permission `slack:messages.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["slack_cancel_scheduled_message"];
  };
  "/api/v1/slack/dm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the direct messages (DMs) of the Slack app: conversations with one person and with several.
     * @description The key needs the permission `slack:dms.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["slack_list_dms"];
    /**
     * Open a direct message (DM) with one Slack user, or a group DM with up to 8, and get its channel id.
     * @description The key needs the permission `slack:dms.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["slack_open_dm"];
  };
  "/api/v1/slack/reactions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the emoji reactions on a Slack message and who gave them.
     * @description The key needs the permission `slack:reactions.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["slack_get_reactions"];
    /**
     * Add an emoji reaction to a Slack message.
     * @description Add an emoji reaction to a Slack message. One that the app has given already is no error.
     *
     *     The key needs the permission `slack:reactions.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["slack_add_reaction"];
    /**
     * Remove the app's emoji reaction from a Slack message.
     * @description Remove the app's emoji reaction from a Slack message. One that is not there is no error.
     *
     *     The key needs the permission `slack:reactions.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["slack_remove_reaction"];
  };
  "/api/v1/slack/pins": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the pinned messages of a Slack channel.
     * @description The key needs the permission `slack:pins.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["slack_list_pins"];
    /**
     * Pin a message in its Slack channel.
     * @description Pin a message in its Slack channel. One that is pinned already is no error.
     *
     *     The key needs the permission `slack:pins.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["slack_pin_message"];
    /**
     * Unpin a message in its Slack channel.
     * @description Unpin a message in its Slack channel. One that is not pinned is no error.
     *
     *     The key needs the permission `slack:pins.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["slack_unpin_message"];
  };
  "/api/v1/slack/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List or find the users (members) of the Slack workspace.
     * @description List or find the users (members) of the Slack workspace. A page can be short or empty while next_cursor leads on.
     *
     *     The key needs the permission `slack:users.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["slack_list_users"];
  };
  "/api/v1/slack/users/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one Slack user: names, title, time zone, status and role in the workspace.
     * @description The key needs the permission `slack:users.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["slack_get_user"];
  };
  "/api/v1/slack/users/{id}/profile": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get a Slack user's profile: status, title, phone and pronouns.
     * @description The key needs the permission `slack:users.profile`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["slack_get_user_profile"];
  };
  "/api/v1/slack/user-by-email": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Find a Slack user (a person) by email address.
     * @description The key needs the permission `slack:users.read_email`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["slack_find_user_by_email"];
  };
  "/api/v1/slack/team": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the Slack workspace (team) itself: name, domain and icon.
     * @description The key needs the permission `slack:team.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["slack_get_team"];
  };
  "/api/v1/slack/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Search the Slack messages of all channels and conversations that the connected user can see.
     * @description The key needs the permission `slack:search.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["slack_search_messages"];
  };
  "/api/v1/twitter/me": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get the X profile (Twitter account) of the connected user, with its counts of followers and posts.
     * @description The key needs the permission `twitter:users.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["twitter_get_me"];
  };
  "/api/v1/twitter/users/{username}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get a person's X profile (Twitter account) by the username; gives the id that other calls take.
     * @description The key needs the permission `twitter:users.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["twitter_get_user"];
  };
  "/api/v1/twitter/posts/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Get one post of X (a tweet of Twitter) by its id, with its author, counts and media.
     * @description The key needs the permission `twitter:posts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    get: operations["twitter_get_post"];
    /**
     * Delete a post of the connected user from X (a tweet).
     * @description Delete a post of the connected user from X (a tweet). This cannot be undone.
     *
     *     The key needs the permission `twitter:posts.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    delete: operations["twitter_delete_post"];
  };
  "/api/v1/twitter/posts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the posts of one person on X (their tweets), newest first; one's own unless user_id is given.
     * @description The key needs the permission `twitter:posts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["twitter_list_posts"];
    /**
     * Write a post on X (a tweet), a reply to one, or a poll, as the connected user.
     * @description Write a post on X (a tweet), a reply to one, or a poll, as the connected user. It is public at once.
     *
     *     The key needs the permission `twitter:posts.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["twitter_create_post"];
  };
  "/api/v1/twitter/mentions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the posts on X (tweets) that mention the connected user, newest first.
     * @description The key needs the permission `twitter:posts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["twitter_list_mentions"];
  };
  "/api/v1/twitter/timeline": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the home timeline of X: posts (tweets) of the people whom the connected user follows, newest first.
     * @description The key needs the permission `twitter:posts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["twitter_list_timeline"];
  };
  "/api/v1/twitter/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Search the posts of X (tweets) of the last seven days.
     * @description The key needs the permission `twitter:posts.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["twitter_search_posts"];
  };
  "/api/v1/twitter/posts/{id}/repost": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * Repost a post on X (retweet a tweet) as the connected user.
     * @description The key needs the permission `twitter:posts.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["twitter_repost"];
  };
  "/api/v1/twitter/dms": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /**
     * List the direct messages of the connected user on X (Twitter DMs) of the last 30 days, newest first.
     * @description The key needs the permission `twitter:dms.read`.
     *
     *     With X-Account-Id it is made for that connected account.
     *
     *     A list comes in pages: send `next_cursor` as `cursor` for the next one.
     */
    get: operations["twitter_list_messages"];
    /**
     * Send a direct message on X (a Twitter DM) to one person.
     * @description The key needs the permission `twitter:dms.write`.
     *
     *     With X-Account-Id it is made for that connected account.
     */
    post: operations["twitter_send_message"];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Anything: {
      [key: string]: unknown;
    };
    /**
     * @description A stable code.
     * @enum {string}
     */
    ErrorCode: "ACCOUNT_EXISTS" | "ACCOUNT_LIMIT_REACHED" | "ACCOUNT_NOT_FOUND" | "AUTH_REQUIRED" | "CONFLICT" | "IDEMPOTENCY_CONFLICT" | "INTEGRATION_EXPIRED" | "INTEGRATION_NOT_FOUND" | "INTEGRATION_REVOKED" | "INTERNAL_ERROR" | "METHOD_NOT_ALLOWED" | "NOT_FOUND" | "PARTNER_REQUIRED" | "PARTNER_SUSPENDED" | "PAYLOAD_TOO_LARGE" | "PAYMENT_REQUIRED" | "PERMISSION_DENIED" | "PROVIDER_ERROR" | "PROVIDER_UNAVAILABLE" | "QUOTA_EXCEEDED" | "RATE_LIMITED" | "SERVICE_UNAVAILABLE" | "SESSION_NOT_FOUND" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION_ERROR";
    /** @description Area A: any error. `code` tells them apart; the one without a code is about the key. */
    ErrorA: components["schemas"]["AuthenticationErrorA"] | components["schemas"]["RateLimitErrorA"] | components["schemas"]["GeneralErrorA"];
    /** @description Area A: the key is refused, or lacks the permission. X-Error-Code has the code. */
    AuthenticationErrorA: {
      error: string;
    };
    /** @description Area A: every other error. */
    GeneralErrorA: {
      error: string;
      /** @enum {string} */
      code: "AUTH_REQUIRED" | "CONFLICT" | "IDEMPOTENCY_CONFLICT" | "INTEGRATION_EXPIRED" | "INTEGRATION_REVOKED" | "INTERNAL_ERROR" | "METHOD_NOT_ALLOWED" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "PAYMENT_REQUIRED" | "PERMISSION_DENIED" | "PROVIDER_ERROR" | "PROVIDER_UNAVAILABLE" | "SERVICE_UNAVAILABLE" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION_ERROR";
      details: {
        errors?: components["schemas"]["InputError"][];
      } & {
        [key: string]: unknown;
      };
    };
    /** @description What is wrong with one field of the request. */
    InputError: {
      /** @enum {string} */
      in: "query" | "body" | "path" | "header";
      /** @description A JSON pointer into that part; empty for the whole. */
      path: string;
      message: string;
    };
    /** @description Area A: too many requests. */
    RateLimitErrorA: {
      error: string;
      /** @constant */
      code: "RATE_LIMITED";
      /** @description Seconds. */
      retry_after: number;
    };
    /** @description Area B: any error; `error_code` tells them apart. */
    ErrorB: {
      /** @constant */
      ok: false;
      error: string;
      error_code: components["schemas"]["ErrorCode"];
    };
    /**
     * @description A provider that this gateway has loaded.
     * @enum {string}
     */
    Provider: "calendly" | "discord" | "github" | "google" | "hubspot" | "jira" | "linear" | "linkedin" | "microsoft" | "notion" | "pipedrive" | "salesforce" | "slack" | "twitter";
    Account: {
      /** Format: uuid */
      id: string;
      external_id: string;
      display_name: string | null;
      metadata: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      created_at: string;
      integrations?: components["schemas"]["ListAccountsIntegration"][];
    };
    AccountConnectSession: {
      sessions: components["schemas"]["Session"][];
    };
    AccountDetails: {
      /** Format: uuid */
      id: string;
      external_id: string;
      display_name: string | null;
      metadata: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      created_at: string;
      integrations: components["schemas"]["ListAccountsIntegration"][];
    };
    AccountIntegration: {
      /** @constant */
      deleted: true;
      provider: components["schemas"]["Provider"];
    };
    AllowedValue: {
      id: string | null;
      name: string | null;
    };
    AttachmentInput: {
      /** @description File name. */
      filename: string;
      /** @description Media type, such as application/pdf. */
      mime_type: string;
      /** @description The file's bytes in base64. */
      content: string;
    };
    Attempt: {
      /** Format: date-time */
      at: string;
      status: number | null;
      duration_ms: number;
      error: string | null;
      /** @description The response's first 1,024 bytes, where they are text. */
      response: string | null;
    };
    Attendee: {
      email: string | null;
      name: string | null;
      /** @description needs_action, declined, tentative or accepted. */
      response: string;
      optional: boolean;
      is_organizer: boolean;
    };
    Brand: {
      /** @description The name that your customers know; else that of your partner profile. */
      name?: string | null;
      /** @description Of the main button, such as #14352b. */
      color?: string | null;
      /** @description A square PNG or WebP image as a data URL: 32 KB and 1,024 pixels a side at most. */
      logo?: string | null;
    };
    CalendlyAnswer: {
      question: string;
      answer: string;
    };
    CalendlyBusyTime: {
      /** @description calendly for a booked meeting, external for another calendar, reserved. */
      type: string;
      /** Format: date-time */
      start_time: string;
      /** Format: date-time */
      end_time: string;
      /** @description The booked meeting. */
      event_id: string | null;
    };
    CalendlyCancellation: {
      /** @description Name of who did it. */
      by: string | null;
      /** @description host or invitee. */
      by_type: string | null;
      reason: string | null;
      /** Format: date-time */
      at: string | null;
    };
    CalendlyEvent: {
      id: string;
      calendar_id: string;
      title: string;
      /** @description May hold HTML. */
      description: string | null;
      location: string | null;
      start: components["schemas"]["EventTime"] | null;
      /** @description When it ends; the date of an all-day event is the day after its last. */
      end: components["schemas"]["EventTime"] | null;
      all_day: boolean;
      /** @description confirmed, tentative or cancelled. */
      status: string;
      organizer: components["schemas"]["Organizer"] | null;
      attendees: components["schemas"]["Attendee"][];
      /** @description The series that this is one event of. */
      recurring_event_id: string | null;
      meeting_url: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** @description busy or free; some providers know more, such as tentative. */
      show_as: string;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      /** @description The event type that it was booked by. */
      event_type_id: string | null;
      /** @description physical, zoom_conference, outbound_call and so on. */
      location_kind: string | null;
      /** @description Who booked it. */
      invitees_count: components["schemas"]["CalendlyInviteesCount"] | null;
      cancellation: components["schemas"]["CalendlyCancellation"] | null;
    };
    CalendlyEventDetails: {
      event_id: string;
      /** @description Name of who did it. */
      canceled_by: string | null;
      reason: string | null;
      /** Format: date-time */
      canceled_at: string | null;
    };
    CalendlyEventType: {
      id: string;
      name: string | null;
      slug: string | null;
      description: string | null;
      is_active: boolean;
      /** @description Not shown on the owner's page. */
      is_secret: boolean;
      duration_minutes: number | null;
      /** @description solo or group. */
      kind: string | null;
      /** @description How hosts are chosen: round_robin, collective or multi_pool. */
      pooling_type: string | null;
      /** @description The person or team whose it is. */
      owner_name: string | null;
      color: string | null;
      /** @description For location.kind of create_booking. */
      location_kinds: string[];
      /** @description What invitees are asked, in order. */
      questions: components["schemas"]["CalendlyQuestion"][];
      /** @description The page where it is booked. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    CalendlyInvitee: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      email: string | null;
      avatar_url: string | null;
      /** @description The meeting. */
      event_id: string | null;
      first_name: string | null;
      last_name: string | null;
      /** @description active or canceled. */
      status: string | null;
      time_zone: string | null;
      /** @description For reminders by text message. */
      phone: string | null;
      answers: components["schemas"]["CalendlyAnswer"][];
      /** @description Where they came from: utm_source and so on. */
      tracking: {
        [key: string]: string;
      };
      /** @description Cancelled in favour of another time. */
      is_rescheduled: boolean;
      /** @description Of the time that this one takes the place of. */
      previous_invitee_id: string | null;
      /** @description Of the time that took the place of this one. */
      next_invitee_id: string | null;
      is_no_show: boolean;
      cancellation: components["schemas"]["CalendlyCancellation"] | null;
      /** @description The page where the invitee cancels. */
      cancel_url: string | null;
      /** @description The page where the invitee picks another time. */
      reschedule_url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    /** @description Who booked it. */
    CalendlyInviteesCount: {
      active: number;
      total: number;
      limit: number;
    };
    CalendlyMe: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      email: string | null;
      avatar_url: string | null;
      /** @description The page where others book a time. */
      scheduling_url: string | null;
      time_zone: string | null;
      organization_id: string | null;
      /** Format: date-time */
      created_at: string | null;
    };
    CalendlyQuestion: {
      question: string;
      required: boolean;
    };
    CalendlySchedule: {
      id: string;
      name: string | null;
      is_default: boolean;
      time_zone: string | null;
      rules: {
        /** @description monday to sunday, for a rule of every week. */
        weekday: string | null;
        /**
         * Format: date
         * @description For a rule of one day, which wins over its weekday.
         */
        date: string | null;
        /** @description From and to in the time zone, such as 09:00; none means that the day is off. */
        intervals: {
          from: string;
          to: string;
        }[];
      }[];
    };
    CalendlyTime: {
      /**
       * Format: date-time
       * @description For start_time of create_booking.
       */
      start_time: string;
      /** @description How many can still book it. */
      invitees_remaining: number | null;
      /** @description The page where this time is booked. */
      url: string | null;
    };
    CreateAccountResult: {
      /** Format: uuid */
      id: string;
      external_id: string;
      display_name: string | null;
      metadata: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      created_at: string;
    };
    Delivery: {
      /**
       * Format: uuid
       * @description The webhook-id.
       */
      event_id: string;
      type: string;
      /** @enum {string} */
      state: "pending" | "delivered" | "failed";
      is_test: boolean;
      is_replay: boolean;
      /** Format: date-time */
      next_attempt_at: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description The latest 20, oldest first. */
      attempts: components["schemas"]["Attempt"][];
    };
    DiscordAttachment: {
      id: string;
      filename: string;
      mime_type: string | null;
      /** @description Bytes. */
      size: number | null;
      /** @description Ends after about a day; read the message again for a new one. */
      url: string;
    };
    DiscordAuthor: {
      id: string;
      /** @description As it is shown. */
      name: string;
      username: string;
      avatar_url: string | null;
      is_bot: boolean;
    };
    DiscordChannel: {
      id: string;
      /** @description The server. */
      guild_id: string;
      name: string | null;
      /** @description text, announcement, forum, media, voice, stage, category, or a thread's: public_thread, private_thread. */
      type: string;
      topic: string | null;
      position: number | null;
      /** @description Its category; of a thread the channel that it is in. */
      parent_id: string | null;
      /** @description For adults only. */
      is_nsfw: boolean;
      slowmode_seconds: number;
      last_message_id: string | null;
      is_archived: boolean;
      /** @description For posts of a forum. */
      tags: components["schemas"]["Workspace"][];
      /** @description Whether the connected user may read its messages. */
      can_read: boolean;
      /** @description Whether the connected user may write there. */
      can_send: boolean;
      /** Format: date-time */
      created_at: string;
      /** @description Opens it in Discord. */
      url: string;
    };
    DiscordEmbed: {
      title: string | null;
      description: string | null;
      url: string | null;
    };
    DiscordGuild: {
      id: string;
      name: string;
      icon_url: string | null;
      /** @description Discord's words for what the server has, such as COMMUNITY. */
      features: string[];
      /** @description About how many members. */
      member_count: number | null;
      /** @description About how many of them are online. */
      online_count: number | null;
      /** Format: date-time */
      created_at: string;
      /** @description Opens it in Discord. */
      url: string;
      /** @description Whether the connected user owns it. */
      is_owner: boolean;
      /** @description The person's rights there, as Discord's number; channels may change them. */
      permissions: string | null;
    };
    DiscordGuildDetails: {
      id: string;
      name: string;
      icon_url: string | null;
      /** @description Discord's words for what the server has, such as COMMUNITY. */
      features: string[];
      /** @description About how many members. */
      member_count: number | null;
      /** @description About how many of them are online. */
      online_count: number | null;
      /** Format: date-time */
      created_at: string;
      /** @description Opens it in Discord. */
      url: string;
      description: string | null;
      owner_id: string;
      /** @description 0 to 3. */
      boost_level: number;
    };
    DiscordMember: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      email: string | null;
      avatar_url: string | null;
      username: string;
      /** @description Name in this server. */
      nickname: string | null;
      role_ids: string[];
      is_bot: boolean;
      /** Format: date-time */
      joined_at: string | null;
    };
    DiscordMessage: {
      /** @description Unique within the channel. */
      id: string;
      channel_id: string;
      /** @description Who wrote it; null for some apps. */
      user_id: string | null;
      /** @description In the provider's markup. */
      text: string;
      /** @description The text for people: mentions, links and escapes resolved. */
      plain_text: string;
      /**
       * Format: date-time
       * @description Last change.
       */
      edited_at: string | null;
      /**
       * Format: date-time
       * @description When it was sent.
       */
      created_at: string;
      /** @description The server. */
      guild_id: string;
      author: components["schemas"]["DiscordAuthor"];
      /** @description message, reply, command, or what Discord itself reports, such as member_joined. */
      type: string;
      is_pinned: boolean;
      /** @description Empty because Discord hides it from the app, which lacks the Message Content intent. */
      is_content_hidden: boolean;
      attachments: components["schemas"]["DiscordAttachment"][];
      embeds: components["schemas"]["DiscordEmbed"][];
      reactions: components["schemas"]["DiscordReaction"][];
      /** @description The message that this one answers. */
      reply_to_id: string | null;
      /** @description The thread that hangs on this message. */
      thread_id: string | null;
      /** @description Opens it in Discord. */
      url: string;
    };
    DiscordPinMessage: {
      /** @description Unique within the channel. */
      id: string;
      channel_id: string;
      /** @description Who wrote it; null for some apps. */
      user_id: string | null;
      /** @description In the provider's markup. */
      text: string;
      /** @description The text for people: mentions, links and escapes resolved. */
      plain_text: string;
      /**
       * Format: date-time
       * @description Last change.
       */
      edited_at: string | null;
      /**
       * Format: date-time
       * @description When it was sent.
       */
      created_at: string;
      /** @description The server. */
      guild_id: string;
      author: components["schemas"]["DiscordAuthor"];
      /** @description message, reply, command, or what Discord itself reports, such as member_joined. */
      type: string;
      is_pinned: boolean;
      /** @description Empty because Discord hides it from the app, which lacks the Message Content intent. */
      is_content_hidden: boolean;
      attachments: components["schemas"]["DiscordAttachment"][];
      embeds: components["schemas"]["DiscordEmbed"][];
      reactions: components["schemas"]["DiscordReaction"][];
      /** @description The message that this one answers. */
      reply_to_id: string | null;
      /** @description The thread that hangs on this message. */
      thread_id: string | null;
      /** @description Opens it in Discord. */
      url: string;
      /** Format: date-time */
      pinned_at: string | null;
    };
    DiscordReaction: {
      /** @description An emoji, or name:id of a server's own. */
      emoji: string;
      count: number;
    };
    DiscordRole: {
      id: string;
      name: string;
      /** @description Six hex digits. */
      color: string | null;
      /** @description Higher ones stand above lower ones. */
      position: number;
      /** @description Belongs to an app or to boosting. */
      is_managed: boolean;
      is_mentionable: boolean;
      /** @description Discord's number of rights. */
      permissions: string;
    };
    EnabledService: {
      /** @description `<service>.<permission>`. */
      service_name: string;
      /** @description Whether the granted scopes allow it and nobody has switched it off. */
      is_enabled: boolean;
    };
    Entry: {
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      timestamp: string;
      /** @description What happened, such as key_created or integration_disconnected. */
      event: string;
      /** @description Who did it: a key by its id and the ends of its text, the operator, a provider's callback, the gateway. */
      actor: {
        /** @description key, person, admin, provider, system or anonymous. */
        kind: string;
        id: string | null;
        name: string | null;
      };
      account_id: string | null;
      /** @description What it was about. */
      resource: {
        kind: string;
        id: string;
      } | null;
      /** @description success, refused or failed. */
      outcome: string;
      /** @description The error code of what was refused or failed. */
      code: string | null;
      /** @description How many times it happened in that minute; more than 1 only for what was refused. */
      times: number;
      /** @description The client's address; null for the operator's. */
      address: string | null;
      request_id: string | null;
      details: {
        [key: string]: unknown;
      };
    };
    Event: {
      /** Format: uuid */
      id: string;
      provider: components["schemas"]["Provider"];
      service: string;
      /** @description <service>.<what>, such as gmail.message_received. */
      type: string;
      title: string;
      summary: string | null;
      actor: string | null;
      url: string | null;
      account_id: string | null;
      external_id: string | null;
      /**
       * @description New events are unread.
       * @enum {string}
       */
      status: "unread" | "read" | "archived";
      /**
       * Format: date-time
       * @description As the provider says.
       */
      occurred_at: string;
      /** Format: date-time */
      received_at: string;
      /** @description What the provider sent. */
      payload: unknown;
    };
    EventDetails: {
      /** @description Events whose status has changed. */
      marked: number;
      /** @description Whether the filter may fit further events: send the same with the cursor. */
      remaining: boolean;
      next_cursor: string | null;
    };
    EventTime: {
      /** Format: date */
      date: string | null;
      date_time: string | null;
      time_zone: string | null;
    };
    GithubAccount: {
      id: string;
      login: string;
      /** @description User, Organization or Bot. */
      type: string;
      avatar_url: string;
    };
    GithubAsset: {
      id: string;
      name: string;
      mime_type: string;
      /** @description Bytes. */
      size: number;
      download_count: number;
      download_url: string;
    };
    GithubBranchRef: {
      /** @description Branch. */
      ref: string;
      sha: string;
      /** @description owner/name; null where the fork is gone. */
      repository: string | null;
    };
    GithubCollaborator: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      email: string | null;
      avatar_url: string;
      login: string;
      /** @description User, Organization or Bot. */
      type: string;
      role_name: string;
      permissions: components["schemas"]["GithubPermissions"] | null;
    };
    GithubComment: {
      id: string;
      /** @description Markdown. */
      body: string;
      user: components["schemas"]["GithubAccount"] | null;
      html_url: string;
      /** @description OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE and so on. */
      author_association: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    GithubCommit: {
      sha: string;
      message: string;
      author: {
        name: string | null;
        email: string | null;
        login: string | null;
      };
      html_url: string;
      parents: string[];
      /** Format: date-time */
      authored_at: string | null;
      /** Format: date-time */
      committed_at: string | null;
    };
    GithubFile: {
      name: string;
      path: string;
      /** @description file, dir, symlink or submodule. */
      type: string;
      sha: string;
      /** @description Bytes; 0 for a folder. */
      size: number;
      html_url: string | null;
    };
    GithubFileDetails: {
      path: string;
      /** @description Id of the new content, to be given when it is changed again. */
      sha: string;
      /** @description Bytes. */
      size: number;
      html_url: string | null;
      commit: {
        sha: string;
        html_url: string;
      };
    };
    GithubIssue: {
      /** @description Id of the issue; endpoints take its number. */
      id: string;
      /** @description The name people use: #12, ENG-7. */
      key: string;
      title: string;
      /** @description Markdown. */
      body: string | null;
      /** @description open or closed. */
      state: string;
      is_closed: boolean;
      labels: components["schemas"]["GithubIssueLabel"][];
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      number: number;
      /** @description completed, not_planned, duplicate or reopened. */
      state_reason: string | null;
      locked: boolean;
      /** @description GitHub's own name for url. */
      html_url: string;
      /** @description owner/name. */
      repository: string;
      user: components["schemas"]["GithubAccount"] | null;
      assignees: components["schemas"]["GithubAccount"][];
      milestone: components["schemas"]["GithubMilestone"] | null;
      /** @description Issue type of the organization, such as Bug. */
      type: string | null;
      /** @description How many comments it has. */
      comments: number;
      is_pull_request: boolean;
      /** @description OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE and so on. */
      author_association: string | null;
      /** Format: date-time */
      closed_at: string | null;
    };
    GithubIssueLabel: {
      id: string | null;
      name: string;
      /** @description Six hex digits. */
      color: string | null;
      description: string | null;
    };
    GithubIssueList: {
      issues: components["schemas"]["GithubIssue"][];
      /** @description For the next page; null on the last one. */
      next_cursor: string | null;
    };
    GithubLabel: {
      id: string | null;
      name: string;
      /** @description Six hex digits. */
      color: string | null;
      description: string | null;
      /** @description Whether GitHub made it. */
      default: boolean;
    };
    GithubMatch: {
      name: string;
      path: string;
      sha: string;
      html_url: string;
      /** @description owner/name. */
      repository: string;
      fragments: string[];
    };
    GithubMilestone: {
      number: number;
      title: string;
      /** @description open or closed. */
      state: string;
      /** Format: date-time */
      due_on: string | null;
    };
    GithubNotification: {
      id: string;
      /** @description Why it came: assign, author, comment, mention, review_requested and so on. */
      reason: string;
      unread: boolean;
      title: string;
      /** @description Issue, PullRequest, Release, Commit, Discussion and so on. */
      type: string;
      /** @description Number of the issue or pull request. */
      number: number | null;
      /** @description owner/name. */
      repository: string;
      /** Format: date-time */
      updated_at: string;
      /** Format: date-time */
      last_read_at: string | null;
    };
    GithubOrg: {
      id: string;
      login: string;
      description: string | null;
      avatar_url: string;
    };
    GithubPermissions: {
      admin: boolean;
      maintain: boolean;
      push: boolean;
      triage: boolean;
      pull: boolean;
    };
    GithubPull: {
      /** @description Id of the pull request; endpoints take its number. */
      id: string;
      number: number;
      title: string;
      /** @description Markdown. */
      body: string | null;
      /** @description open or closed. */
      state: string;
      draft: boolean;
      merged: boolean;
      locked: boolean;
      html_url: string;
      head: components["schemas"]["GithubBranchRef"];
      base: components["schemas"]["GithubBranchRef"];
      user: components["schemas"]["GithubAccount"] | null;
      assignees: components["schemas"]["GithubAccount"][];
      requested_reviewers: components["schemas"]["GithubAccount"][];
      requested_teams: string[];
      labels: components["schemas"]["GithubIssueLabel"][];
      milestone: components["schemas"]["GithubMilestone"] | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** Format: date-time */
      closed_at: string | null;
      /** Format: date-time */
      merged_at: string | null;
    };
    GithubPullRequest: {
      /** @description Id of the pull request; endpoints take its number. */
      id: string;
      number: number;
      title: string;
      /** @description Markdown. */
      body: string | null;
      /** @description open or closed. */
      state: string;
      draft: boolean;
      merged: boolean;
      locked: boolean;
      html_url: string;
      head: components["schemas"]["GithubBranchRef"];
      base: components["schemas"]["GithubBranchRef"];
      user: components["schemas"]["GithubAccount"] | null;
      assignees: components["schemas"]["GithubAccount"][];
      requested_reviewers: components["schemas"]["GithubAccount"][];
      requested_teams: string[];
      labels: components["schemas"]["GithubIssueLabel"][];
      milestone: components["schemas"]["GithubMilestone"] | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** Format: date-time */
      closed_at: string | null;
      /** Format: date-time */
      merged_at: string | null;
      /** @description Null while GitHub is still finding out; ask again later. */
      mergeable: boolean | null;
      mergeable_state: string;
      /** @description Lines. */
      additions: number;
      /** @description Lines. */
      deletions: number;
      changed_files: number;
      commits: number;
      comments: number;
      review_comments: number;
    };
    GithubPullRequestFileFile: {
      filename: string;
      previous_filename: string | null;
      /** @description added, removed, modified, renamed, copied, changed or unchanged. */
      status: string;
      /** @description Lines. */
      additions: number;
      /** @description Lines. */
      deletions: number;
      /** @description The diff; null for binary and for very large files. */
      patch: string | null;
      html_url: string | null;
    };
    GithubRelease: {
      id: string;
      tag_name: string;
      name: string | null;
      body: string | null;
      draft: boolean;
      prerelease: boolean;
      /** @description The branch or commit that the tag is made from. */
      target: string;
      html_url: string;
      author: components["schemas"]["GithubAccount"] | null;
      assets: components["schemas"]["GithubAsset"][];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      published_at: string | null;
    };
    GithubRepo: {
      id: string;
      name: string;
      /** @description owner/name. */
      full_name: string;
      owner: components["schemas"]["GithubAccount"] | null;
      private: boolean;
      /** @description public, private or internal. */
      visibility: string;
      description: string | null;
      html_url: string;
      clone_url: string;
      ssh_url: string;
      default_branch: string;
      language: string | null;
      topics: string[];
      fork: boolean;
      archived: boolean;
      is_template: boolean;
      stargazers_count: number;
      forks_count: number;
      /** @description Open issues and open pull requests together. */
      open_issues_count: number;
      size_kb: number;
      has_issues: boolean;
      /** @description SPDX identifier. */
      license: string | null;
      permissions: components["schemas"]["GithubPermissions"] | null;
      /** Format: date-time */
      pushed_at: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    GithubRepoList: {
      repos: components["schemas"]["GithubRepo"][];
      /** @description For the next page; null on the last one. */
      next_cursor: string | null;
    };
    GithubReview: {
      id: string;
      /** @description APPROVED, CHANGES_REQUESTED, COMMENTED, DISMISSED or PENDING. */
      state: string;
      /** @description Markdown. */
      body: string;
      user: components["schemas"]["GithubAccount"] | null;
      /** @description The commit that was reviewed. */
      commit_sha: string | null;
      html_url: string;
      /** Format: date-time */
      submitted_at: string | null;
    };
    GithubUser: {
      id: string;
      /** @description As it is shown to others: the login where there is no name. */
      name: string;
      /** @description Null where the user does not show it in public. */
      email: string | null;
      avatar_url: string;
      login: string;
      /** @description User, Organization or Bot. */
      type: string;
      company: string | null;
      location: string | null;
      bio: string | null;
      html_url: string;
      public_repos: number;
      followers: number;
      following: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    GoogleAttendee: {
      email: string | null;
      name: string | null;
      /** @description needs_action, declined, tentative or accepted. */
      response: string;
      optional: boolean;
      is_organizer: boolean;
      is_self: boolean;
    };
    GoogleAttendeeInput: {
      /**
       * Format: email
       * @description The guest's email address.
       */
      email: string;
      /** @description The guest's name. */
      name?: string;
      /** @description Whether the guest may stay away. */
      optional?: boolean;
      /**
       * @description The guest's answer to the invitation.
       * @enum {string}
       */
      response?: "needs_action" | "declined" | "tentative" | "accepted";
    };
    GoogleCalendarBusyTime: {
      from: string;
      to: string;
      calendars: components["schemas"]["GoogleCalendarBusyTimeCalendar"][];
    };
    GoogleCalendarBusyTimeCalendar: {
      id: string;
      busy: {
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
      }[];
      /** @description Why this calendar could not be read, such as notFound. */
      errors: string[];
    };
    GoogleCalendarCalendar: {
      id: string;
      name: string;
      description: string | null;
      time_zone: string | null;
      /** @description freeBusyReader, reader, writer or owner. */
      access_role: string | null;
      is_primary: boolean;
      /** @description Shown in the user's calendar view. */
      is_selected: boolean;
      is_hidden: boolean;
      color: string | null;
    };
    GoogleCalendarEvent: {
      id: string;
      calendar_id: string;
      title: string;
      /** @description May hold HTML. */
      description: string | null;
      location: string | null;
      start: components["schemas"]["EventTime"] | null;
      /** @description When it ends; the date of an all-day event is the day after its last. */
      end: components["schemas"]["EventTime"] | null;
      all_day: boolean;
      /** @description confirmed, tentative or cancelled. */
      status: string;
      organizer: components["schemas"]["Organizer"] | null;
      attendees: components["schemas"]["GoogleAttendee"][];
      /** @description The series that this is one event of. */
      recurring_event_id: string | null;
      meeting_url: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** @enum {string} */
      show_as: "busy" | "free";
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      /** @description RRULE, EXRULE, RDATE and EXDATE lines (RFC 5545). */
      recurrence: string[];
      visibility: string;
      reminders: components["schemas"]["GoogleReminders"];
      /** @description default, outOfOffice, focusTime, workingLocation, birthday or fromGmail. */
      type: string;
      etag: string | null;
    };
    GoogleDriveFile: {
      id: string;
      name: string;
      mime_type: string;
      /** @enum {string} */
      kind: "file" | "folder" | "google_doc" | "shortcut";
      /** @description Bytes; null where the provider keeps none. */
      size: number | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      modified_at: string | null;
      /** @description Ids of the folders it is in. */
      parents: string[];
      /** @description Opens it in the browser. */
      url: string | null;
      shared: boolean;
      description: string | null;
      modified_by: components["schemas"]["Organizer"] | null;
      owners: components["schemas"]["Organizer"][];
      download_url: string | null;
      md5: string | null;
      starred: boolean;
      trashed: boolean;
      /** @description The shared drive it belongs to. */
      drive_id: string | null;
      shortcut_target: components["schemas"]["GoogleShortcutTarget"] | null;
      /** @description Types that its content can be exported as. */
      export_formats: string[];
    };
    GoogleGmailAttachment: {
      id: string;
      name: string;
      mime_type: string;
      /** @description Bytes. */
      size: number;
      /** @enum {string} */
      encoding: "utf-8" | "base64";
      content: string;
    };
    GoogleGmailCreateDraftResult: {
      id: string;
      message: components["schemas"]["GoogleGmailReplyToMessageResult"];
    };
    GoogleGmailDraft: {
      id: string;
      message: components["schemas"]["GoogleGmailMessage"];
    };
    GoogleGmailDraftDetails: {
      id: string;
      message: components["schemas"]["GoogleGmailMessageDetails"];
    };
    GoogleGmailMessage: {
      /** @description The provider's id of the message. */
      id: string;
      /** @description The provider's id of its conversation. */
      thread_id: string;
      subject: string;
      from: components["schemas"]["MailAddress"] | null;
      to: components["schemas"]["MailAddress"][];
      cc: components["schemas"]["MailAddress"][];
      bcc: components["schemas"]["MailAddress"][];
      reply_to: components["schemas"]["MailAddress"][];
      /**
       * Format: date-time
       * @description When the mailbox received it.
       */
      date: string | null;
      /** @description Its first words. */
      snippet: string;
      is_unread: boolean;
      is_draft: boolean;
      /** @description The Message-ID header, as replies name it. */
      message_id_header: string | null;
      /** @description Label ids, such as INBOX, UNREAD, STARRED. */
      labels: string[];
      is_starred: boolean;
      /** @description Bytes, estimated by Gmail. */
      size: number | null;
      history_id: string | null;
    };
    GoogleGmailMessageDetails: {
      /** @description The provider's id of the message. */
      id: string;
      /** @description The provider's id of its conversation. */
      thread_id: string;
      subject: string;
      from: components["schemas"]["MailAddress"] | null;
      to: components["schemas"]["MailAddress"][];
      cc: components["schemas"]["MailAddress"][];
      bcc: components["schemas"]["MailAddress"][];
      reply_to: components["schemas"]["MailAddress"][];
      /**
       * Format: date-time
       * @description When the mailbox received it.
       */
      date: string | null;
      /** @description Its first words. */
      snippet: string;
      is_unread: boolean;
      is_draft: boolean;
      /** @description The Message-ID header, as replies name it. */
      message_id_header: string | null;
      body: components["schemas"]["MailBody"];
      attachments: components["schemas"]["MailAttachment"][];
      /** @description Label ids, such as INBOX, UNREAD, STARRED. */
      labels: string[];
      is_starred: boolean;
      /** @description Bytes, estimated by Gmail. */
      size: number | null;
      history_id: string | null;
      in_reply_to: string | null;
      references: string[];
    };
    GoogleGmailProfile: {
      email: string;
      messages_total: number;
      threads_total: number;
      history_id: string | null;
    };
    GoogleGmailReplyToMessageResult: {
      /** @description The provider's id of the message. */
      id: string;
      /** @description The provider's id of its conversation. */
      thread_id: string;
      /** @description Label ids, such as INBOX, UNREAD, STARRED. */
      labels: string[];
    };
    GoogleGmailSendMessageInput: {
      /** @description Recipient, or a list of recipients: `ada@example.com` or `Ada <ada@example.com>`. */
      to: string | string[];
      /** @description Recipients who get a copy. */
      cc?: string | string[];
      /** @description Recipients who get a copy unseen by the others. */
      bcc?: string | string[];
      /** @description Where answers should go. */
      reply_to?: string | string[];
      /** @description Subject line. */
      subject: string;
      /** @description Body as plain text. */
      text?: string;
      /** @description Body as HTML, beside or instead of the text. */
      html?: string;
      /** @description Files to attach. */
      attachments?: components["schemas"]["AttachmentInput"][];
      /** @description Sender, one of the mailbox's own send-as addresses; the main one unless given. */
      from?: string;
      /** @description Id of the conversation to put the email in. */
      thread_id?: string;
      /** @description Message-ID header of the mail that this one answers, as `message_id_header` gives it. */
      in_reply_to?: string;
    };
    GoogleGmailThread: {
      id: string;
      history_id: string | null;
      messages: components["schemas"]["GoogleGmailMessageDetails"][];
    };
    GoogleOverride: {
      method: string;
      minutes: number;
    };
    GoogleReminderInput: {
      /**
       * @description How to remind.
       * @enum {string}
       */
      method: "popup" | "email";
      /** @description Minutes before the start. */
      minutes: number;
    };
    GoogleReminders: {
      use_default: boolean;
      overrides: components["schemas"]["GoogleOverride"][];
    };
    GoogleShortcutTarget: {
      id: string;
      mime_type: string | null;
    };
    GoogleStartInput: {
      /**
       * Format: date
       * @description A day, for all-day events: 2026-02-01.
       */
      date?: string;
      /** @description A time with its offset, 2026-02-01T09:00:00+01:00, or without one beside a time_zone. */
      date_time?: string;
      /** @description IANA zone, such as Europe/Madrid; needed for recurring events. */
      time_zone?: string;
    };
    HubspotCompany: {
      id: string;
      /** @description Who is responsible; list_owners has the names. */
      owner_id: string | null;
      archived: boolean;
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      /** @description What else was read, by HubSpot's internal names and as its texts. */
      properties: {
        [key: string]: string | null;
      };
      name: string | null;
      /** @description Of its web site. */
      domain: string | null;
      phone: string | null;
      /** @description One of HubSpot's own words, such as COMPUTER_SOFTWARE. */
      industry: string | null;
      city: string | null;
      country: string | null;
      description: string | null;
      /** @description Such as lead or customer. */
      lifecycle_stage: string | null;
    };
    HubspotContact: {
      id: string;
      name: string | null;
      first_name: string | null;
      last_name: string | null;
      emails: string[];
      phones: string[];
      company: string | null;
      /** @description Position in the company. */
      title: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      /** @description Who is responsible; list_owners has the names. */
      owner_id: string | null;
      archived: boolean;
      /** @description What else was read, by HubSpot's internal names and as its texts. */
      properties: {
        [key: string]: string | null;
      };
      /** @description Such as lead or customer. */
      lifecycle_stage: string | null;
    };
    HubspotDeal: {
      id: string;
      /** @description Who is responsible; list_owners has the names. */
      owner_id: string | null;
      archived: boolean;
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      /** @description What else was read, by HubSpot's internal names and as its texts. */
      properties: {
        [key: string]: string | null;
      };
      name: string | null;
      amount: number | null;
      /** @description Null where the account knows one currency alone. */
      currency: string | null;
      pipeline_id: string | null;
      /** @description list_deal_pipelines has the names. */
      stage_id: string | null;
      /**
       * Format: date-time
       * @description When it was or should be closed.
       */
      close_date: string | null;
      description: string | null;
      /** @description Won or lost; null where HubSpot does not say. */
      is_closed: boolean | null;
      /** @description Null where HubSpot does not say. */
      is_won: boolean | null;
    };
    HubspotNote: {
      id: string;
      text: string | null;
      owner_id: string | null;
      /** Format: date-time */
      occurred_at: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    HubspotOwner: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      email: string | null;
      avatar_url: string | null;
      /** @description Their id as a user, which is another. */
      user_id: string | null;
      teams: components["schemas"]["Workspace"][];
      archived: boolean;
    };
    HubspotPipeline: {
      id: string;
      name: string;
      archived: boolean;
      /** @description In their order. */
      stages: components["schemas"]["HubspotStage"][];
    };
    HubspotPipelineList: {
      pipelines: components["schemas"]["HubspotPipeline"][];
      /** @description For the next page; null on the last one. */
      next_cursor: string | null;
    };
    HubspotStage: {
      id: string;
      name: string;
      archived: boolean;
      /** @description What is there is done with. */
      is_closed: boolean;
      /** @description Of winning a deal there, from 0 to 1. */
      probability: number | null;
    };
    HubspotTask: {
      id: string;
      /** @description The name people use: #12, ENG-7. */
      key: string;
      title: string;
      /** @description Plain text. */
      body: string | null;
      /** @description The provider's own word for how it stands. */
      state: string;
      is_closed: boolean;
      /** @description Labels; each may say more. */
      labels: {
        name: string;
      }[];
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      /** Format: date-time */
      due_at: string | null;
      /** @description NONE, LOW, MEDIUM or HIGH. */
      priority: string | null;
      /** @description TODO, CALL or EMAIL. */
      type: string | null;
      owner_id: string | null;
    };
    HubspotTicket: {
      id: string;
      /** @description The name people use: #12, ENG-7. */
      key: string;
      title: string;
      /** @description Plain text. */
      body: string | null;
      /** @description Id of its stage; list_ticket_pipelines has the names. */
      state: string;
      is_closed: boolean;
      /** @description Labels; each may say more. */
      labels: {
        name: string;
      }[];
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      /** @description Who is responsible; list_owners has the names. */
      owner_id: string | null;
      archived: boolean;
      /** @description What else was read, by HubSpot's internal names and as its texts. */
      properties: {
        [key: string]: string | null;
      };
      pipeline_id: string | null;
      /** @description LOW, MEDIUM, HIGH or URGENT. */
      priority: string | null;
    };
    /** @description Who granted access, in the provider's words. */
    Identity: {
      /** @description The provider's id of who granted. */
      id: string;
      /** @description A name to show, such as a login or an e-mail address. */
      name: string;
      /** @description The workspace, where there is one. */
      workspace?: components["schemas"]["Workspace"] | null;
    };
    Integration: {
      /** Format: uuid */
      id: string;
      provider: components["schemas"]["Provider"];
      /** @enum {string} */
      status: "active" | "pending" | "expired" | "revoked";
      /** Format: date-time */
      connected_at: string;
      enabled_services: components["schemas"]["EnabledService"][];
      identity: components["schemas"]["Identity"];
      sources: components["schemas"]["IntegrationSource"][];
    };
    IntegrationDetails: {
      integrations: components["schemas"]["Integration"][];
    };
    /** @description Where an integration's events come from. */
    IntegrationSource: {
      /** @description The source's name, such as gmail. */
      name: string;
      /** @description The thing that is watched; null where there is one alone. */
      resource: string | null;
      /**
       * @description Whether events are pushed or polled.
       * @enum {string}
       */
      mode: "push" | "poll";
      /** @enum {string} */
      state: "pending" | "active" | "failed";
      /**
       * Format: date-time
       * @description When the subscription ends unless the gateway renews it, as it does in time.
       */
      expires_at: string | null;
      /** @description Why it failed. */
      error: components["schemas"]["SourceError"] | null;
    };
    JiraComment: {
      id: string;
      author: components["schemas"]["JiraPerson"] | null;
      updated_by: components["schemas"]["JiraPerson"] | null;
      /** @description Markdown. */
      body: string | null;
      /** @description The comment in Jira's own format. */
      body_adf: {
        [key: string]: unknown;
      } | null;
      visibility: components["schemas"]["JiraVisibility"] | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    JiraField: {
      /** @description Jira's name of the field, such as duedate or customfield_10016. */
      id: string;
      name: string;
      /** @description Must be given, since nothing stands in for it. */
      is_required: boolean;
      /** @description string, number, option, user, array and so on. */
      type: string | null;
      /** @description What a list holds. */
      items: string | null;
      /** @description The kind of a custom field, such as textarea or select. */
      kind: string | null;
      allowed_values: components["schemas"]["AllowedValue"][] | null;
    };
    JiraIssue: {
      id: string;
      /** @description The name people use: #12, ENG-7. */
      key: string;
      title: string;
      /** @description Markdown. */
      body: string | null;
      /** @description The provider's own word for how it stands. */
      state: string;
      is_closed: boolean;
      /** @description Labels; each may say more. */
      labels: {
        name: string;
      }[];
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      status: components["schemas"]["JiraStatus"];
      type: components["schemas"]["JiraType"];
      priority: components["schemas"]["Workspace"] | null;
      project: components["schemas"]["JiraIssueProject"];
      assignee: components["schemas"]["JiraPerson"] | null;
      reporter: components["schemas"]["JiraPerson"] | null;
      creator: components["schemas"]["JiraPerson"] | null;
      components: components["schemas"]["Workspace"][];
      fix_versions: components["schemas"]["Workspace"][];
      parent: components["schemas"]["JiraParent"] | null;
      /**
       * Format: date
       * @description A day, such as 2026-01-31.
       */
      due_date: string | null;
      resolution: string | null;
      /** Format: date-time */
      resolved_at: string | null;
      /** @description Custom fields that were asked for, by id; rich text as Markdown. */
      custom: {
        [key: string]: unknown;
      };
    };
    JiraIssueDetails: {
      id: string;
      /** @description The name people use: #12, ENG-7. */
      key: string;
      title: string;
      /** @description Markdown. */
      body: string | null;
      /** @description The provider's own word for how it stands. */
      state: string;
      is_closed: boolean;
      /** @description Labels; each may say more. */
      labels: {
        name: string;
      }[];
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      status: components["schemas"]["JiraStatus"];
      type: components["schemas"]["JiraType"];
      priority: components["schemas"]["Workspace"] | null;
      project: components["schemas"]["JiraIssueProject"];
      assignee: components["schemas"]["JiraPerson"] | null;
      reporter: components["schemas"]["JiraPerson"] | null;
      creator: components["schemas"]["JiraPerson"] | null;
      components: components["schemas"]["Workspace"][];
      fix_versions: components["schemas"]["Workspace"][];
      parent: components["schemas"]["JiraParent"] | null;
      /**
       * Format: date
       * @description A day, such as 2026-01-31.
       */
      due_date: string | null;
      resolution: string | null;
      /** Format: date-time */
      resolved_at: string | null;
      /** @description Custom fields that were asked for, by id; rich text as Markdown. */
      custom: {
        [key: string]: unknown;
      };
      /** @description The description in Jira's own format. */
      body_adf: {
        [key: string]: unknown;
      } | null;
    };
    JiraIssueProject: {
      id: string;
      key: string;
      name: string | null;
    };
    JiraParent: {
      id: string;
      key: string;
      title: string | null;
    };
    JiraPerson: {
      id: string;
      name: string | null;
    };
    JiraProject: {
      id: string;
      key: string;
      name: string;
      description: string | null;
      /** @description software, service_desk or business. */
      type: string | null;
      is_team_managed: boolean;
      is_archived: boolean;
      lead: components["schemas"]["JiraPerson"] | null;
      issue_types: components["schemas"]["JiraType"][];
      /** @description Opens it in the browser. */
      url: string | null;
    };
    JiraStatus: {
      id: string;
      name: string;
      /** @description to_do, in_progress or done. */
      category: string;
    };
    JiraTransition: {
      id: string;
      /** @description What the step is called in the workflow. */
      name: string;
      to: components["schemas"]["JiraStatus"];
      /** @description Jira may ask for fields, such as a resolution. */
      has_screen: boolean;
    };
    JiraType: {
      id: string;
      name: string;
      is_subtask: boolean;
    };
    JiraUser: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      email: string | null;
      avatar_url: string | null;
      is_active: boolean;
      /** @description atlassian, app or customer. */
      type: string | null;
      time_zone: string | null;
    };
    JiraVisibility: {
      /** @description role or group. */
      type: string;
      name: string | null;
    };
    LinearComment: {
      id: string;
      /** @description Markdown. */
      body: string;
      user: components["schemas"]["LinearPerson"] | null;
      /** @description The integration that wrote it, where no person did. */
      bot_name: string | null;
      issue_key: string | null;
      /** @description The comment that it answers. */
      parent_id: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      /** Format: date-time */
      edited_at: string | null;
      /** Format: date-time */
      resolved_at: string | null;
    };
    LinearCycle: {
      id: string;
      number: number;
      name: string | null;
    };
    LinearIssue: {
      id: string;
      /** @description The name people use: #12, ENG-7. */
      key: string;
      title: string;
      /** @description Markdown. */
      body: string | null;
      /** @description The provider's own word for how it stands. */
      state: string;
      is_closed: boolean;
      /** @description At most 20. */
      labels: components["schemas"]["LinearIssueLabel"][];
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      state_id: string;
      /** @description triage, backlog, unstarted, started, completed, canceled, duplicate. */
      state_type: string;
      team: components["schemas"]["LinearIssueTeam"] | null;
      assignee: components["schemas"]["LinearPerson"] | null;
      creator: components["schemas"]["LinearPerson"] | null;
      /** @description 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
      priority: number;
      priority_label: string | null;
      /** @description In the team's own scale. */
      estimate: number | null;
      /**
       * Format: date
       * @description A day: 2026-01-31.
       */
      due_date: string | null;
      project: components["schemas"]["Workspace"] | null;
      cycle: components["schemas"]["LinearCycle"] | null;
      parent: components["schemas"]["LinearParent"] | null;
      /** @description What Linear suggests to call a Git branch for it. */
      branch_name: string | null;
      /** Format: date-time */
      started_at: string | null;
      /** Format: date-time */
      completed_at: string | null;
      /** Format: date-time */
      canceled_at: string | null;
      /** Format: date-time */
      archived_at: string | null;
      is_trashed: boolean;
    };
    LinearIssueLabel: {
      id: string;
      name: string;
      color: string | null;
    };
    LinearIssueList: {
      issues: components["schemas"]["LinearIssue"][];
      /** @description For the next page; null on the last one. */
      next_cursor: string | null;
    };
    LinearIssueTeam: {
      id: string;
      key: string;
      name: string;
    };
    LinearLabel: {
      id: string;
      name: string;
      color: string | null;
      description: string | null;
      /** @description A group is not put on issues, its labels are. */
      is_group: boolean;
      /** @description Null for a label of the whole workspace. */
      team: components["schemas"]["LinearIssueTeam"] | null;
    };
    LinearParent: {
      id: string;
      key: string;
      title: string;
    };
    LinearPerson: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      email: string | null;
      avatar_url: string | null;
      /** @description The short name, as in @ada. */
      display_name: string | null;
    };
    LinearProject: {
      id: string;
      name: string;
      description: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** @description The workspace's own word for how it stands. */
      status: string | null;
      /** @description backlog, planned, started, paused, completed, canceled. */
      status_type: string | null;
      /** @description onTrack, atRisk or offTrack. */
      health: string | null;
      /** @description 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
      priority: number;
      /** @description From 0 to 1. */
      progress: number | null;
      lead: components["schemas"]["LinearPerson"] | null;
      /** @description At most 10. */
      teams: components["schemas"]["LinearIssueTeam"][];
      /**
       * Format: date
       * @description A day.
       */
      start_date: string | null;
      /**
       * Format: date
       * @description A day.
       */
      target_date: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    LinearTeam: {
      id: string;
      key: string;
      name: string;
      description: string | null;
      /** @description The team's workflow states, in their order. */
      states: {
        id: string;
        name: string;
        type: string;
      }[];
      active_cycle: {
        id: string;
        number: number;
        name: string | null;
        /** Format: date-time */
        starts_at: string | null;
        /** Format: date-time */
        ends_at: string | null;
      } | null;
    };
    LinearUser: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      email: string | null;
      avatar_url: string | null;
      /** @description The short name, as in @ada. */
      display_name: string | null;
      /** @description Whether it is the connected person. */
      is_me: boolean;
      is_active: boolean;
      is_admin: boolean;
      is_guest: boolean;
    };
    LinkedinComment: {
      /** @description For parent_id of create_comment. */
      id: string;
      post_id: string;
      /** @description The comment that this one answers. */
      parent_id: string | null;
      /** @description urn:li:person:… or urn:li:organization:…. */
      author_id: string | null;
      text: string;
      likes_count: number | null;
      replies_count: number | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    LinkedinContent: {
      /** @description article (a link), media, multi_image, poll or another of LinkedIn's. */
      type: string;
      /** @description Where a link leads. */
      url: string | null;
      title: string | null;
      /** @description Pictures, videos and documents. */
      media_ids: string[];
    };
    LinkedinMe: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      email: string | null;
      avatar_url: string | null;
      first_name: string | null;
      last_name: string | null;
      /** @description As authors of posts and comments are named. */
      urn: string;
    };
    LinkedinOrganization: {
      /** @description For organization_id of other calls. */
      id: string;
      name: string | null;
      /** @description Its name in the page's address. */
      vanity_name: string | null;
      /** @description What the member may do there, such as administrator or content_administrator. */
      role: string | null;
      /** @description Opens it in the browser. */
      url: string;
    };
    LinkedinOrganizationStatistic: {
      organization_id: string;
      followers: number | null;
      impressions: number | null;
      unique_impressions: number | null;
      clicks: number | null;
      likes: number | null;
      comments: number | null;
      shares: number | null;
      /** @description Clicks, likes, comments and shares by impressions. */
      engagement: number | null;
    };
    LinkedinPost: {
      id: string;
      /** @description urn:li:organization:… or urn:li:person:…. */
      author_id: string | null;
      /** @description Plain text; hashtags and mentions by their words. */
      text: string;
      /** @description public, connections, logged_in or container. */
      visibility: string | null;
      /** @description published, draft, publish_requested or publish_failed. */
      state: string | null;
      content: components["schemas"]["LinkedinContent"] | null;
      /** @description The post that this one shares again. */
      reshare_of: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      /** Format: date-time */
      published_at: string | null;
      /** @description Opens it in the browser. */
      url: string;
    };
    ListAccountsIntegration: {
      /** Format: uuid */
      id: string;
      provider: components["schemas"]["Provider"];
      /** @enum {string} */
      status: "active" | "pending" | "expired" | "revoked";
      /** Format: date-time */
      connected_at: string;
    };
    MailAddress: {
      name: string | null;
      email: string;
    };
    MailAttachment: {
      /** @description Names the attachment within its message. */
      id: string;
      filename: string;
      mime_type: string;
      /** @description Bytes. */
      size: number | null;
      /** @description Shown within the HTML body. */
      inline: boolean;
      content_id: string | null;
    };
    MailBody: {
      text: string | null;
      html: string | null;
    };
    MicrosoftAttendeeInput: {
      /**
       * Format: email
       * @description The guest's email address.
       */
      email: string;
      /** @description The guest's name. */
      name?: string;
      /** @description Whether the guest may stay away. */
      optional?: boolean;
    };
    MicrosoftBusyTime: {
      calendars: components["schemas"]["MicrosoftBusyTimeCalendar"][];
    };
    MicrosoftBusyTimeCalendar: {
      /** @description The address that was asked for. */
      id: string;
      busy: {
        start: string | null;
        end: string | null;
        /** @description busy, tentative, out_of_office or working_elsewhere. */
        show_as: string;
      }[];
      /** @description Why this one could not be read. */
      errors: string[];
    };
    MicrosoftCalendar: {
      id: string;
      name: string;
      is_primary: boolean;
      can_edit: boolean;
      can_share: boolean;
      color: string | null;
      owner: components["schemas"]["Organizer"] | null;
    };
    MicrosoftContact: {
      id: string;
      name: string | null;
      first_name: string | null;
      last_name: string | null;
      emails: string[];
      phones: string[];
      company: string | null;
      /** @description Position in the company. */
      title: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    MicrosoftEmail: {
      /** @description The provider's id of the message. */
      id: string;
      /** @description The provider's id of its conversation. */
      thread_id: string;
      subject: string;
      from: components["schemas"]["MailAddress"] | null;
      to: components["schemas"]["MailAddress"][];
      cc: components["schemas"]["MailAddress"][];
      bcc: components["schemas"]["MailAddress"][];
      reply_to: components["schemas"]["MailAddress"][];
      /**
       * Format: date-time
       * @description When the mailbox received it.
       */
      date: string | null;
      /** @description Its first words. */
      snippet: string;
      is_unread: boolean;
      is_draft: boolean;
      /** @description The Message-ID header, as replies name it. */
      message_id_header: string | null;
      body: components["schemas"]["MailBody"];
      attachments: components["schemas"]["MailAttachment"][];
      /** Format: date-time */
      sent_at: string | null;
      /** @description False where all of them are shown within the HTML body. */
      has_attachments: boolean;
      /** @description low, normal or high. */
      importance: string;
      /** @description not_flagged, flagged or complete. */
      flag: string;
      categories: string[];
      folder_id: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
    };
    MicrosoftEvent: {
      id: string;
      calendar_id: string;
      title: string;
      /** @description As plain text. */
      description: string | null;
      location: string | null;
      start: components["schemas"]["EventTime"] | null;
      /** @description When it ends; the date of an all-day event is the day after its last. */
      end: components["schemas"]["EventTime"] | null;
      all_day: boolean;
      /** @description confirmed, tentative or cancelled. */
      status: string;
      organizer: components["schemas"]["Organizer"] | null;
      attendees: components["schemas"]["Attendee"][];
      /** @description The series that this is one event of. */
      recurring_event_id: string | null;
      meeting_url: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** @description busy or free; some providers know more, such as tentative. */
      show_as: string;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      /** @description single, series, occurrence or exception. */
      type: string;
      recurrence: components["schemas"]["MicrosoftRecurrence"] | null;
      /** @description normal, personal, private or confidential. */
      visibility: string;
      /** @description The user's own answer, in the words of the guests'. */
      own_response: string;
      /** @description Minutes before the start; null for none. */
      reminder_minutes: number | null;
      categories: string[];
    };
    MicrosoftFile: {
      id: string;
      name: string;
      mime_type: string;
      /** @description folder, or what sort of file it is. */
      kind: string;
      /** @description Bytes; null where the provider keeps none. */
      size: number | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      modified_at: string | null;
      /** @description Ids of the folders it is in. */
      parents: string[];
      /** @description Opens it in the browser. */
      url: string | null;
      shared: boolean;
      /** @description Where it is, by the names of its folders. */
      path: string | null;
      /** @description How many things are in a folder. */
      child_count: number | null;
      created_by: components["schemas"]["Organizer"] | null;
      modified_by: components["schemas"]["Organizer"] | null;
      drive_id: string | null;
      /** @description What it points to in another drive, for things that others share. */
      remote: components["schemas"]["MicrosoftRemote"] | null;
      etag: string | null;
    };
    MicrosoftFileList: {
      files: components["schemas"]["MicrosoftFile"][];
      /** @description For the next page; null on the last one. */
      next_cursor: string | null;
    };
    MicrosoftFolder: {
      id: string;
      name: string;
      parent_id: string | null;
      /** @description How many folders are in it. */
      folders: number;
      unread: number;
      total: number;
      is_hidden: boolean;
    };
    MicrosoftMe: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      email: string | null;
      avatar_url: string | null;
      /** @description The name the account signs in with. */
      user_principal_name: string | null;
      /** @description Position in the company. */
      title: string | null;
      office: string | null;
      phone: string | null;
      language: string | null;
    };
    MicrosoftMessage: {
      /** @description The provider's id of the message. */
      id: string;
      /** @description The provider's id of its conversation. */
      thread_id: string;
      subject: string;
      from: components["schemas"]["MailAddress"] | null;
      to: components["schemas"]["MailAddress"][];
      cc: components["schemas"]["MailAddress"][];
      bcc: components["schemas"]["MailAddress"][];
      reply_to: components["schemas"]["MailAddress"][];
      /**
       * Format: date-time
       * @description When the mailbox received it.
       */
      date: string | null;
      /** @description Its first words. */
      snippet: string;
      is_unread: boolean;
      is_draft: boolean;
      /** @description The Message-ID header, as replies name it. */
      message_id_header: string | null;
      /** Format: date-time */
      sent_at: string | null;
      /** @description False where all of them are shown within the HTML body. */
      has_attachments: boolean;
      /** @description low, normal or high. */
      importance: string;
      /** @description not_flagged, flagged or complete. */
      flag: string;
      categories: string[];
      folder_id: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
    };
    MicrosoftRecurrence: {
      /** @description daily, weekly, absoluteMonthly, relativeMonthly, absoluteYearly or relativeYearly. */
      frequency: string;
      interval: number;
      days_of_week: string[];
      day_of_month: number | null;
      month: number | null;
      /** @description Which week of the month: first, second, third, fourth or last. */
      week: string | null;
      /**
       * Format: date
       * @description First day.
       */
      from: string | null;
      /**
       * Format: date
       * @description Last day; null where it goes on.
       */
      until: string | null;
      count: number | null;
    };
    /** @description Repetition; a change of it needs `start` as well. */
    MicrosoftRecurrenceInput: {
      /**
       * @description How often; monthly and yearly fall on the day of the start.
       * @enum {string}
       */
      frequency: "daily" | "weekly" | "monthly" | "yearly";
      /** @description Every how many of them; 1 unless given. */
      interval?: number;
      /** @description On which days of the week; for weekly. The start's own unless given. */
      days_of_week?: ("sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday")[];
      /**
       * Format: date
       * @description Last day.
       */
      until?: string;
      /** @description How many times. */
      count?: number;
    };
    MicrosoftRemote: {
      drive_id: string | null;
      id: string;
    };
    MicrosoftReplyToEmailResult: {
      /** @description Outlook gives no id to a mail that it has accepted. */
      id: null;
      /**
       * @description Accepted for sending; not yet delivered.
       * @constant
       */
      status: "accepted";
    };
    MicrosoftSharingLink: {
      url: string;
      /** @description view, edit or embed. */
      type: string | null;
      /** @description anonymous, organization or users. */
      scope: string | null;
      /** Format: date-time */
      expires_at: string | null;
    };
    MicrosoftStartInput: {
      /**
       * Format: date
       * @description A day, for all-day events: 2026-02-01.
       */
      date?: string;
      /** @description A time with its offset, 2026-02-01T09:00:00+01:00, or without one beside a time_zone. */
      date_time?: string;
      /** @description IANA or Windows zone, such as Europe/Madrid, of a time without an offset; UTC unless given. */
      time_zone?: string;
    };
    NotionBlock: {
      id: string;
      /** @description Notion's word, such as paragraph, to_do or table. */
      type: string;
      /** @description The block as Markdown. */
      markdown: string;
      /** @description What Notion holds of the block, in its own form. */
      content: {
        [key: string]: unknown;
      };
      has_children: boolean;
      parent: components["schemas"]["NotionParent"] | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      in_trash: boolean;
    };
    NotionBlockDetails: {
      /** @description The new blocks, without those within them. */
      block_ids: string[];
      /** @description False where Notion failed on the way: the rest is missing. */
      is_complete: boolean;
    };
    NotionComment: {
      id: string;
      parent: components["schemas"]["NotionParent"] | null;
      /** @description The thread that it is in. */
      discussion_id: string | null;
      /** @description The comment as Markdown. */
      markdown: string;
      /** @description Its text alone. */
      text: string;
      author_id: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    NotionCreatePageResult: {
      id: string;
      /** @description The text of the property that is the page's title. */
      title: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** @description Where everybody can read it, if it is published. */
      public_url: string | null;
      parent: components["schemas"]["NotionParent"] | null;
      /** @description An emoji, or a picture's address. */
      icon: string | null;
      cover_url: string | null;
      /** @description By name: { id, type, value }. A value is text, a number, a flag, or a list of them; a date is { start, end, time_zone }. */
      properties: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      created_by_id: string | null;
      updated_by_id: string | null;
      in_trash: boolean;
      is_locked: boolean;
      /** @description False where Notion failed after the page stood: part of the content is missing. */
      is_complete: boolean;
    };
    NotionDataSource: {
      id: string;
      title: string;
      description: string;
      /** @description Opens it in the browser. */
      url: string | null;
      /** @description An emoji, or a picture's address. */
      icon: string | null;
      parent: components["schemas"]["NotionParent"] | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      in_trash: boolean;
      properties: components["schemas"]["NotionProperty"][];
    };
    NotionDatabase: {
      id: string;
      title: string;
      description: string;
      /** @description Opens it in the browser. */
      url: string | null;
      /** @description An emoji, or a picture's address. */
      icon: string | null;
      parent: components["schemas"]["NotionParent"] | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      in_trash: boolean;
      /** @description The tables within; get_data_source gives their properties. */
      data_sources: components["schemas"]["Workspace"][];
    };
    NotionPage: {
      id: string;
      /** @description The text of the property that is the page's title. */
      title: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** @description Where everybody can read it, if it is published. */
      public_url: string | null;
      parent: components["schemas"]["NotionParent"] | null;
      /** @description An emoji, or a picture's address. */
      icon: string | null;
      cover_url: string | null;
      /** @description By name: { id, type, value }. A value is text, a number, a flag, or a list of them; a date is { start, end, time_zone }. */
      properties: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      created_by_id: string | null;
      updated_by_id: string | null;
      in_trash: boolean;
      is_locked: boolean;
    };
    NotionPageDetails: {
      id: string;
      /** @description The text of the property that is the page's title. */
      title: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** @description Where everybody can read it, if it is published. */
      public_url: string | null;
      parent: components["schemas"]["NotionParent"] | null;
      /** @description An emoji, or a picture's address. */
      icon: string | null;
      cover_url: string | null;
      /** @description By name: { id, type, value }. A value is text, a number, a flag, or a list of them; a date is { start, end, time_zone }. */
      properties: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      created_by_id: string | null;
      updated_by_id: string | null;
      in_trash: boolean;
      is_locked: boolean;
      content: {
        /** @description The whole page as Markdown. */
        markdown: string;
        /** @description Every block in reading order; with format=blocks. */
        blocks: components["schemas"]["NotionBlock"][] | null;
        /** @description Whether something was left out; list_blocks reads on. */
        is_truncated: boolean;
      } | null;
    };
    NotionParent: {
      /** @description page_id, data_source_id, database_id, block_id or workspace. */
      type: string;
      id: string | null;
      database_id: string | null;
    };
    /** @description Where the page goes: exactly one of the three. */
    NotionParentInput: {
      /** @description Make it a page below this one. */
      page_id?: string;
      /** @description Make it a row of this database. */
      database_id?: string;
      /** @description Make it a row of this data source, where a database has several. */
      data_source_id?: string;
    };
    NotionProperty: {
      id: string | null;
      name: string;
      /** @description title, rich_text, number, select, date, people, relation and so on. */
      type: string;
      /** @description What a select, multi_select or status may be. */
      options: string[] | null;
    };
    NotionResult: {
      id: string;
      /** @description page, or data_source for a table of a database. */
      type: string;
      title: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** @description An emoji, or a picture's address. */
      icon: string | null;
      parent: components["schemas"]["NotionParent"] | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      in_trash: boolean;
    };
    NotionUser: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      email: string | null;
      avatar_url: string | null;
      /** @description person or bot. */
      type: string;
    };
    OauthApp: {
      provider: components["schemas"]["Provider"];
      client_id: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    OauthAppDetails: {
      oauth_apps: components["schemas"]["OauthApp"][];
    };
    Organizer: {
      name: string | null;
      email: string | null;
    };
    PipedriveActivity: {
      id: string;
      subject: string | null;
      /** @description The company's word for it, such as call, meeting or task. */
      type: string | null;
      /**
       * Format: date
       * @description A day, such as 2026-01-31.
       */
      due_date: string | null;
      /** @description HH:MM, in UTC; null for the whole day. */
      due_time: string | null;
      /** @description How long, as HH:MM. */
      duration: string | null;
      is_done: boolean;
      /** Format: date-time */
      done_at: string | null;
      /** @description Plain text. */
      note: string | null;
      location: string | null;
      meeting_url: string | null;
      owner_id: string | null;
      deal_id: string | null;
      lead_id: string | null;
      person_id: string | null;
      organization_id: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    PipedriveDeal: {
      id: string;
      title: string | null;
      value: number | null;
      currency: string | null;
      /** @description open, won, lost or deleted. */
      status: string | null;
      /** @description list_stages has its name. */
      stage_id: string | null;
      pipeline_id: string | null;
      person_id: string | null;
      organization_id: string | null;
      owner_id: string | null;
      /** @description Percent. */
      probability: number | null;
      lost_reason: string | null;
      /**
       * Format: date
       * @description A day, such as 2026-01-31.
       */
      expected_close_date: string | null;
      /** Format: date-time */
      won_at: string | null;
      /** Format: date-time */
      lost_at: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** @description By the 40-character key of each. */
      custom_fields: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    PipedriveLead: {
      id: string;
      title: string | null;
      value: number | null;
      currency: string | null;
      person_id: string | null;
      organization_id: string | null;
      owner_id: string | null;
      /** @description How it came in. */
      source: string | null;
      is_archived: boolean;
      /**
       * Format: date
       * @description A day, such as 2026-01-31.
       */
      expected_close_date: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    PipedriveNote: {
      id: string;
      /** @description Plain text. */
      text: string;
      user_id: string | null;
      deal_id: string | null;
      person_id: string | null;
      organization_id: string | null;
      lead_id: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    PipedriveOrganization: {
      id: string;
      name: string | null;
      address: string | null;
      owner_id: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** @description By the 40-character key of each. */
      custom_fields: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    PipedrivePerson: {
      id: string;
      name: string | null;
      first_name: string | null;
      last_name: string | null;
      emails: string[];
      phones: string[];
      company: string | null;
      /** @description Position in the company. */
      title: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      organization_id: string | null;
      owner_id: string | null;
      /** @description By the 40-character key of each. */
      custom_fields: {
        [key: string]: unknown;
      };
    };
    PipedriveResult: {
      id: string;
      /** @description One of deal, person, organization, lead, product, file, project. */
      type: string;
      /** @description Name or title. */
      name: string | null;
      /** @description Of a deal: open, won or lost. */
      status: string | null;
      value: number | null;
      currency: string | null;
      emails: string[];
      phones: string[];
      stage: components["schemas"]["AllowedValue"] | null;
      person: components["schemas"]["AllowedValue"] | null;
      organization: components["schemas"]["AllowedValue"] | null;
      /** @description Opens it in the browser. */
      url: string | null;
    };
    PipedriveStage: {
      id: string;
      name: string | null;
      /** @description Its place in the pipeline. */
      position: number | null;
      /** @description Chance of winning a deal in it, percent. */
      probability: number | null;
      pipeline_id: string;
      pipeline_name: string | null;
    };
    PipedriveUser: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      email: string | null;
      avatar_url: string | null;
      is_active: boolean;
      time_zone: string | null;
    };
    RedirectOrigin: {
      /** @description Exact origins. An empty list lifts the restriction. */
      origins: string[];
    };
    SalesforceAccount: {
      id: string;
      name: string | null;
      website: string | null;
      industry: string | null;
      /** @description Customer, partner, and so on, in the org's own words. */
      type: string | null;
      phone: string | null;
      city: string | null;
      country: string | null;
      employees: number | null;
      annual_revenue: number | null;
      owner_id: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    SalesforceContact: {
      id: string;
      name: string | null;
      first_name: string | null;
      last_name: string | null;
      emails: string[];
      phones: string[];
      company: string | null;
      /** @description Position in the company. */
      title: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      account_id: string | null;
      owner_id: string | null;
    };
    SalesforceCreateRecordInput: {
      /** @description Values by the fields' API names, such as LastName; describe_object gives them. */
      fields: {
        [key: string]: unknown;
      };
    };
    SalesforceField: {
      /** @description The API name. */
      name: string;
      label: string | null;
      /** @description Salesforce's word for it, such as string, picklist, reference or datetime. */
      type: string;
      max_length: number | null;
      is_custom: boolean;
      /** @description Whether a new record needs it. */
      is_required: boolean;
      can_create: boolean;
      can_update: boolean;
      /** @description The name that SOQL follows, as in Account.Name. */
      relationship: string | null;
      refers_to: string[];
      choices: {
        value: string;
        label: string | null;
      }[];
    };
    SalesforceLead: {
      id: string;
      name: string | null;
      first_name: string | null;
      last_name: string | null;
      emails: string[];
      phones: string[];
      company: string | null;
      /** @description Position in the company. */
      title: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
      status: string | null;
      source: string | null;
      is_converted: boolean;
      /** @description The contact that it became. */
      converted_contact_id: string | null;
      owner_id: string | null;
    };
    SalesforceObject: {
      /** @description The API name. */
      name: string;
      label: string | null;
      label_plural: string | null;
      /** @description What the ids of its records begin with. */
      id_prefix: string | null;
      is_custom: boolean;
      can_create: boolean;
      can_update: boolean;
      can_delete: boolean;
    };
    SalesforceObjectDetails: {
      /** @description The API name. */
      name: string;
      label: string | null;
      label_plural: string | null;
      /** @description What the ids of its records begin with. */
      id_prefix: string | null;
      is_custom: boolean;
      can_create: boolean;
      can_update: boolean;
      can_delete: boolean;
      fields: components["schemas"]["SalesforceField"][];
    };
    SalesforceOpportunity: {
      id: string;
      name: string | null;
      stage: string | null;
      /** @description In the currency of the opportunity. */
      amount: number | null;
      /**
       * Format: date
       * @description When it is expected to close, or did.
       */
      close_date: string | null;
      /** @description Percent. */
      probability: number | null;
      is_closed: boolean;
      is_won: boolean;
      account_id: string | null;
      account_name: string | null;
      owner_id: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** Format: date-time */
      created_at: string | null;
      /** Format: date-time */
      updated_at: string | null;
    };
    SalesforceRecord: {
      /** @description Null for sums and counts, and where Id was not selected. */
      id: string | null;
      /** @description The object's API name, such as Contact. */
      type: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
      /** @description The fields by their API names. */
      fields: {
        [key: string]: unknown;
      };
    };
    SalesforceResult: {
      id: string;
      /** @description Account, Contact, Lead, Opportunity or Case. */
      type: string;
      name: string | null;
      company: string | null;
      email: string | null;
      phone: string | null;
      /** @description The stage of an opportunity, the status of a case. */
      status: string | null;
      /** @description Opens it in the browser. */
      url: string | null;
    };
    SalesforceTask: {
      id: string;
      /** @description The object's API name, such as Contact. */
      type: string;
      /** @description Opens it in the browser. */
      url: string | null;
    };
    Session: {
      /** Format: uuid */
      session_id: string;
      /** @description Absent until the person has chosen one. */
      provider?: components["schemas"]["Provider"];
      /** @enum {string} */
      status: "pending" | "completed" | "expired" | "failed";
      /** @description Present when the status is failed. */
      error?: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      expires_at: string;
      identity?: components["schemas"]["Identity"];
    };
    SlackBlockInput: {
      /** @description Kind of block, such as section. */
      type: string;
    } & {
      [key: string]: unknown;
    };
    SlackChannel: {
      id: string;
      /** @description Without #; null for a direct message. */
      name: string | null;
      /**
       * @description im is a direct message, mpim one between several people.
       * @enum {string}
       */
      type: "public" | "private" | "im" | "mpim";
      topic: string;
      purpose: string;
      is_archived: boolean;
      /** @description Whether the app is in it. */
      is_member: boolean;
      /** @description Whether it is the channel that everybody is in. */
      is_general: boolean;
      /** @description Whether other workspaces share it. */
      is_shared: boolean;
      /** @description Null where Slack does not say. */
      member_count: number | null;
      /** @description User id. */
      creator: string | null;
      /** @description The other person of a direct message. */
      user_id: string | null;
      /** @description When it was made. ISO 8601. */
      created_at: string | null;
    };
    SlackChannelList: {
      channels: components["schemas"]["SlackChannel"][];
      /** @description For the next page; null on the last one. */
      next_cursor: string | null;
    };
    SlackDm: {
      /** @description For send_message and list_messages. */
      channel_id: string;
      /** @description Whether the conversation was open before. */
      was_open: boolean;
    };
    SlackFile: {
      id: string;
      name: string | null;
      mime_type: string | null;
      /** @description Bytes. */
      size: number | null;
      /** @description Can be read with Slack credentials only. */
      url_private: string | null;
      permalink: string | null;
    };
    SlackMessage: {
      /** @description Unique within the channel. */
      id: string;
      channel_id: string;
      /** @description Who wrote it; null for some apps. */
      user_id: string | null;
      /** @description In the provider's markup. */
      text: string;
      /** @description The text for people: mentions, links and escapes resolved. */
      plain_text: string;
      /**
       * Format: date-time
       * @description Last change.
       */
      edited_at: string | null;
      /**
       * Format: date-time
       * @description When it was sent.
       */
      created_at: string;
      ts: string;
      bot_id: string | null;
      /** @description Name that an app has posted under. */
      username: string | null;
      /** @description Null for what a person or an app has written; else such as channel_join. */
      subtype: string | null;
      /** @description The ts of the thread's first message. */
      thread_ts: string | null;
      is_thread_parent: boolean;
      reply_count: number;
      reactions: components["schemas"]["SlackMessageReaction"][];
      files: components["schemas"]["SlackFile"][];
    };
    SlackMessageList: {
      messages: components["schemas"]["SlackMessage"][];
      /** @description For the next page; null on the last one. */
      next_cursor: string | null;
    };
    SlackMessageReaction: {
      /** @description Name of the emoji, without colons. */
      name: string;
      count: number;
      /** @description Who reacted; Slack may leave some out. */
      user_ids: string[];
    };
    SlackMessageSummary: {
      /** @description Unique within the channel. */
      id: string;
      channel_id: string;
      /** @description Who wrote it; null for some apps. */
      user_id: string | null;
      /** @description In the provider's markup. */
      text: string;
      /** @description The text for people: mentions, links and escapes resolved. */
      plain_text: string;
      /**
       * Format: date-time
       * @description Last change.
       */
      edited_at: string | null;
      /**
       * Format: date-time
       * @description When it was sent.
       */
      created_at: string;
      ts: string;
      channel_name: string | null;
      username: string | null;
      /** @description URL for people. */
      permalink: string | null;
    };
    SlackPin: {
      /** @description Unique within the channel. */
      id: string;
      channel_id: string;
      /** @description Who wrote it; null for some apps. */
      user_id: string | null;
      /** @description In the provider's markup. */
      text: string;
      /** @description The text for people: mentions, links and escapes resolved. */
      plain_text: string;
      /**
       * Format: date-time
       * @description Last change.
       */
      edited_at: string | null;
      /**
       * Format: date-time
       * @description When it was sent.
       */
      created_at: string;
      ts: string;
      permalink: string | null;
      /** @description User id. */
      pinned_by: string | null;
      /** @description When it was pinned. ISO 8601. */
      pinned_at: string | null;
    };
    SlackReaction: {
      channel_id: string;
      ts: string;
      reactions: components["schemas"]["SlackMessageReaction"][];
    };
    SlackScheduledMessage: {
      id: string;
      channel_id: string;
      /** @description In Slack's markup. */
      text: string;
      /** @description When Slack will send it. ISO 8601. */
      send_at: string;
      /** @description When it was scheduled; null where Slack does not say. ISO 8601. */
      created_at: string | null;
    };
    SlackStatus: {
      text: string;
      emoji: string;
      /** @description When the status ends. ISO 8601. */
      expires_at: string | null;
    };
    SlackTeam: {
      id: string;
      name: string;
      /** @description First part of <domain>.slack.com. */
      domain: string | null;
      /** @description Addresses that may join by themselves. */
      email_domain: string | null;
      url: string | null;
      icon_url: string | null;
    };
    SlackUser: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      /** @description Null without the scope users:read.email. */
      email: string | null;
      avatar_url: string | null;
      /** @description The name the person goes by in Slack. */
      display_name: string | null;
      real_name: string | null;
      /** @description Job title. */
      title: string | null;
      status: components["schemas"]["SlackStatus"];
      /** @description Slack's old handle; not what people see. */
      username: string | null;
      /** @description IANA name. */
      timezone: string | null;
      is_bot: boolean;
      is_admin: boolean;
      is_owner: boolean;
      is_guest: boolean;
      /** @description Whether the account is deactivated. */
      is_deleted: boolean;
      /** @description Id of the workspace. */
      team_id: string | null;
    };
    SlackUserProfile: {
      user_id: string;
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      /** @description Null without the scope users:read.email. */
      email: string | null;
      avatar_url: string | null;
      /** @description The name the person goes by in Slack. */
      display_name: string | null;
      real_name: string | null;
      /** @description Job title. */
      title: string | null;
      status: components["schemas"]["SlackStatus"];
      phone: string | null;
      pronouns: string | null;
    };
    Source: {
      /** Format: uuid */
      id: string;
      /** @description The source's name, such as gmail. */
      name: string;
      /** @description The thing that is watched; null where there is one alone. */
      resource: string | null;
      /**
       * @description Whether events are pushed or polled.
       * @enum {string}
       */
      mode: "push" | "poll";
      /** @enum {string} */
      state: "pending" | "active" | "failed";
      /**
       * Format: date-time
       * @description When the subscription ends unless the gateway renews it, as it does in time.
       */
      expires_at: string | null;
      /** @description Why it failed. */
      error: components["schemas"]["SourceError"] | null;
    };
    SourceDetails: {
      sources: components["schemas"]["Source"][];
    };
    SourceError: {
      code: string;
      message: string;
    };
    StartedConnect: {
      /** @description The provider's authorization page, or ours; open it in the user's browser. */
      connect_url: string;
      /** Format: uuid */
      session_id: string;
      /** Format: date-time */
      expires_at: string;
    };
    Tool: {
      /** @constant */
      type: "function";
      function: components["schemas"]["ToolFunction"];
      metadata: components["schemas"]["ToolMetadata"];
      /** @description Relevance; in search answers only. */
      score?: number;
    };
    ToolFunction: {
      name: string;
      description: string;
      /** @description JSON Schema of the arguments. */
      parameters: {
        [key: string]: unknown;
      };
    };
    ToolMetadata: {
      provider: components["schemas"]["Provider"];
      service: string;
      /** @description `<service>.<action>`. */
      permission: string;
      method: string;
      path: string;
      /** @description Whether a call would find a usable integration. */
      connected: boolean;
    };
    ToolName: {
      tools: components["schemas"]["Tool"][];
      total: number;
    };
    TwitterAuthor: {
      id: string;
      username: string;
      name: string;
    };
    TwitterMe: {
      id: string;
      /** @description As it is shown to others. */
      name: string | null;
      email: string | null;
      avatar_url: string | null;
      /** @description The name behind the @. */
      username: string;
      /** @description What they say of themselves. */
      description: string | null;
      is_verified: boolean;
      /** @description Only approved followers see the posts. */
      is_protected: boolean;
      metrics: components["schemas"]["TwitterMeMetrics"];
      /** Format: date-time */
      created_at: string | null;
      /** @description Opens the profile in the browser. */
      url: string;
    };
    TwitterMeMetrics: {
      followers: number;
      following: number;
      posts: number;
      listed: number;
    };
    TwitterMedia: {
      /** @description photo, video or animated_gif. */
      type: string;
      /** @description The picture, or a still of the video. */
      url: string | null;
      alt_text: string | null;
    };
    TwitterMessage: {
      /** @description Unique within the channel. */
      id: string;
      channel_id: string;
      /** @description Who wrote it; null for some apps. */
      user_id: string | null;
      /** @description In the provider's markup. */
      text: string;
      /** @description The text for people: mentions, links and escapes resolved. */
      plain_text: string;
      /**
       * Format: date-time
       * @description Last change.
       */
      edited_at: string | null;
      /**
       * Format: date-time
       * @description When it was sent.
       */
      created_at: string;
      sender: components["schemas"]["TwitterAuthor"] | null;
      media: components["schemas"]["TwitterMedia"][];
    };
    /** @description How often. */
    TwitterMetrics: {
      replies: number;
      reposts: number;
      likes: number;
      quotes: number;
      bookmarks: number;
      impressions: number;
    };
    TwitterPost: {
      id: string;
      /** @description For people: the whole text, links written out. */
      text: string;
      author_id: string | null;
      author: components["schemas"]["TwitterAuthor"] | null;
      /** Format: date-time */
      created_at: string | null;
      /** @description The post that the thread began with. */
      conversation_id: string | null;
      in_reply_to_user_id: string | null;
      references: components["schemas"]["TwitterReference"][];
      metrics: components["schemas"]["TwitterMetrics"];
      media: components["schemas"]["TwitterMedia"][];
      lang: string | null;
      /** @description Opens it in the browser. */
      url: string;
    };
    TwitterPostList: {
      posts: components["schemas"]["TwitterPost"][];
      /** @description For the next page; null on the last one. */
      next_cursor: string | null;
    };
    TwitterReference: {
      /** @description replied_to, quoted or retweeted. */
      type: string;
      id: string;
      /** @description The whole text of that post, where X gives it; of a repost, read this one. */
      text: string | null;
    };
    Usage: {
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
      calls: number;
      errors: number;
      by_day: {
        /** Format: date */
        day: string;
        calls: number;
        errors: number;
      }[];
      by_provider: components["schemas"]["UsageOfProvider"][];
      by_status: {
        status: number | null;
        calls: number;
      }[];
      limits: {
        tier: string;
        /** @description Null where it is unlimited. */
        per_minute: number | null;
        /** @description Null where it is unlimited. */
        per_day: number | null;
        /** @description Of the window with fewer calls remaining. */
        limit: number | null;
        remaining: number | null;
        /** @description Unix seconds. */
        reset: number;
      };
      /** @description The current UTC month of a partner, whatever the filters say; null without a partner profile. */
      partner: {
        tier: string;
        /** @description UTC, such as 2026-11. */
        month: string;
        /** @description Calls that the partner's limits counted; those refused with 402 or 429 are not. */
        calls: number;
        /** @description Null where the month is unlimited. */
        quota: number | null;
        /** @description Calls past the quota; they go through where the operator prices them, by default on the tier pro. */
        overage_calls: number;
        /** @description What they cost in US dollars, by default $0.0005 each. */
        overage_usd: number;
      } | null;
    };
    UsageEntry: {
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      timestamp: string;
      request_id: string;
      /** @description The path's template. */
      endpoint: string;
      method: string;
      provider: components["schemas"]["Provider"] | null;
      action: string | null;
      /** @description Null for a call that has not ended, or whose end is not known. */
      status: number | null;
      /** @description Requests that went to the provider. */
      units: number;
      duration_ms: number;
      key_id: string | null;
      account_id: string | null;
      external_id: string | null;
      /** @description How many calls the entry stands for; more than 1 only for refused ones. */
      repeated: number;
    };
    UsageOfProvider: {
      provider: components["schemas"]["Provider"] | null;
      calls: number;
      errors: number;
    };
    WebhookDelivery: {
      /**
       * Format: uuid
       * @description The webhook-id.
       */
      event_id: string;
      type: string;
      /** @enum {string} */
      state: "pending" | "delivered" | "failed";
      is_test: boolean;
      is_replay: boolean;
      /** Format: date-time */
      next_attempt_at: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description The latest 20, oldest first. */
      attempts: components["schemas"]["Attempt"][];
      /** @description What is sent; null where the event is gone. */
      body: {
        [key: string]: unknown;
      } | null;
    };
    WebhookEndpoint: {
      /** Format: uuid */
      id: string;
      /** @description Where to deliver: https, with a host that has public addresses. */
      url: string;
      description: string | null;
      /** @description Types of events; by default all. */
      event_types: string[];
      /** @description Only events of these providers; null for all. */
      providers: components["schemas"]["Provider"][] | null;
      /**
       * @description Whose events: your own (user), those of your connected accounts, or all.
       * @enum {string}
       */
      scope: "all" | "user" | "accounts";
      /** @description With the scope accounts: only the events of these accounts; null for all. */
      account_ids: string[] | null;
      enabled: boolean;
      /** @description gone: it responded with 410. failing: no success for three days. */
      disabled_reason: "manual" | "gone" | "failing" | null;
      /** Format: date-time */
      disabled_at: string | null;
      /** @description Failed attempts in a row. */
      failures: number;
      /** Format: date-time */
      last_success_at: string | null;
      /** @description The queue is full: new events are not queued, and counted as dropped. */
      is_full: boolean;
      /** @description Events that were not queued. */
      dropped: number;
      /**
       * Format: date-time
       * @description Until then the secret before signs as well.
       */
      previous_secret_expires_at: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    WebhookEndpointDetails: {
      webhook_endpoints: components["schemas"]["WebhookEndpoint"][];
    };
    WebhookSecret: {
      /** Format: uuid */
      id: string;
      /** @description Where to deliver: https, with a host that has public addresses. */
      url: string;
      description: string | null;
      /** @description Types of events; by default all. */
      event_types: string[];
      /** @description Only events of these providers; null for all. */
      providers: components["schemas"]["Provider"][] | null;
      /**
       * @description Whose events: your own (user), those of your connected accounts, or all.
       * @enum {string}
       */
      scope: "all" | "user" | "accounts";
      /** @description With the scope accounts: only the events of these accounts; null for all. */
      account_ids: string[] | null;
      enabled: boolean;
      /** @description gone: it responded with 410. failing: no success for three days. */
      disabled_reason: "manual" | "gone" | "failing" | null;
      /** Format: date-time */
      disabled_at: string | null;
      /** @description Failed attempts in a row. */
      failures: number;
      /** Format: date-time */
      last_success_at: string | null;
      /** @description The queue is full: new events are not queued, and counted as dropped. */
      is_full: boolean;
      /** @description Events that were not queued. */
      dropped: number;
      /**
       * Format: date-time
       * @description Until then the secret before signs as well.
       */
      previous_secret_expires_at: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description Verifies the signatures: whsec_ and base64. Never returned again. */
      secret: string;
    };
    Workspace: {
      id: string;
      name: string;
    };
  };
  responses: never;
  parameters: {
    /** @description A connected account's external_id in UTF-8: the call is made for it, and answered as area B. Without it the call is about the key user's own integrations, which a key for partner use only does not reach. */
    "X-Account-Id": string;
    /** @description The same as an RFC 8187 ext-value (`UTF-8''caf%C3%A9`), for ids that no header can hold. Not together with X-Account-Id. */
    "X-Account-Id-Extended": string;
    /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
    "Idempotency-Key": string;
    /** @description Most items to return. */
    limit: number;
    /** @description The previous answer's next_cursor, to continue the list. */
    cursor: string;
    /** @description Add the provider's own object to each item, as `raw`. */
    raw: boolean;
    /**
     * @description Channel id, such as C012AB3CD; list_channels gives it.
     * @example C012AB3CD
     */
    channel: string;
    /** @description Further properties to read, custom ones too: HubSpot's internal names, separated by commas. */
    properties: string;
    /** @description Only what was changed at this time or later, ISO 8601. */
    updated_since: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  list_integrations: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "integrations": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "provider": "google",
           *             "status": "active",
           *             "connected_at": "2026-01-01T09:30:00Z",
           *             "enabled_services": [
           *               {
           *                 "service_name": "Ada Lovelace",
           *                 "is_enabled": true
           *               }
           *             ],
           *             "identity": {
           *               "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *               "name": "Ada Lovelace",
           *               "workspace": {
           *                 "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *                 "name": "Ada Lovelace"
           *               }
           *             },
           *             "sources": [
           *               {
           *                 "name": "Ada Lovelace",
           *                 "resource": "sample",
           *                 "mode": "push",
           *                 "state": "pending",
           *                 "expires_at": "2026-01-01T09:30:00Z",
           *                 "error": {
           *                   "code": "sample",
           *                   "message": "A sentence."
           *                 }
           *               }
           *             ]
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            data: components["schemas"]["IntegrationDetails"];
          };
        };
      };
    };
  };
  start_connect: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "provider": "google",
         *       "redirect_url": "https://example.com/",
         *       "scopes": [
         *         "sample"
         *       ],
         *       "page": true,
         *       "providers": [
         *         "google"
         *       ]
         *     }
         */
        "application/json": {
          /** @description Which provider to connect, such as google; required without a page. */
          provider?: components["schemas"]["Provider"];
          /** @description Where the browser goes afterwards; https, at most 2,048 characters. */
          redirect_url: string;
          /** @description The provider's scopes to ask for, instead of the default set. */
          scopes?: string[];
          /** @description Whether connect_url is our own page, which says who asks for what before the person goes on. */
          page?: boolean;
          /** @description With a page and without provider: those to choose among; all that are set up unless said. */
          providers?: components["schemas"]["Provider"][];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "connect_url": "https://example.com/",
           *         "session_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "expires_at": "2026-01-01T09:30:00Z"
           *       }
           *     }
           */
          "application/json": {
            data: components["schemas"]["StartedConnect"];
          };
        };
      };
    };
  };
  get_connect_session: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The connect session's id.
         * @example sample
         */
        sessionId: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "session_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "provider": "google",
           *         "status": "pending",
           *         "error": "A sentence.",
           *         "created_at": "2026-01-01T09:30:00Z",
           *         "expires_at": "2026-01-01T09:30:00Z",
           *         "identity": {
           *           "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *           "name": "Ada Lovelace",
           *           "workspace": {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "name": "Ada Lovelace"
           *           }
           *         }
           *       }
           *     }
           */
          "application/json": {
            data: components["schemas"]["Session"];
          };
        };
      };
    };
  };
  disconnect_integration: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description A provider, such as google.
         * @example google
         */
        provider: components["schemas"]["Provider"];
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true,
           *         "provider": "google"
           *       }
           *     }
           */
          "application/json": {
            data: components["schemas"]["AccountIntegration"];
          };
        };
      };
    };
  };
  list_sources: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description A provider, such as google.
         * @example google
         */
        provider: components["schemas"]["Provider"];
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "sources": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "name": "Ada Lovelace",
           *             "resource": "sample",
           *             "mode": "push",
           *             "state": "pending",
           *             "expires_at": "2026-01-01T09:30:00Z",
           *             "error": {
           *               "code": "sample",
           *               "message": "A sentence."
           *             }
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SourceDetails"];
          };
        };
      };
    };
  };
  choose_source: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description A provider, such as google.
         * @example google
         */
        provider: components["schemas"]["Provider"];
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Ada Lovelace",
         *       "resource": "sample"
         *     }
         */
        "application/json": {
          /** @description A source of the provider that watches chosen things. */
          name: string;
          /** @description The thing to watch, such as a repository. */
          resource: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "name": "Ada Lovelace",
           *         "resource": "sample",
           *         "mode": "push",
           *         "state": "pending",
           *         "expires_at": "2026-01-01T09:30:00Z",
           *         "error": {
           *           "code": "sample",
           *           "message": "A sentence."
           *         }
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["Source"];
          };
        };
      };
    };
  };
  delete_source: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description A provider, such as google.
         * @example google
         */
        provider: components["schemas"]["Provider"];
        /**
         * @description The source's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true,
           *         "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
              id: string;
            };
          };
        };
      };
    };
  };
  list_accounts: {
    parameters: {
      query?: {
        /** @description Only accounts whose external_id begins with this text, then those whose display_name does, in capitals or not. */
        q?: string;
        /** @description Gives each account with its integrations, as one account has them. */
        include?: "integrations";
        /** @description Most accounts to return. */
        limit?: number;
        /** @description How many to skip; without q and cursor. */
        offset?: number;
        /** @description The previous response's next_cursor. */
        cursor?: string;
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "accounts": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "external_id": "user_42",
           *             "display_name": "Ada Lovelace",
           *             "metadata": {},
           *             "created_at": "2026-01-01T09:30:00Z",
           *             "integrations": [
           *               {
           *                 "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *                 "provider": "google",
           *                 "status": "active",
           *                 "connected_at": "2026-01-01T09:30:00Z"
           *               }
           *             ]
           *           }
           *         ],
           *         "total": 1,
           *         "limit": 1,
           *         "offset": 1,
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              accounts: components["schemas"]["Account"][];
              /** @description All of your accounts, whatever q says. */
              total: number;
              limit: number;
              offset: number;
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  create_account: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "external_id": "user_42",
         *       "display_name": "Ada Lovelace",
         *       "metadata": {}
         *     }
         */
        "application/json": {
          /** @description Your own id of the account: 1 to 255 characters without control characters, compared exactly. */
          external_id: string;
          /** @description A name to show, at most 255 characters. */
          display_name?: string | null;
          /** @description Key/value pairs of your own: at most 16 KB, 8 levels deep; given back as they are. */
          metadata?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "external_id": "user_42",
           *         "display_name": "Ada Lovelace",
           *         "metadata": {},
           *         "created_at": "2026-01-01T09:30:00Z"
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["CreateAccountResult"];
          };
        };
      };
    };
  };
  get_account: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The account's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "external_id": "user_42",
           *         "display_name": "Ada Lovelace",
           *         "metadata": {},
           *         "created_at": "2026-01-01T09:30:00Z",
           *         "integrations": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "provider": "google",
           *             "status": "active",
           *             "connected_at": "2026-01-01T09:30:00Z"
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["AccountDetails"];
          };
        };
      };
    };
  };
  delete_account: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The account's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  update_account: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The account's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "display_name": "Ada Lovelace",
         *       "metadata": {}
         *     }
         */
        "application/json": {
          /** @description A name to show, at most 255 characters. */
          display_name?: string | null;
          /** @description Key/value pairs of your own: at most 16 KB, 8 levels deep; given back as they are. */
          metadata?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "external_id": "user_42",
           *         "display_name": "Ada Lovelace",
           *         "metadata": {},
           *         "created_at": "2026-01-01T09:30:00Z"
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["CreateAccountResult"];
          };
        };
      };
    };
  };
  list_account_connect_sessions: {
    parameters: {
      query?: {
        /** @description Most sessions to return. */
        limit?: number;
      };
      header?: never;
      path: {
        /**
         * @description The account's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "sessions": [
           *           {
           *             "session_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "provider": "google",
           *             "status": "pending",
           *             "error": "A sentence.",
           *             "created_at": "2026-01-01T09:30:00Z",
           *             "expires_at": "2026-01-01T09:30:00Z",
           *             "identity": {
           *               "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *               "name": "Ada Lovelace",
           *               "workspace": {
           *                 "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *                 "name": "Ada Lovelace"
           *               }
           *             }
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["AccountConnectSession"];
          };
        };
      };
    };
  };
  start_account_connect: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The account's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "provider": "google",
         *       "redirect_url": "https://example.com/",
         *       "scopes": [
         *         "sample"
         *       ],
         *       "page": true,
         *       "providers": [
         *         "google"
         *       ],
         *       "confirm": true
         *     }
         */
        "application/json": {
          /** @description Which provider to connect, such as google; required without a page. */
          provider?: components["schemas"]["Provider"];
          /** @description Where the browser goes afterwards; https, at most 2,048 characters. */
          redirect_url: string;
          /** @description The provider's scopes to ask for, instead of the default set. */
          scopes?: string[];
          /** @description Whether connect_url is our own page, which says who asks for what before the person goes on. */
          page?: boolean;
          /** @description With a page and without provider: those to choose among; all that are set up unless said. */
          providers?: components["schemas"]["Provider"][];
          /** @description Whether the integration stays pending until your back end confirms it with the confirm_token of the redirect. */
          confirm?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "connect_url": "https://example.com/",
           *         "session_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "expires_at": "2026-01-01T09:30:00Z"
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["StartedConnect"];
          };
        };
      };
    };
  };
  get_account_connect_session: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The account's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
        /**
         * @description The connect session's id.
         * @example sample
         */
        sessionId: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "session_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "provider": "google",
           *         "status": "pending",
           *         "error": "A sentence.",
           *         "created_at": "2026-01-01T09:30:00Z",
           *         "expires_at": "2026-01-01T09:30:00Z",
           *         "identity": {
           *           "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *           "name": "Ada Lovelace",
           *           "workspace": {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "name": "Ada Lovelace"
           *           }
           *         }
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["Session"];
          };
        };
      };
    };
  };
  list_account_integrations: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The account's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "integrations": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "provider": "google",
           *             "status": "active",
           *             "connected_at": "2026-01-01T09:30:00Z",
           *             "enabled_services": [
           *               {
           *                 "service_name": "Ada Lovelace",
           *                 "is_enabled": true
           *               }
           *             ],
           *             "identity": {
           *               "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *               "name": "Ada Lovelace",
           *               "workspace": {
           *                 "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *                 "name": "Ada Lovelace"
           *               }
           *             },
           *             "sources": [
           *               {
           *                 "name": "Ada Lovelace",
           *                 "resource": "sample",
           *                 "mode": "push",
           *                 "state": "pending",
           *                 "expires_at": "2026-01-01T09:30:00Z",
           *                 "error": {
           *                   "code": "sample",
           *                   "message": "A sentence."
           *                 }
           *               }
           *             ]
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["IntegrationDetails"];
          };
        };
      };
    };
  };
  disconnect_account_integration: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The account's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
        /**
         * @description A provider, such as google.
         * @example google
         */
        provider: components["schemas"]["Provider"];
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "deleted": true,
           *         "provider": "google"
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["AccountIntegration"];
          };
        };
      };
    };
  };
  switch_account_services: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The account's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
        /**
         * @description A provider, such as google.
         * @example google
         */
        provider: components["schemas"]["Provider"];
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "services": {
         *         "sample": true
         *       }
         *     }
         */
        "application/json": {
          /** @description `<service>.<permission>` with false to switch it off, true to let its scopes decide again. */
          services: {
            [key: string]: boolean;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "provider": "google",
           *         "status": "active",
           *         "connected_at": "2026-01-01T09:30:00Z",
           *         "enabled_services": [
           *           {
           *             "service_name": "Ada Lovelace",
           *             "is_enabled": true
           *           }
           *         ],
           *         "identity": {
           *           "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *           "name": "Ada Lovelace",
           *           "workspace": {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "name": "Ada Lovelace"
           *           }
           *         },
           *         "sources": [
           *           {
           *             "name": "Ada Lovelace",
           *             "resource": "sample",
           *             "mode": "push",
           *             "state": "pending",
           *             "expires_at": "2026-01-01T09:30:00Z",
           *             "error": {
           *               "code": "sample",
           *               "message": "A sentence."
           *             }
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["Integration"];
          };
        };
      };
    };
  };
  confirm_account_integration: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The account's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
        /**
         * @description A provider, such as google.
         * @example google
         */
        provider: components["schemas"]["Provider"];
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "confirm_token": "sample"
         *     }
         */
        "application/json": {
          /** @description The one-time text of the redirect. */
          confirm_token: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "provider": "google",
           *         "status": "active",
           *         "connected_at": "2026-01-01T09:30:00Z",
           *         "enabled_services": [
           *           {
           *             "service_name": "Ada Lovelace",
           *             "is_enabled": true
           *           }
           *         ],
           *         "identity": {
           *           "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *           "name": "Ada Lovelace",
           *           "workspace": {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "name": "Ada Lovelace"
           *           }
           *         },
           *         "sources": [
           *           {
           *             "name": "Ada Lovelace",
           *             "resource": "sample",
           *             "mode": "push",
           *             "state": "pending",
           *             "expires_at": "2026-01-01T09:30:00Z",
           *             "error": {
           *               "code": "sample",
           *               "message": "A sentence."
           *             }
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["Integration"];
          };
        };
      };
    };
  };
  list_oauth_apps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "oauth_apps": [
           *           {
           *             "provider": "google",
           *             "client_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "created_at": "2026-01-01T09:30:00Z",
           *             "updated_at": "2026-01-01T09:30:00Z"
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["OauthAppDetails"];
          };
        };
      };
    };
  };
  save_oauth_app: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description A provider, such as google.
         * @example google
         */
        provider: components["schemas"]["Provider"];
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "client_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
         *       "client_secret": "sample"
         *     }
         */
        "application/json": {
          /** @description The client's id, as the provider gave it to you. */
          client_id: string;
          /** @description Its secret; it is sealed and never given out again. */
          client_secret: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "provider": "google",
           *         "client_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "created_at": "2026-01-01T09:30:00Z",
           *         "updated_at": "2026-01-01T09:30:00Z"
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["OauthApp"];
          };
        };
      };
    };
  };
  delete_oauth_app: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description A provider, such as google.
         * @example google
         */
        provider: components["schemas"]["Provider"];
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "deleted": true,
           *         "provider": "google"
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["AccountIntegration"];
          };
        };
      };
    };
  };
  get_redirect_origins: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "origins": [
           *           "https://example.com"
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["RedirectOrigin"];
          };
        };
      };
    };
  };
  replace_redirect_origins: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "origins": [
         *         "https://example.com"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["RedirectOrigin"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "origins": [
           *           "https://example.com"
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["RedirectOrigin"];
          };
        };
      };
    };
  };
  get_brand: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "name": "Ada Lovelace",
           *         "color": "#3a5bd9",
           *         "logo": "https://example.com/"
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["Brand"];
          };
        };
      };
    };
  };
  replace_brand: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "name": "Ada Lovelace",
         *       "color": "#3a5bd9",
         *       "logo": "https://example.com/"
         *     }
         */
        "application/json": components["schemas"]["Brand"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "name": "Ada Lovelace",
           *         "color": "#3a5bd9",
           *         "logo": "https://example.com/"
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["Brand"];
          };
        };
      };
    };
  };
  list_tools: {
    parameters: {
      query?: {
        /** @description true: also tools whose integration is not connected. */
        all?: boolean;
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "tools": [
           *           {
           *             "type": "function",
           *             "function": {
           *               "name": "Ada Lovelace",
           *               "description": "A sentence.",
           *               "parameters": {}
           *             },
           *             "metadata": {
           *               "provider": "google",
           *               "service": "sample",
           *               "permission": "google:gmail.read",
           *               "method": "sample",
           *               "path": "sample",
           *               "connected": true
           *             },
           *             "score": 1
           *           }
           *         ],
           *         "total": 1
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["ToolName"];
          };
        };
      };
    };
  };
  search_tools: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description What to look for, URL-encoded.
         * @example sample
         */
        query: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "tools": [
           *           {
           *             "type": "function",
           *             "function": {
           *               "name": "Ada Lovelace",
           *               "description": "A sentence.",
           *               "parameters": {}
           *             },
           *             "metadata": {
           *               "provider": "google",
           *               "service": "sample",
           *               "permission": "google:gmail.read",
           *               "method": "sample",
           *               "path": "sample",
           *               "connected": true
           *             },
           *             "score": 1
           *           }
           *         ],
           *         "total": 1
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["ToolName"];
          };
        };
      };
    };
  };
  search_tool_names: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description What to look for, URL-encoded.
         * @example sample
         */
        query: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "tools": [
           *           {
           *             "type": "function",
           *             "function": {
           *               "name": "Ada Lovelace",
           *               "description": "A sentence.",
           *               "parameters": {}
           *             },
           *             "metadata": {
           *               "provider": "google",
           *               "service": "sample",
           *               "permission": "google:gmail.read",
           *               "method": "sample",
           *               "path": "sample",
           *               "connected": true
           *             },
           *             "score": 1
           *           }
           *         ],
           *         "total": 1
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["ToolName"];
          };
        };
      };
    };
  };
  list_provider_tools: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description A provider, such as google.
         * @example google
         */
        provider: components["schemas"]["Provider"];
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "tools": [
           *           {
           *             "type": "function",
           *             "function": {
           *               "name": "Ada Lovelace",
           *               "description": "A sentence.",
           *               "parameters": {}
           *             },
           *             "metadata": {
           *               "provider": "google",
           *               "service": "sample",
           *               "permission": "google:gmail.read",
           *               "method": "sample",
           *               "path": "sample",
           *               "connected": true
           *             },
           *             "score": 1
           *           }
           *         ],
           *         "total": 1
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["ToolName"];
          };
        };
      };
    };
  };
  list_service_tools: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description A service, such as gmail.
         * @example sample
         */
        service: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ok": true,
           *       "data": {
           *         "tools": [
           *           {
           *             "type": "function",
           *             "function": {
           *               "name": "Ada Lovelace",
           *               "description": "A sentence.",
           *               "parameters": {}
           *             },
           *             "metadata": {
           *               "provider": "google",
           *               "service": "sample",
           *               "permission": "google:gmail.read",
           *               "method": "sample",
           *               "path": "sample",
           *               "connected": true
           *             },
           *             "score": 1
           *           }
           *         ],
           *         "total": 1
           *       }
           *     }
           */
          "application/json": {
            /** @constant */
            ok: true;
            data: components["schemas"]["ToolName"];
          };
        };
      };
    };
  };
  list_usage: {
    parameters: {
      query?: {
        /** @description Only calls at or after this time, ISO 8601. */
        since?: string;
        /** @description Only calls before this time, ISO 8601. */
        until?: string;
        /** @description Only calls to this provider. */
        provider?: components["schemas"]["Provider"];
        /** @description Only calls of this permission, such as gmail.send. */
        action?: string;
        /** @description Only calls answered with this status. */
        status?: number;
        /** @description Only calls made with this key. */
        key_id?: string;
        /** @description Only calls for this connected account. */
        account_id?: string;
        /** @description Most entries to return. */
        limit?: number;
        /** @description The previous answer's next_cursor. */
        cursor?: string;
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "entries": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "timestamp": "2026-01-01T09:30:00Z",
           *             "request_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "endpoint": "sample",
           *             "method": "sample",
           *             "provider": "google",
           *             "action": "sample",
           *             "status": 1,
           *             "units": 1,
           *             "duration_ms": 1,
           *             "key_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "account_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "external_id": "user_42",
           *             "repeated": 1
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            data: {
              entries: components["schemas"]["UsageEntry"][];
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  summarise_usage: {
    parameters: {
      query?: {
        /** @description Only calls at or after this time, ISO 8601. */
        since?: string;
        /** @description Only calls before this time, ISO 8601. */
        until?: string;
        /** @description Only calls to this provider. */
        provider?: components["schemas"]["Provider"];
        /** @description Only calls of this permission, such as gmail.send. */
        action?: string;
        /** @description Only calls answered with this status. */
        status?: number;
        /** @description Only calls made with this key. */
        key_id?: string;
        /** @description Only calls for this connected account. */
        account_id?: string;
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "from": "2026-01-01T09:30:00Z",
           *         "to": "2026-01-01T09:30:00Z",
           *         "calls": 1,
           *         "errors": 1,
           *         "by_day": [
           *           {
           *             "day": "2026-01-01",
           *             "calls": 1,
           *             "errors": 1
           *           }
           *         ],
           *         "by_provider": [
           *           {
           *             "provider": "google",
           *             "calls": 1,
           *             "errors": 1
           *           }
           *         ],
           *         "by_status": [
           *           {
           *             "status": 1,
           *             "calls": 1
           *           }
           *         ],
           *         "limits": {
           *           "tier": "sample",
           *           "per_minute": 1,
           *           "per_day": 1,
           *           "limit": 1,
           *           "remaining": 1,
           *           "reset": 1
           *         },
           *         "partner": {
           *           "tier": "sample",
           *           "month": "2026-01",
           *           "calls": 1,
           *           "quota": 1,
           *           "overage_calls": 1,
           *           "overage_usd": 1
           *         }
           *       }
           *     }
           */
          "application/json": {
            data: components["schemas"]["Usage"];
          };
        };
      };
    };
  };
  list_audit: {
    parameters: {
      query?: {
        /** @description Only entries at or after this time, ISO 8601. */
        since?: string;
        /** @description Only entries before this time, ISO 8601. */
        until?: string;
        /** @description Only entries of this event, such as key_created. */
        event?: string;
        /** @description Only entries that ended so. */
        outcome?: "success" | "refused" | "failed";
        /** @description Most entries to return. */
        limit?: number;
        /** @description The previous response's next_cursor. */
        cursor?: string;
        /** @description Only entries of what this key did. */
        key_id?: string;
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "entries": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "timestamp": "2026-01-01T09:30:00Z",
           *             "event": "sample",
           *             "actor": {
           *               "kind": "sample",
           *               "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *               "name": "Ada Lovelace"
           *             },
           *             "account_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "resource": {
           *               "kind": "sample",
           *               "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001"
           *             },
           *             "outcome": "sample",
           *             "code": "sample",
           *             "times": 1,
           *             "address": "sample",
           *             "request_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "details": {}
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              entries: components["schemas"]["Entry"][];
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  list_events: {
    parameters: {
      query?: {
        /** @description Only events with this status, or all; left out: unread and read ones. */
        status?: "unread" | "read" | "archived" | "all";
        /** @description Only events of this provider, such as google. */
        provider?: components["schemas"]["Provider"];
        /** @description Only events of this service, such as gmail. */
        service?: string;
        /** @description Only events of this type, such as gmail.message_received. */
        type?: string;
        /** @description Only events received at or after this time, ISO 8601. */
        since?: string;
        /** @description Only events with this text in their title, summary or actor, in capitals or not. */
        q?: string;
        /** @description false: without what the provider sent, which is null then; by default with it. */
        payload?: boolean;
        /** @description Most events to return. */
        limit?: number;
        /** @description The previous response's next_cursor. */
        cursor?: string;
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "events": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "provider": "google",
           *             "service": "sample",
           *             "type": "gmail.message.received",
           *             "title": "sample",
           *             "summary": "sample",
           *             "actor": "sample",
           *             "url": "https://example.com/",
           *             "account_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "external_id": "user_42",
           *             "status": "unread",
           *             "occurred_at": "2026-01-01T09:30:00Z",
           *             "received_at": "2026-01-01T09:30:00Z",
           *             "payload": null
           *           }
           *         ],
           *         "next_cursor": "sample",
           *         "counts": {
           *           "unread": 1,
           *           "read": 1,
           *           "archived": 1
           *         }
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              events: components["schemas"]["Event"][];
              next_cursor: string | null;
              /** @description Events in the inbox, whatever the filters. */
              counts: {
                unread: number;
                read: number;
                archived: number;
              };
            };
          };
        };
      };
    };
  };
  stream_events: {
    parameters: {
      query?: {
        /** @description The id of the last event that you have; the header Last-Event-ID goes first. */
        last_event_id?: string;
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example event: ready
           *     data: {}
           */
          "text/event-stream": string;
        };
      };
    };
  };
  get_event: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The event's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "provider": "google",
           *         "service": "sample",
           *         "type": "gmail.message.received",
           *         "title": "sample",
           *         "summary": "sample",
           *         "actor": "sample",
           *         "url": "https://example.com/",
           *         "account_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "external_id": "user_42",
           *         "status": "unread",
           *         "occurred_at": "2026-01-01T09:30:00Z",
           *         "received_at": "2026-01-01T09:30:00Z",
           *         "payload": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["Event"];
          };
        };
      };
    };
  };
  mark_event: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The event's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "unread"
         *     }
         */
        "application/json": {
          /**
           * @description The event's new status.
           * @enum {string}
           */
          status: "unread" | "read" | "archived";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "provider": "google",
           *         "service": "sample",
           *         "type": "gmail.message.received",
           *         "title": "sample",
           *         "summary": "sample",
           *         "actor": "sample",
           *         "url": "https://example.com/",
           *         "account_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "external_id": "user_42",
           *         "status": "unread",
           *         "occurred_at": "2026-01-01T09:30:00Z",
           *         "received_at": "2026-01-01T09:30:00Z",
           *         "payload": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["Event"];
          };
        };
      };
    };
  };
  mark_events: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "unread",
         *       "ids": [
         *         "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001"
         *       ],
         *       "filter": {
         *         "status": "unread",
         *         "provider": "google",
         *         "service": "sample",
         *         "type": "gmail.message.received",
         *         "since": "2026-01-01T09:30:00Z",
         *         "until": "2026-01-01T09:30:00Z"
         *       },
         *       "cursor": "sample"
         *     }
         */
        "application/json": {
          /**
           * @description The events' new status.
           * @enum {string}
           */
          status: "unread" | "read" | "archived";
          /** @description The events to mark. */
          ids?: string[];
          /** @description Which events to mark, where ids does not name them. */
          filter?: {
            /**
             * @description Only events with this status; left out: unread and read ones.
             * @enum {string}
             */
            status?: "unread" | "read" | "archived";
            /** @description Only events of this provider, such as google. */
            provider?: components["schemas"]["Provider"];
            /** @description Only events of this service, such as gmail. */
            service?: string;
            /** @description Only events of this type, such as gmail.message_received. */
            type?: string;
            /**
             * Format: date-time
             * @description Only events received at or after this time, ISO 8601.
             */
            since?: string;
            /**
             * Format: date-time
             * @description Only events received before this time, ISO 8601.
             */
            until?: string;
          };
          /** @description The previous response's next_cursor. */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "marked": 1,
           *         "remaining": true,
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["EventDetails"];
          };
        };
      };
    };
  };
  list_webhook_endpoints: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "webhook_endpoints": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "url": "https://example.com/",
           *             "description": "A sentence.",
           *             "event_types": [
           *               "sample"
           *             ],
           *             "providers": [
           *               "google"
           *             ],
           *             "scope": "all",
           *             "account_ids": [
           *               "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001"
           *             ],
           *             "enabled": true,
           *             "disabled_reason": "manual",
           *             "disabled_at": "2026-01-01T09:30:00Z",
           *             "failures": 1,
           *             "last_success_at": "2026-01-01T09:30:00Z",
           *             "is_full": true,
           *             "dropped": 1,
           *             "previous_secret_expires_at": "2026-01-01T09:30:00Z",
           *             "created_at": "2026-01-01T09:30:00Z",
           *             "updated_at": "2026-01-01T09:30:00Z"
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            data: components["schemas"]["WebhookEndpointDetails"];
          };
        };
      };
    };
  };
  create_webhook_endpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://example.com/",
         *       "description": "A sentence.",
         *       "event_types": [
         *         "sample"
         *       ],
         *       "providers": [
         *         "google"
         *       ],
         *       "scope": "all",
         *       "account_ids": [
         *         "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001"
         *       ]
         *     }
         */
        "application/json": {
          /** @description Where to deliver: https, with a host that has public addresses. */
          url: string;
          description?: string | null;
          /** @description Types of events; by default all. */
          event_types?: string[];
          /** @description Only events of these providers; null for all. */
          providers?: components["schemas"]["Provider"][] | null;
          /**
           * @description Whose events: your own (user), those of your connected accounts, or all.
           * @enum {string}
           */
          scope?: "all" | "user" | "accounts";
          /** @description With the scope accounts: only the events of these accounts; null for all. */
          account_ids?: string[] | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "url": "https://example.com/",
           *         "description": "A sentence.",
           *         "event_types": [
           *           "sample"
           *         ],
           *         "providers": [
           *           "google"
           *         ],
           *         "scope": "all",
           *         "account_ids": [
           *           "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001"
           *         ],
           *         "enabled": true,
           *         "disabled_reason": "manual",
           *         "disabled_at": "2026-01-01T09:30:00Z",
           *         "failures": 1,
           *         "last_success_at": "2026-01-01T09:30:00Z",
           *         "is_full": true,
           *         "dropped": 1,
           *         "previous_secret_expires_at": "2026-01-01T09:30:00Z",
           *         "created_at": "2026-01-01T09:30:00Z",
           *         "updated_at": "2026-01-01T09:30:00Z",
           *         "secret": "whsec_…"
           *       }
           *     }
           */
          "application/json": {
            data: components["schemas"]["WebhookSecret"];
          };
        };
      };
    };
  };
  get_webhook_endpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The endpoint's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "url": "https://example.com/",
           *         "description": "A sentence.",
           *         "event_types": [
           *           "sample"
           *         ],
           *         "providers": [
           *           "google"
           *         ],
           *         "scope": "all",
           *         "account_ids": [
           *           "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001"
           *         ],
           *         "enabled": true,
           *         "disabled_reason": "manual",
           *         "disabled_at": "2026-01-01T09:30:00Z",
           *         "failures": 1,
           *         "last_success_at": "2026-01-01T09:30:00Z",
           *         "is_full": true,
           *         "dropped": 1,
           *         "previous_secret_expires_at": "2026-01-01T09:30:00Z",
           *         "created_at": "2026-01-01T09:30:00Z",
           *         "updated_at": "2026-01-01T09:30:00Z"
           *       }
           *     }
           */
          "application/json": {
            data: components["schemas"]["WebhookEndpoint"];
          };
        };
      };
    };
  };
  delete_webhook_endpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The endpoint's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  update_webhook_endpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The endpoint's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://example.com/",
         *       "description": "A sentence.",
         *       "event_types": [
         *         "sample"
         *       ],
         *       "providers": [
         *         "google"
         *       ],
         *       "scope": "all",
         *       "account_ids": [
         *         "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001"
         *       ],
         *       "enabled": true
         *     }
         */
        "application/json": {
          /** @description Where to deliver: https, with a host that has public addresses. */
          url?: string;
          description?: string | null;
          /** @description Types of events; by default all. */
          event_types?: string[];
          /** @description Only events of these providers; null for all. */
          providers?: components["schemas"]["Provider"][] | null;
          /**
           * @description Whose events: your own (user), those of your connected accounts, or all.
           * @enum {string}
           */
          scope?: "all" | "user" | "accounts";
          /** @description With the scope accounts: only the events of these accounts; null for all. */
          account_ids?: string[] | null;
          /** @description true starts a stopped endpoint again, and forgets its failures. */
          enabled?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "url": "https://example.com/",
           *         "description": "A sentence.",
           *         "event_types": [
           *           "sample"
           *         ],
           *         "providers": [
           *           "google"
           *         ],
           *         "scope": "all",
           *         "account_ids": [
           *           "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001"
           *         ],
           *         "enabled": true,
           *         "disabled_reason": "manual",
           *         "disabled_at": "2026-01-01T09:30:00Z",
           *         "failures": 1,
           *         "last_success_at": "2026-01-01T09:30:00Z",
           *         "is_full": true,
           *         "dropped": 1,
           *         "previous_secret_expires_at": "2026-01-01T09:30:00Z",
           *         "created_at": "2026-01-01T09:30:00Z",
           *         "updated_at": "2026-01-01T09:30:00Z"
           *       }
           *     }
           */
          "application/json": {
            data: components["schemas"]["WebhookEndpoint"];
          };
        };
      };
    };
  };
  rotate_webhook_secret: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The endpoint's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "url": "https://example.com/",
           *         "description": "A sentence.",
           *         "event_types": [
           *           "sample"
           *         ],
           *         "providers": [
           *           "google"
           *         ],
           *         "scope": "all",
           *         "account_ids": [
           *           "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001"
           *         ],
           *         "enabled": true,
           *         "disabled_reason": "manual",
           *         "disabled_at": "2026-01-01T09:30:00Z",
           *         "failures": 1,
           *         "last_success_at": "2026-01-01T09:30:00Z",
           *         "is_full": true,
           *         "dropped": 1,
           *         "previous_secret_expires_at": "2026-01-01T09:30:00Z",
           *         "created_at": "2026-01-01T09:30:00Z",
           *         "updated_at": "2026-01-01T09:30:00Z",
           *         "secret": "whsec_…"
           *       }
           *     }
           */
          "application/json": {
            data: components["schemas"]["WebhookSecret"];
          };
        };
      };
    };
  };
  list_webhook_deliveries: {
    parameters: {
      query?: {
        state?: "pending" | "delivered" | "failed";
        /** @description Only the delivery of this event. */
        event_id?: string;
        /** @description Most deliveries to return. */
        limit?: number;
        /** @description The previous response's next_cursor. */
        cursor?: string;
      };
      header?: never;
      path: {
        /**
         * @description The endpoint's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deliveries": [
           *           {
           *             "event_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "type": "gmail.message.received",
           *             "state": "pending",
           *             "is_test": true,
           *             "is_replay": true,
           *             "next_attempt_at": "2026-01-01T09:30:00Z",
           *             "created_at": "2026-01-01T09:30:00Z",
           *             "updated_at": "2026-01-01T09:30:00Z",
           *             "attempts": [
           *               {
           *                 "at": "2026-01-01T09:30:00Z",
           *                 "status": 1,
           *                 "duration_ms": 1,
           *                 "error": "A sentence.",
           *                 "response": "sample"
           *               }
           *             ]
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            data: {
              deliveries: components["schemas"]["Delivery"][];
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  get_webhook_delivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The endpoint's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
        /**
         * @description The event's id, or the test's.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        event_id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "event_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *         "type": "gmail.message.received",
           *         "state": "pending",
           *         "is_test": true,
           *         "is_replay": true,
           *         "next_attempt_at": "2026-01-01T09:30:00Z",
           *         "created_at": "2026-01-01T09:30:00Z",
           *         "updated_at": "2026-01-01T09:30:00Z",
           *         "attempts": [
           *           {
           *             "at": "2026-01-01T09:30:00Z",
           *             "status": 1,
           *             "duration_ms": 1,
           *             "error": "A sentence.",
           *             "response": "sample"
           *           }
           *         ],
           *         "body": {}
           *       }
           *     }
           */
          "application/json": {
            data: components["schemas"]["WebhookDelivery"];
          };
        };
      };
    };
  };
  replay_webhook_events: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The endpoint's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
         *       "since": "2026-01-01T09:30:00Z",
         *       "until": "2026-01-01T09:30:00Z"
         *     }
         */
        "application/json": {
          /**
           * Format: uuid
           * @description One event.
           */
          event_id?: string;
          /**
           * Format: date-time
           * @description Events received at or after this time.
           */
          since?: string;
          /**
           * Format: date-time
           * @description With since: and before this one; else until now.
           */
          until?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "queued": 1,
           *         "next_since": "2026-01-01T09:30:00Z"
           *       }
           *     }
           */
          "application/json": {
            data: {
              queued: number;
              /** Format: date-time */
              next_since: string | null;
            };
          };
        };
      };
    };
  };
  test_webhook_endpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The endpoint's id.
         * @example 0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "event_id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001"
           *       }
           *     }
           */
          "application/json": {
            data: {
              /** Format: uuid */
              event_id: string;
            };
          };
        };
      };
    };
  };
  calendly_get_me: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "U-ada",
           *         "name": "Ada Example",
           *         "email": "ada@example.com",
           *         "avatar_url": null,
           *         "scheduling_url": "https://calendly.example.com/ada",
           *         "time_zone": "Europe/London",
           *         "organization_id": "O-acme",
           *         "created_at": "2026-01-01T10:00:00.000000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["CalendlyMe"];
          };
        };
      };
    };
  };
  calendly_list_event_types: {
    parameters: {
      query?: {
        /**
         * @description Only those that can be booked, or only those that are off.
         * @example true
         */
        active?: boolean;
        /** @description Those of everybody in the organization, for its owners and admins, in place of the user's own. */
        whole_organization?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "event_types": [
           *           {
           *             "id": "T-intro",
           *             "name": "Intro call",
           *             "slug": "intro-call",
           *             "description": "Half an hour",
           *             "is_active": true,
           *             "is_secret": false,
           *             "duration_minutes": 30,
           *             "kind": "solo",
           *             "pooling_type": null,
           *             "owner_name": "Ada Example",
           *             "color": "#0088cc",
           *             "location_kinds": [
           *               "zoom_conference"
           *             ],
           *             "questions": [
           *               {
           *                 "question": "What about?",
           *                 "required": true
           *               }
           *             ],
           *             "url": "https://calendly.example.com/ada/intro-call",
           *             "created_at": "2026-01-01T10:00:00.000000Z",
           *             "updated_at": "2026-01-01T10:00:00.000000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              event_types: components["schemas"]["CalendlyEventType"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  calendly_get_event_type: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the event type; list_event_types gives it.
         * @example T-intro
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "T-intro",
           *         "name": "Intro call",
           *         "slug": "intro-call",
           *         "description": "Half an hour",
           *         "is_active": true,
           *         "is_secret": false,
           *         "duration_minutes": 30,
           *         "kind": "solo",
           *         "pooling_type": null,
           *         "owner_name": "Ada Example",
           *         "color": "#0088cc",
           *         "location_kinds": [
           *           "zoom_conference"
           *         ],
           *         "questions": [
           *           {
           *             "question": "What about?",
           *             "required": true
           *           }
           *         ],
           *         "url": "https://calendly.example.com/ada/intro-call",
           *         "created_at": "2026-01-01T10:00:00.000000Z",
           *         "updated_at": "2026-01-01T10:00:00.000000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["CalendlyEventType"];
          };
        };
      };
    };
  };
  calendly_list_available_times: {
    parameters: {
      query: {
        /**
         * @description Where the span begins, such as 2026-01-31T09:00:00Z; it must lie in the future.
         * @example 2026-02-03T01:00:00+01:00
         */
        from: string;
        /**
         * @description Where the span ends, 31 days later at most.
         * @example 2026-02-10T00:00:00Z
         */
        to: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Id of the event type; list_event_types gives it.
         * @example T-intro
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "times": [
           *           {
           *             "start_time": "2026-02-03T09:00:00Z",
           *             "invitees_remaining": 1,
           *             "url": "https://calendly.example.com/ada/intro-call/2026-02-03T09:00:00Z"
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              times: components["schemas"]["CalendlyTime"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  calendly_list_busy_times: {
    parameters: {
      query: {
        /**
         * @description Where the span begins, such as 2026-01-31T09:00:00Z.
         * @example 2026-02-03T00:00:00Z
         */
        from: string;
        /**
         * @description Where the span ends, 7 days later at most.
         * @example 2026-02-04T00:00:00Z
         */
        to: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "busy_times": [
           *           {
           *             "type": "calendly",
           *             "start_time": "2026-02-03T09:00:00.000000Z",
           *             "end_time": "2026-02-03T09:30:00.000000Z",
           *             "event_id": "E-1"
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              busy_times: components["schemas"]["CalendlyBusyTime"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  calendly_list_availability_schedules: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "schedules": [
           *           {
           *             "id": "S-1",
           *             "name": "Working hours",
           *             "is_default": true,
           *             "time_zone": "Europe/London",
           *             "rules": [
           *               {
           *                 "weekday": "monday",
           *                 "date": null,
           *                 "intervals": [
           *                   {
           *                     "from": "09:00",
           *                     "to": "12:00"
           *                   }
           *                 ]
           *               }
           *             ]
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              schedules: components["schemas"]["CalendlySchedule"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  calendly_list_events: {
    parameters: {
      query?: {
        /**
         * @description Only meetings that start at this time or later, such as 2026-01-31T09:00:00Z.
         * @example 2026-02-01T00:00:00Z
         */
        from?: string;
        /**
         * @description Only meetings that start before this time.
         * @example 2026-03-01T00:00:00+01:00
         */
        to?: string;
        /**
         * @description Only meetings that stand, or only cancelled ones.
         * @example confirmed
         */
        status?: "confirmed" | "cancelled";
        /**
         * @description Only meetings with the person of this email address.
         * @example grace@example.com
         */
        invitee_email?: string;
        /**
         * @description Earliest or latest start first.
         * @example desc
         */
        sort?: "asc" | "desc";
        /** @description Those of everybody in the organization, for its owners and admins, in place of the user's own. */
        whole_organization?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "events": [
           *           {
           *             "id": "E-1",
           *             "calendar_id": "U-ada",
           *             "title": "Intro call",
           *             "description": null,
           *             "location": null,
           *             "start": {
           *               "date": null,
           *               "date_time": "2026-02-03T09:00:00.000000Z",
           *               "time_zone": "UTC"
           *             },
           *             "end": {
           *               "date": null,
           *               "date_time": "2026-02-03T09:30:00.000000Z",
           *               "time_zone": "UTC"
           *             },
           *             "all_day": false,
           *             "status": "confirmed",
           *             "organizer": {
           *               "name": "Ada Example",
           *               "email": "ada@example.com"
           *             },
           *             "attendees": [
           *               {
           *                 "response": "accepted",
           *                 "optional": false,
           *                 "email": "ada@example.com",
           *                 "name": "Ada Example",
           *                 "is_organizer": true
           *               }
           *             ],
           *             "recurring_event_id": null,
           *             "meeting_url": "https://zoom.example.com/j/1",
           *             "url": null,
           *             "show_as": "busy",
           *             "created_at": "2026-01-01T10:00:00.000000Z",
           *             "updated_at": "2026-01-01T10:00:00.000000Z",
           *             "event_type_id": "T-intro",
           *             "location_kind": "zoom_conference",
           *             "invitees_count": {
           *               "total": 1,
           *               "active": 1,
           *               "limit": 1
           *             },
           *             "cancellation": null
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              events: components["schemas"]["CalendlyEvent"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  calendly_get_event: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the meeting; list_events gives it.
         * @example E-1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "E-1",
           *         "calendar_id": "U-ada",
           *         "title": "Intro call",
           *         "description": null,
           *         "location": null,
           *         "start": {
           *           "date": null,
           *           "date_time": "2026-02-03T09:00:00.000000Z",
           *           "time_zone": "UTC"
           *         },
           *         "end": {
           *           "date": null,
           *           "date_time": "2026-02-03T09:30:00.000000Z",
           *           "time_zone": "UTC"
           *         },
           *         "all_day": false,
           *         "status": "confirmed",
           *         "organizer": {
           *           "name": "Ada Example",
           *           "email": "ada@example.com"
           *         },
           *         "attendees": [
           *           {
           *             "response": "accepted",
           *             "optional": false,
           *             "email": "ada@example.com",
           *             "name": "Ada Example",
           *             "is_organizer": true
           *           }
           *         ],
           *         "recurring_event_id": null,
           *         "meeting_url": null,
           *         "url": null,
           *         "show_as": "busy",
           *         "created_at": "2026-01-01T10:00:00.000000Z",
           *         "updated_at": "2026-01-01T10:00:00.000000Z",
           *         "event_type_id": "T-intro",
           *         "location_kind": null,
           *         "invitees_count": {
           *           "total": 1,
           *           "active": 1,
           *           "limit": 1
           *         },
           *         "cancellation": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["CalendlyEvent"];
          };
        };
      };
    };
  };
  calendly_list_invitees: {
    parameters: {
      query?: {
        /**
         * @description Only those that stand, or only cancelled ones.
         * @example active
         */
        status?: "active" | "canceled";
        /**
         * @description Only the person of this email address.
         * @example grace@example.com
         */
        email?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Id of the meeting; list_events gives it.
         * @example E-1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "invitees": [
           *           {
           *             "id": "I-1",
           *             "event_id": "E-1",
           *             "email": "grace@example.com",
           *             "name": "Grace Example",
           *             "avatar_url": null,
           *             "first_name": null,
           *             "last_name": null,
           *             "status": "active",
           *             "time_zone": "Europe/London",
           *             "phone": null,
           *             "answers": [
           *               {
           *                 "question": "What about?",
           *                 "answer": "Mills"
           *               }
           *             ],
           *             "tracking": {
           *               "utm_source": "news",
           *               "utm_campaign": "spring"
           *             },
           *             "is_rescheduled": false,
           *             "previous_invitee_id": null,
           *             "next_invitee_id": null,
           *             "is_no_show": false,
           *             "cancellation": null,
           *             "cancel_url": "https://calendly.example.com/cancellations/I-1",
           *             "reschedule_url": "https://calendly.example.com/reschedulings/I-1",
           *             "created_at": "2026-01-01T10:00:00.000000Z",
           *             "updated_at": "2026-01-01T10:00:00.000000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              invitees: components["schemas"]["CalendlyInvitee"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  calendly_cancel_event: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the meeting; list_events gives it.
         * @example E-1
         */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "reason": "Ill"
         *     }
         */
        "application/json": {
          /** @description Why; the invitees read it. */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "event_id": "E-1",
           *         "canceled_by": "Ada Example",
           *         "reason": "Ill",
           *         "canceled_at": "2026-01-02T08:00:00.000000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["CalendlyEventDetails"];
          };
        };
      };
    };
  };
  calendly_create_booking: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_type_id": "T-intro",
         *       "start_time": "2026-02-03T10:00:00+01:00",
         *       "email": "grace@example.com",
         *       "name": "Grace Example",
         *       "time_zone": "Europe/London",
         *       "phone": "+44 20 7946 0000",
         *       "location": {
         *         "kind": "physical",
         *         "location": "1 Mill Lane"
         *       },
         *       "guests": [
         *         "alan@example.com"
         *       ],
         *       "answers": [
         *         {
         *           "question": "What about?",
         *           "answer": "Mills",
         *           "position": 0
         *         }
         *       ]
         *     }
         */
        "application/json": {
          /** @description The kind of meeting; list_event_types gives its id. */
          event_type_id: string;
          /**
           * Format: date-time
           * @description One of the free times of list_available_times.
           */
          start_time: string;
          /** @description Email address of the invitee. */
          email: string;
          /** @description Full name of the invitee. Give this, or first_name and last_name. */
          name?: string;
          /** @description First name of the invitee. */
          first_name?: string;
          /** @description Last name of the invitee. */
          last_name?: string;
          /** @description Of the invitee, such as Europe/Berlin. */
          time_zone: string;
          /** @description For reminders by text message, with country code. */
          phone?: string;
          /** @description Where, if the event type leaves it open. */
          location?: {
            /** @description One of the event type's location_kinds. */
            kind: string;
            /** @description Address or phone number, where it needs one. */
            location?: string;
          };
          /** @description Email addresses of others who come along. */
          guests?: string[];
          /** @description Answers to the event type's questions. */
          answers?: {
            /** @description The event type's question, word by word. */
            question: string;
            /** @description The invitee's answer. */
            answer: string;
            /** @description Place of the question among the event type's, from 0. */
            position: number;
          }[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "I-1",
           *         "event_id": "E-1",
           *         "email": "grace@example.com",
           *         "name": "Grace Example",
           *         "avatar_url": null,
           *         "first_name": null,
           *         "last_name": null,
           *         "status": "active",
           *         "time_zone": "Europe/London",
           *         "phone": null,
           *         "answers": [
           *           {
           *             "question": "What about?",
           *             "answer": "Mills"
           *           }
           *         ],
           *         "tracking": {
           *           "utm_source": "news",
           *           "utm_campaign": "spring"
           *         },
           *         "is_rescheduled": false,
           *         "previous_invitee_id": null,
           *         "next_invitee_id": null,
           *         "is_no_show": false,
           *         "cancellation": null,
           *         "cancel_url": "https://calendly.example.com/cancellations/I-1",
           *         "reschedule_url": "https://calendly.example.com/reschedulings/I-1",
           *         "created_at": "2026-01-01T10:00:00.000000Z",
           *         "updated_at": "2026-01-01T10:00:00.000000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["CalendlyInvitee"];
          };
        };
      };
    };
  };
  calendly_create_scheduling_link: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_type_id": "T-intro"
         *     }
         */
        "application/json": {
          /** @description The kind of meeting; list_event_types gives its id. */
          event_type_id: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "url": "https://calendly.example.com/d/abc",
           *         "event_type_id": "T-intro"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description The page where one meeting can be booked. */
              url: string;
              event_type_id: string;
            };
          };
        };
      };
    };
  };
  discord_list_guilds: {
    parameters: {
      query?: {
        /** @description Only servers whose name contains this. */
        q?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "guilds": [
           *           {
           *             "id": "200000000000000001",
           *             "name": "Acme",
           *             "icon_url": "https://cdn.discordapp.com/icons/200000000000000001/f00d.png",
           *             "features": [],
           *             "member_count": 3,
           *             "online_count": 1,
           *             "created_at": "2016-07-05T21:28:35.820Z",
           *             "url": "https://discord.com/channels/200000000000000001",
           *             "is_owner": true,
           *             "permissions": "309238811712"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              guilds: components["schemas"]["DiscordGuild"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  discord_get_guild: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Server id; list_guilds gives it.
         * @example 200000000000000001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "200000000000000001",
           *         "name": "Acme",
           *         "icon_url": "https://cdn.discordapp.com/icons/200000000000000001/a_f00d.gif",
           *         "features": [
           *           "COMMUNITY"
           *         ],
           *         "member_count": 42,
           *         "online_count": 7,
           *         "created_at": "2016-07-05T21:28:35.820Z",
           *         "url": "https://discord.com/channels/200000000000000001",
           *         "description": "Makes everything.",
           *         "owner_id": "100000000000000008",
           *         "boost_level": 1
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["DiscordGuildDetails"];
          };
        };
      };
    };
  };
  discord_list_roles: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Server id; list_guilds gives it.
         * @example 200000000000000001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "roles": [
           *           {
           *             "id": "200000000000000001",
           *             "name": "@everyone",
           *             "color": null,
           *             "position": 0,
           *             "is_managed": false,
           *             "is_mentionable": false,
           *             "permissions": "309238811712"
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              roles: components["schemas"]["DiscordRole"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  discord_find_members: {
    parameters: {
      query: {
        /**
         * @description How the name starts.
         * @example ad&limit=9
         */
        q: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Server id; list_guilds gives it.
         * @example 200000000000000001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "members": [
           *           {
           *             "id": "100000000000000001",
           *             "name": "ada l.",
           *             "email": null,
           *             "avatar_url": "https://cdn.discordapp.com/avatars/100000000000000001/a1b2c3.png",
           *             "username": "ada",
           *             "nickname": "ada l.",
           *             "role_ids": [
           *               "210000000000000001"
           *             ],
           *             "is_bot": false,
           *             "joined_at": "2026-01-01T00:00:00.000000+00:00"
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              members: components["schemas"]["DiscordMember"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  discord_list_channels: {
    parameters: {
      query?: {
        /** @description Only those whose name contains this. */
        q?: string;
        /** @description Only channels of this type. */
        type?: "text" | "announcement" | "forum" | "media" | "voice" | "stage" | "category";
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Server id; list_guilds gives it.
         * @example 200000000000000001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "channels": [
           *           {
           *             "id": "300000000000000004",
           *             "guild_id": "200000000000000001",
           *             "name": "news",
           *             "type": "announcement",
           *             "topic": null,
           *             "position": 0,
           *             "parent_id": null,
           *             "is_nsfw": false,
           *             "slowmode_seconds": 0,
           *             "last_message_id": "500000000000000001",
           *             "is_archived": false,
           *             "tags": [],
           *             "can_read": true,
           *             "can_send": false,
           *             "created_at": "2017-04-07T20:12:53.730Z",
           *             "url": "https://discord.com/channels/200000000000000001/300000000000000004"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              channels: components["schemas"]["DiscordChannel"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  discord_list_threads: {
    parameters: {
      query?: {
        /** @description Only those whose name contains this. */
        q?: string;
        /** @description Only threads of this channel. */
        channel_id?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Server id; list_guilds gives it.
         * @example 200000000000000001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "threads": [
           *           {
           *             "id": "400000000000000004",
           *             "guild_id": "200000000000000001",
           *             "name": "Wheel",
           *             "type": "public_thread",
           *             "topic": null,
           *             "position": null,
           *             "parent_id": "300000000000000003",
           *             "is_nsfw": false,
           *             "slowmode_seconds": 0,
           *             "last_message_id": "500000000000000002",
           *             "is_archived": false,
           *             "tags": [],
           *             "can_read": true,
           *             "can_send": true,
           *             "created_at": "2018-01-08T18:57:11.640Z",
           *             "url": "https://discord.com/channels/200000000000000001/400000000000000004"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              threads: components["schemas"]["DiscordChannel"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  discord_get_channel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Channel or thread id; list_channels and list_threads give it.
         * @example 300000000000000001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "300000000000000001",
           *         "guild_id": "200000000000000001",
           *         "name": "general",
           *         "type": "text",
           *         "topic": "Talk about anything",
           *         "position": 1,
           *         "parent_id": "300000000000000006",
           *         "is_nsfw": false,
           *         "slowmode_seconds": 0,
           *         "last_message_id": "500000000000000001",
           *         "is_archived": false,
           *         "tags": [],
           *         "can_read": true,
           *         "can_send": true,
           *         "created_at": "2017-04-07T20:12:53.730Z",
           *         "url": "https://discord.com/channels/200000000000000001/300000000000000001"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["DiscordChannel"];
          };
        };
      };
    };
  };
  discord_create_thread: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Channel or thread id; list_channels and list_threads give it.
         * @example 300000000000000001
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Mill",
         *       "archive_after_minutes": 1440
         *     }
         */
        "application/json": {
          /** @description Title. */
          name: string;
          /** @description Id of the message that the thread starts from. */
          message_id?: string;
          /** @description In a forum: the post's text, which it needs. */
          content?: string;
          /** @description In a forum: ids of its tags; get_channel gives them. */
          tag_ids?: string[];
          /** @description Minutes without a message after which it is archived: 60, 1440, 4320 or 10080. */
          archive_after_minutes?: 60 | 1440 | 4320 | 10080;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "400000000000000001",
           *         "guild_id": "200000000000000001",
           *         "name": "Mill",
           *         "type": "public_thread",
           *         "topic": null,
           *         "position": null,
           *         "parent_id": "300000000000000001",
           *         "is_nsfw": false,
           *         "slowmode_seconds": 0,
           *         "last_message_id": "500000000000000002",
           *         "is_archived": false,
           *         "tags": [],
           *         "can_read": true,
           *         "can_send": true,
           *         "created_at": "2018-01-08T18:57:11.640Z",
           *         "url": "https://discord.com/channels/200000000000000001/400000000000000001"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["DiscordChannel"];
          };
        };
      };
    };
  };
  discord_list_messages: {
    parameters: {
      query?: {
        /** @description Only messages before this. A message id, or an ISO 8601 time. */
        before?: string;
        /** @description Only messages after this. A message id, or an ISO 8601 time. */
        after?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Channel or thread id; list_channels and list_threads give it.
         * @example 300000000000000001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "messages": [
           *           {
           *             "id": "500000000000000003",
           *             "channel_id": "300000000000000001",
           *             "guild_id": "200000000000000001",
           *             "user_id": "100000000000000001",
           *             "author": {
           *               "id": "100000000000000001",
           *               "name": "Ada",
           *               "username": "ada",
           *               "avatar_url": "https://cdn.discordapp.com/avatars/100000000000000001/a1b2c3.png",
           *               "is_bot": false
           *             },
           *             "text": "Hi <@100000000000000009>, see <#300000000000000004> <:mill:320000000000000001> at <t:1767225600:F> </help:330000000000000001> <@&210000000000000001>",
           *             "plain_text": "Hi @gateway, see #channel :mill: at 2026-01-01T00:00:00.000Z /help @role",
           *             "type": "reply",
           *             "is_pinned": false,
           *             "is_content_hidden": false,
           *             "attachments": [
           *               {
           *                 "id": "600000000000000001",
           *                 "filename": "plan.pdf",
           *                 "mime_type": "application/pdf",
           *                 "size": 1024,
           *                 "url": "https://cdn.example.com/plan.pdf"
           *               }
           *             ],
           *             "embeds": [
           *               {
           *                 "title": "Mill",
           *                 "description": null,
           *                 "url": "https://example.com/mill"
           *               }
           *             ],
           *             "reactions": [
           *               {
           *                 "emoji": "👍",
           *                 "count": 2
           *               }
           *             ],
           *             "reply_to_id": "500000000000000002",
           *             "thread_id": "400000000000000001",
           *             "url": "https://discord.com/channels/200000000000000001/300000000000000001/500000000000000003",
           *             "edited_at": "2026-01-01T00:05:00.000Z",
           *             "created_at": "2026-01-01T00:00:00.123Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: components["schemas"]["DiscordMessage"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  discord_send_message: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Channel or thread id; list_channels and list_threads give it.
         * @example 300000000000000001
         */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "content": "Hello <@100000000000000001>"
         *     }
         */
        "application/json": {
          /** @description Text, in Discord's Markdown. */
          content?: string;
          /** @description Cards below the text. */
          embeds?: {
            /** @description Heading. */
            title?: string;
            /** @description Text, in Markdown. */
            description?: string;
            /** @description Where the heading leads. */
            url?: string;
            /** @description Colour of the edge, as a number. */
            color?: number;
            /** @description Small parts with a heading each. */
            fields?: {
              /** @description Heading. */
              name: string;
              /** @description Text. */
              value: string;
              /** @description Beside the next one. */
              inline?: boolean;
            }[];
          }[];
          /** @description Id of the message of the same channel that this one answers. */
          reply_to_id?: string;
          /** @description Which mentions in the text notify; users unless said. roles and everyone need the person's right to. */
          mentions?: ("users" | "roles" | "everyone")[];
          /** @description Notify nobody by sound or push. */
          silent?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "500000000000000001",
           *         "channel_id": "300000000000000001",
           *         "guild_id": "200000000000000001",
           *         "user_id": "100000000000000009",
           *         "author": {
           *           "id": "100000000000000009",
           *           "name": "gateway",
           *           "username": "gateway",
           *           "avatar_url": null,
           *           "is_bot": true
           *         },
           *         "text": "Hello <@100000000000000001>",
           *         "plain_text": "Hello @Ada",
           *         "type": "message",
           *         "is_pinned": false,
           *         "is_content_hidden": false,
           *         "attachments": [],
           *         "embeds": [],
           *         "reactions": [],
           *         "reply_to_id": null,
           *         "thread_id": null,
           *         "url": "https://discord.com/channels/200000000000000001/300000000000000001/500000000000000001",
           *         "edited_at": null,
           *         "created_at": "2026-01-01T00:00:00.123Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["DiscordMessage"];
          };
        };
      };
    };
  };
  discord_get_message: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Channel or thread id; list_channels and list_threads give it.
         * @example 300000000000000001
         */
        id: string;
        /**
         * @description Message id; list_messages gives it.
         * @example 500000000000000001
         */
        message_id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "500000000000000001",
           *         "channel_id": "300000000000000001",
           *         "guild_id": "200000000000000001",
           *         "user_id": "100000000000000001",
           *         "author": {
           *           "id": "100000000000000001",
           *           "name": "Ada",
           *           "username": "ada",
           *           "avatar_url": "https://cdn.discordapp.com/avatars/100000000000000001/a1b2c3.png",
           *           "is_bot": false
           *         },
           *         "text": "Hello",
           *         "plain_text": "Hello",
           *         "type": "message",
           *         "is_pinned": false,
           *         "is_content_hidden": false,
           *         "attachments": [],
           *         "embeds": [],
           *         "reactions": [],
           *         "reply_to_id": null,
           *         "thread_id": null,
           *         "url": "https://discord.com/channels/200000000000000001/300000000000000001/500000000000000001",
           *         "edited_at": null,
           *         "created_at": "2026-01-01T00:00:00.123Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["DiscordMessage"];
          };
        };
      };
    };
  };
  discord_delete_message: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Channel or thread id; list_channels and list_threads give it.
         * @example 300000000000000001
         */
        id: string;
        /**
         * @description Message id; list_messages gives it.
         * @example 500000000000000001
         */
        message_id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  discord_add_reaction: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Channel or thread id; list_channels and list_threads give it.
         * @example 300000000000000001
         */
        id: string;
        /**
         * @description Message id; list_messages gives it.
         * @example 500000000000000001
         */
        message_id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "emoji": "👍"
         *     }
         */
        "application/json": {
          /** @description An emoji, or name:id of one that the server has made. */
          emoji: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "channel_id": "300000000000000001",
           *         "message_id": "500000000000000001",
           *         "emoji": "👍"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              channel_id: string;
              message_id: string;
              emoji: string;
            };
          };
        };
      };
    };
  };
  discord_list_pins: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Channel or thread id; list_channels and list_threads give it.
         * @example 300000000000000001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "messages": [
           *           {
           *             "id": "500000000000000002",
           *             "channel_id": "300000000000000001",
           *             "guild_id": "200000000000000001",
           *             "user_id": "100000000000000001",
           *             "author": {
           *               "id": "100000000000000001",
           *               "name": "Ada",
           *               "username": "ada",
           *               "avatar_url": "https://cdn.discordapp.com/avatars/100000000000000001/a1b2c3.png",
           *               "is_bot": false
           *             },
           *             "text": "Rules",
           *             "plain_text": "Rules",
           *             "type": "message",
           *             "is_pinned": true,
           *             "is_content_hidden": false,
           *             "attachments": [],
           *             "embeds": [],
           *             "reactions": [],
           *             "reply_to_id": null,
           *             "thread_id": null,
           *             "url": "https://discord.com/channels/200000000000000001/300000000000000001/500000000000000002",
           *             "edited_at": null,
           *             "created_at": "2026-01-01T00:00:00.123Z",
           *             "pinned_at": "2026-01-01T00:00:00.500Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: components["schemas"]["DiscordPinMessage"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_list_repos: {
    parameters: {
      query?: {
        /** @description Which repositories to return. */
        visibility?: "all" | "public" | "private";
        /** @description How the user relates to them: owner, collaborator, organization_member, separated by commas. */
        affiliation?: string;
        /** @description A shorthand that GitHub refuses together with visibility or affiliation. */
        type?: "all" | "owner" | "public" | "private" | "member";
        /** @description Order; full_name unless said. */
        sort?: "created" | "updated" | "pushed" | "full_name";
        /** @description Sort direction. */
        direction?: "asc" | "desc";
        /** @description Only repositories updated after this time, such as 2026-01-31T09:00:00Z. */
        since?: string;
        /** @description Only repositories updated before this time. */
        before?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "repos": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "name": "Ada Lovelace",
           *             "full_name": "Ada Lovelace",
           *             "owner": {
           *               "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *               "login": "sample",
           *               "type": "gmail.message.received",
           *               "avatar_url": "https://example.com/"
           *             },
           *             "private": true,
           *             "visibility": "sample",
           *             "description": "A sentence.",
           *             "html_url": "https://example.com/",
           *             "clone_url": "https://example.com/",
           *             "ssh_url": "https://example.com/",
           *             "default_branch": "sample",
           *             "language": "sample",
           *             "topics": [
           *               "sample"
           *             ],
           *             "fork": true,
           *             "archived": true,
           *             "is_template": true,
           *             "stargazers_count": 1,
           *             "forks_count": 1,
           *             "open_issues_count": 1,
           *             "size_kb": 1,
           *             "has_issues": true,
           *             "license": "sample",
           *             "permissions": {
           *               "admin": true,
           *               "maintain": true,
           *               "push": true,
           *               "triage": true,
           *               "pull": true
           *             },
           *             "pushed_at": "2026-01-01T09:30:00Z",
           *             "created_at": "2026-01-01T09:30:00Z",
           *             "updated_at": "2026-01-01T09:30:00Z"
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubRepoList"];
          };
        };
      };
    };
  };
  github_get_repo: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "501",
           *         "name": "site",
           *         "full_name": "acme/site",
           *         "owner": {
           *           "id": "201",
           *           "login": "acme",
           *           "type": "Organization",
           *           "avatar_url": "https://avatars.githubusercontent.com/u/201?v=4"
           *         },
           *         "private": true,
           *         "visibility": "private",
           *         "description": "The company's site.",
           *         "html_url": "https://github.com/acme/site",
           *         "clone_url": "https://github.com/acme/site.git",
           *         "ssh_url": "git@ssh.github.example:acme/site.git",
           *         "default_branch": "main",
           *         "language": "TypeScript",
           *         "topics": [
           *           "web"
           *         ],
           *         "fork": false,
           *         "archived": false,
           *         "is_template": false,
           *         "stargazers_count": 12,
           *         "forks_count": 3,
           *         "open_issues_count": 7,
           *         "size_kb": 1834,
           *         "has_issues": true,
           *         "license": "MIT",
           *         "permissions": {
           *           "admin": false,
           *           "maintain": true,
           *           "push": true,
           *           "triage": true,
           *           "pull": true
           *         },
           *         "pushed_at": "2026-01-05T09:30:00Z",
           *         "created_at": "2024-02-01T08:00:00Z",
           *         "updated_at": "2026-01-04T10:00:00Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubRepo"];
          };
        };
      };
    };
  };
  github_list_collaborators: {
    parameters: {
      query?: {
        /** @description Which collaborators to return. */
        affiliation?: "outside" | "direct" | "all";
        /** @description Only people with this permission. */
        permission?: "pull" | "triage" | "push" | "maintain" | "admin";
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example sample
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example sample
         */
        repo: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "collaborators": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "name": "Ada Lovelace",
           *             "email": "ada@example.com",
           *             "avatar_url": "https://example.com/",
           *             "login": "sample",
           *             "type": "gmail.message.received",
           *             "role_name": "Ada Lovelace",
           *             "permissions": {
           *               "admin": true,
           *               "maintain": true,
           *               "push": true,
           *               "triage": true,
           *               "pull": true
           *             }
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              collaborators: components["schemas"]["GithubCollaborator"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_list_branches: {
    parameters: {
      query?: {
        /** @description Only protected branches, or only unprotected ones. */
        protected?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example sample
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example sample
         */
        repo: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "branches": [
           *           {
           *             "name": "Ada Lovelace",
           *             "sha": "sample",
           *             "protected": true
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              branches: {
                name: string;
                /** @description The commit at its tip. */
                sha: string;
                protected: boolean;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_create_branch: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "fix/login",
         *       "from": "release/1.x"
         *     }
         */
        "application/json": {
          /** @description Name of the new branch. */
          name: string;
          /** @description Branch, tag or commit to start from; the default branch unless said. */
          from?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "name": "fix/login",
           *         "sha": "a1b2c3"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              name: string;
              /** @description The commit at its tip. */
              sha: string;
            };
          };
        };
      };
    };
  };
  github_list_commits: {
    parameters: {
      query?: {
        /** @description Branch, tag or commit to start from; the default branch unless said. */
        sha?: string;
        /** @description Only commits that touch this file or folder. */
        path?: string;
        /** @description Only commits by this login or email address. */
        author?: string;
        /** @description Only commits committed by this login or email address. */
        committer?: string;
        /** @description Only commits at or after this time, such as 2026-01-31T09:00:00Z. */
        since?: string;
        /** @description Only commits at or before this time. */
        until?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example sample
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example sample
         */
        repo: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "commits": [
           *           {
           *             "sha": "sample",
           *             "message": "A sentence.",
           *             "author": {
           *               "name": "Ada Lovelace",
           *               "email": "ada@example.com",
           *               "login": "sample"
           *             },
           *             "html_url": "https://example.com/",
           *             "parents": [
           *               "sample"
           *             ],
           *             "authored_at": "2026-01-01T09:30:00Z",
           *             "committed_at": "2026-01-01T09:30:00Z"
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              commits: components["schemas"]["GithubCommit"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_list_files: {
    parameters: {
      query?: {
        /**
         * @description Path of the folder; the repository's root unless said.
         * @example docs/
         */
        path?: string;
        /**
         * @description Branch, tag or commit to read; the default branch unless said.
         * @example main
         */
        ref?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "files": [
           *           {
           *             "name": "how to.md",
           *             "path": "docs/how to.md",
           *             "type": "file",
           *             "sha": "5ha-14",
           *             "size": 42,
           *             "html_url": "https://github.com/acme/site/blob/main/docs/how to.md"
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              files: components["schemas"]["GithubFile"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_get_file: {
    parameters: {
      query: {
        /**
         * @description Path of the file, such as docs/guide.md.
         * @example /docs/grüße & more.txt
         */
        path: string;
        /**
         * @description Branch, tag or commit to read; the default branch unless said.
         * @example feature/login
         */
        ref?: string;
      };
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "b10b5ha",
           *         "name": "grüße & more.txt",
           *         "mime_type": "text/plain",
           *         "size": 15,
           *         "encoding": "utf-8",
           *         "content": "Hello, wörld!\n"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailAttachment"];
          };
          "application/octet-stream": string;
        };
      };
    };
  };
  github_write_file: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "path": "docs/hello.md",
         *       "content": "Wörld! 🌍",
         *       "message": "Say hello",
         *       "branch": "fix/login"
         *     }
         */
        "application/json": {
          /** @description Path of the file, such as docs/guide.md. */
          path: string;
          /** @description The file's whole new content. */
          content: string;
          /**
           * @description How content is written: utf-8 text, as by default, or bytes in base64.
           * @enum {string}
           */
          encoding?: "utf-8" | "base64";
          /** @description Commit message. */
          message: string;
          /** @description Branch to commit to; the default one unless said. */
          branch?: string;
          /** @description The current content's sha, which get_file gives as id; needed where the file exists already. */
          sha?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "path": "docs/hello.md",
           *         "sha": "ne35ha",
           *         "size": 9,
           *         "html_url": "https://github.com/acme/site/blob/main/docs/hello.md",
           *         "commit": {
           *           "sha": "c0ffee",
           *           "html_url": "https://github.com/acme/site/commit/c0ffee"
           *         }
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubFileDetails"];
          };
        };
      };
    };
  };
  github_list_releases: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example sample
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example sample
         */
        repo: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "releases": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "tag_name": "Ada Lovelace",
           *             "name": "Ada Lovelace",
           *             "body": "sample",
           *             "draft": true,
           *             "prerelease": true,
           *             "target": "sample",
           *             "html_url": "https://example.com/",
           *             "author": {
           *               "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *               "login": "sample",
           *               "type": "gmail.message.received",
           *               "avatar_url": "https://example.com/"
           *             },
           *             "assets": [
           *               {
           *                 "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *                 "name": "Ada Lovelace",
           *                 "mime_type": "sample",
           *                 "size": 1,
           *                 "download_count": 1,
           *                 "download_url": "https://example.com/"
           *               }
           *             ],
           *             "created_at": "2026-01-01T09:30:00Z",
           *             "published_at": "2026-01-01T09:30:00Z"
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              releases: components["schemas"]["GithubRelease"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_create_release: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "tag_name": "v1.3.0",
         *       "name": "Version v1.3.0",
         *       "prerelease": true,
         *       "generate_release_notes": true,
         *       "make_latest": "false"
         *     }
         */
        "application/json": {
          /** @description Tag of the release, such as v1.2.0. */
          tag_name: string;
          /** @description Branch or commit for a new tag; the default branch unless said. */
          target_commitish?: string;
          /** @description Title. */
          name?: string;
          /** @description Release notes in Markdown. */
          body?: string;
          /** @description Save it unpublished. */
          draft?: boolean;
          /** @description Mark it as not ready for production. */
          prerelease?: boolean;
          /** @description Let GitHub write the notes from the changes. */
          generate_release_notes?: boolean;
          /**
           * @description Whether it becomes the latest release; legacy decides by date and version.
           * @enum {string}
           */
          make_latest?: "true" | "false" | "legacy";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "803",
           *         "tag_name": "v1.3.0",
           *         "name": "Version v1.3.0",
           *         "body": "* Fix the login",
           *         "draft": false,
           *         "prerelease": true,
           *         "target": "main",
           *         "html_url": "https://github.com/acme/site/releases/tag/v1.3.0",
           *         "author": {
           *           "id": "101",
           *           "login": "ada",
           *           "type": "User",
           *           "avatar_url": "https://avatars.githubusercontent.com/u/101?v=4"
           *         },
           *         "assets": [],
           *         "created_at": "2026-01-05T09:30:00Z",
           *         "published_at": "2026-01-05T10:00:00Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubRelease"];
          };
        };
      };
    };
  };
  github_get_latest_release: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "801",
           *         "tag_name": "v1.1.0",
           *         "name": "Version v1.1.0",
           *         "body": "* Fix the login",
           *         "draft": false,
           *         "prerelease": false,
           *         "target": "main",
           *         "html_url": "https://github.com/acme/site/releases/tag/v1.1.0",
           *         "author": {
           *           "id": "101",
           *           "login": "ada",
           *           "type": "User",
           *           "avatar_url": "https://avatars.githubusercontent.com/u/101?v=4"
           *         },
           *         "assets": [
           *           {
           *             "id": "901",
           *             "name": "site.zip",
           *             "mime_type": "application/zip",
           *             "size": 2048,
           *             "download_count": 5,
           *             "download_url": "https://github.com/acme/site/releases/download/v1.1.0/site.zip"
           *           }
           *         ],
           *         "created_at": "2026-01-05T09:30:00Z",
           *         "published_at": "2026-01-05T10:00:00Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubRelease"];
          };
        };
      };
    };
  };
  github_list_issues: {
    parameters: {
      query?: {
        /** @description Which issues to return; open unless said. */
        state?: "open" | "closed" | "all";
        /** @description Names of labels, separated by commas, all of which must be there. */
        labels?: string;
        /** @description Login of an assignee, none, or * for any. */
        assignee?: string;
        /** @description Login of the author. */
        creator?: string;
        /** @description Login of somebody who is mentioned. */
        mentioned?: string;
        /** @description Number of a milestone, none, or * for any. */
        milestone?: string;
        /** @description Name of an issue type, none, or * for any. */
        type?: string;
        /** @description Order; created unless said. */
        sort?: "created" | "updated" | "comments";
        /** @description Sort direction. */
        direction?: "asc" | "desc";
        /** @description Only issues updated at or after this time, such as 2026-01-31T09:00:00Z. */
        since?: string;
        /** @description Return pull requests as well. */
        include_pull_requests?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example sample
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example sample
         */
        repo: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "issues": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "key": "sk_live_…",
           *             "title": "sample",
           *             "body": "sample",
           *             "state": "sample",
           *             "is_closed": true,
           *             "labels": [
           *               {
           *                 "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *                 "name": "Ada Lovelace",
           *                 "color": "#3a5bd9",
           *                 "description": "A sentence."
           *               }
           *             ],
           *             "url": "https://example.com/",
           *             "created_at": "2026-01-01T09:30:00Z",
           *             "updated_at": "2026-01-01T09:30:00Z",
           *             "number": 1,
           *             "state_reason": "A sentence.",
           *             "locked": true,
           *             "html_url": "https://example.com/",
           *             "repository": "sample",
           *             "user": {
           *               "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *               "login": "sample",
           *               "type": "gmail.message.received",
           *               "avatar_url": "https://example.com/"
           *             },
           *             "assignees": [
           *               {
           *                 "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *                 "login": "sample",
           *                 "type": "gmail.message.received",
           *                 "avatar_url": "https://example.com/"
           *               }
           *             ],
           *             "milestone": {
           *               "number": 1,
           *               "title": "sample",
           *               "state": "sample",
           *               "due_on": "2026-01-01T09:30:00Z"
           *             },
           *             "type": "gmail.message.received",
           *             "comments": 1,
           *             "is_pull_request": true,
           *             "author_association": "sample",
           *             "closed_at": "2026-01-01T09:30:00Z"
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubIssueList"];
          };
        };
      };
    };
  };
  github_create_issue: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Login fails 15",
         *       "body": "Steps: open /login.",
         *       "labels": [
         *         "bug"
         *       ],
         *       "assignees": [
         *         "bob"
         *       ],
         *       "milestone": 1,
         *       "type": "Bug"
         *     }
         */
        "application/json": {
          /** @description Title. */
          title: string;
          /** @description Text in Markdown. */
          body?: string;
          /** @description Number of a milestone, or null for none. */
          milestone?: number | null;
          /** @description Name of an issue type of the organization, or null for none. */
          type?: string | null;
          /** @description Names of labels; GitHub ignores them without push access. */
          labels?: string[];
          /** @description Logins of up to 10 assignees; GitHub ignores them without push access. */
          assignees?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "1015",
           *         "key": "#15",
           *         "number": 15,
           *         "title": "Login fails 15",
           *         "body": "Steps: open /login.",
           *         "state": "open",
           *         "is_closed": false,
           *         "state_reason": null,
           *         "locked": false,
           *         "url": "https://github.com/acme/site/issues/15",
           *         "html_url": "https://github.com/acme/site/issues/15",
           *         "repository": "acme/site",
           *         "user": {
           *           "id": "101",
           *           "login": "ada",
           *           "type": "User",
           *           "avatar_url": "https://avatars.githubusercontent.com/u/101?v=4"
           *         },
           *         "assignees": [
           *           {
           *             "id": "102",
           *             "login": "bob",
           *             "type": "User",
           *             "avatar_url": "https://avatars.githubusercontent.com/u/102?v=4"
           *           }
           *         ],
           *         "labels": [
           *           {
           *             "id": "601",
           *             "name": "bug",
           *             "color": "d73a4a",
           *             "description": "Something isn't working"
           *           }
           *         ],
           *         "milestone": {
           *           "number": 1,
           *           "title": "v1",
           *           "state": "open",
           *           "due_on": "2026-02-01T08:00:00Z"
           *         },
           *         "type": "Bug",
           *         "comments": 0,
           *         "is_pull_request": false,
           *         "author_association": "MEMBER",
           *         "created_at": "2026-01-02T10:00:00Z",
           *         "updated_at": "2026-01-03T11:00:00Z",
           *         "closed_at": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubIssue"];
          };
        };
      };
    };
  };
  github_get_issue: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
        /**
         * @description Number of the issue, as in #12; a pull request's number works as well.
         * @example 12
         */
        number: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "1012",
           *         "key": "#12",
           *         "number": 12,
           *         "title": "Login fails 12",
           *         "body": "Steps: open /login.",
           *         "state": "open",
           *         "is_closed": false,
           *         "state_reason": null,
           *         "locked": false,
           *         "url": "https://github.com/acme/site/issues/12",
           *         "html_url": "https://github.com/acme/site/issues/12",
           *         "repository": "acme/site",
           *         "user": {
           *           "id": "101",
           *           "login": "ada",
           *           "type": "User",
           *           "avatar_url": "https://avatars.githubusercontent.com/u/101?v=4"
           *         },
           *         "assignees": [
           *           {
           *             "id": "102",
           *             "login": "bob",
           *             "type": "User",
           *             "avatar_url": "https://avatars.githubusercontent.com/u/102?v=4"
           *           }
           *         ],
           *         "labels": [
           *           {
           *             "id": "601",
           *             "name": "bug",
           *             "color": "d73a4a",
           *             "description": "Something isn't working"
           *           }
           *         ],
           *         "milestone": {
           *           "number": 1,
           *           "title": "v1",
           *           "state": "open",
           *           "due_on": "2026-02-01T08:00:00Z"
           *         },
           *         "type": "Bug",
           *         "comments": 2,
           *         "is_pull_request": false,
           *         "author_association": "MEMBER",
           *         "created_at": "2026-01-02T10:00:00Z",
           *         "updated_at": "2026-01-03T11:00:00Z",
           *         "closed_at": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubIssue"];
          };
        };
      };
    };
  };
  github_update_issue: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
        /**
         * @description Number of the issue, as in #12; a pull request's number works as well.
         * @example 12
         */
        number: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "state": "closed",
         *       "state_reason": "not_planned",
         *       "labels": [],
         *       "milestone": null
         *     }
         */
        "application/json": {
          /** @description New title. */
          title?: string;
          /** @description Text in Markdown. */
          body?: string;
          /** @description Number of a milestone, or null for none. */
          milestone?: number | null;
          /** @description Name of an issue type of the organization, or null for none. */
          type?: string | null;
          /**
           * @description Open or close it.
           * @enum {string}
           */
          state?: "open" | "closed";
          /**
           * @description Why; counts only together with a new state.
           * @enum {string}
           */
          state_reason?: "completed" | "not_planned" | "duplicate" | "reopened";
          /** @description Names of all its labels: they replace the present ones. */
          labels?: string[];
          /** @description Logins of all its assignees: they replace the present ones. */
          assignees?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "1012",
           *         "key": "#12",
           *         "number": 12,
           *         "title": "Login fails 12",
           *         "body": "Steps: open /login.",
           *         "state": "closed",
           *         "is_closed": true,
           *         "state_reason": "not_planned",
           *         "locked": false,
           *         "url": "https://github.com/acme/site/issues/12",
           *         "html_url": "https://github.com/acme/site/issues/12",
           *         "repository": "acme/site",
           *         "user": {
           *           "id": "101",
           *           "login": "ada",
           *           "type": "User",
           *           "avatar_url": "https://avatars.githubusercontent.com/u/101?v=4"
           *         },
           *         "assignees": [
           *           {
           *             "id": "102",
           *             "login": "bob",
           *             "type": "User",
           *             "avatar_url": "https://avatars.githubusercontent.com/u/102?v=4"
           *           }
           *         ],
           *         "labels": [],
           *         "milestone": null,
           *         "type": "Bug",
           *         "comments": 2,
           *         "is_pull_request": false,
           *         "author_association": "MEMBER",
           *         "created_at": "2026-01-02T10:00:00Z",
           *         "updated_at": "2026-01-03T11:00:00Z",
           *         "closed_at": "2026-01-06T10:00:00Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubIssue"];
          };
        };
      };
    };
  };
  github_list_issue_comments: {
    parameters: {
      query?: {
        /** @description Only comments updated at or after this time, such as 2026-01-31T09:00:00Z. */
        since?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example sample
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example sample
         */
        repo: string;
        /**
         * @description Number of the issue, as in #12; a pull request's number works as well.
         * @example 1
         */
        number: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "comments": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "body": "sample",
           *             "user": {
           *               "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *               "login": "sample",
           *               "type": "gmail.message.received",
           *               "avatar_url": "https://example.com/"
           *             },
           *             "html_url": "https://example.com/",
           *             "author_association": "sample",
           *             "created_at": "2026-01-01T09:30:00Z",
           *             "updated_at": "2026-01-01T09:30:00Z"
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              comments: components["schemas"]["GithubComment"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_create_issue_comment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
        /**
         * @description Number of the issue, as in #12; a pull request's number works as well.
         * @example 12
         */
        number: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "body": "Fixed in #13."
         *     }
         */
        "application/json": {
          /** @description Text in Markdown. */
          body: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "1103",
           *         "body": "Fixed in #13.",
           *         "user": {
           *           "id": "101",
           *           "login": "ada",
           *           "type": "User",
           *           "avatar_url": "https://avatars.githubusercontent.com/u/101?v=4"
           *         },
           *         "html_url": "https://github.com/acme/site/issues/12#issuecomment-1103",
           *         "author_association": "COLLABORATOR",
           *         "created_at": "2026-01-03T11:00:00Z",
           *         "updated_at": "2026-01-03T11:05:00Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubComment"];
          };
        };
      };
    };
  };
  github_list_labels: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example sample
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example sample
         */
        repo: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "labels": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "name": "Ada Lovelace",
           *             "color": "#3a5bd9",
           *             "description": "A sentence.",
           *             "default": true
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              labels: components["schemas"]["GithubLabel"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_list_pull_requests: {
    parameters: {
      query?: {
        /** @description Which pull requests to return; open unless said. */
        state?: "open" | "closed" | "all";
        /** @description Only from this branch, as user:branch or organization:branch. */
        head?: string;
        /** @description Only into this branch. */
        base?: string;
        /** @description Order; created unless said. Popularity is comments. */
        sort?: "created" | "updated" | "popularity" | "long-running";
        /** @description Sort direction. */
        direction?: "asc" | "desc";
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example sample
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example sample
         */
        repo: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "pulls": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "number": 1,
           *             "title": "sample",
           *             "body": "sample",
           *             "state": "sample",
           *             "draft": true,
           *             "merged": true,
           *             "locked": true,
           *             "html_url": "https://example.com/",
           *             "head": {
           *               "ref": "sample",
           *               "sha": "sample",
           *               "repository": "sample"
           *             },
           *             "base": {
           *               "ref": "sample",
           *               "sha": "sample",
           *               "repository": "sample"
           *             },
           *             "user": {
           *               "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *               "login": "sample",
           *               "type": "gmail.message.received",
           *               "avatar_url": "https://example.com/"
           *             },
           *             "assignees": [
           *               {
           *                 "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *                 "login": "sample",
           *                 "type": "gmail.message.received",
           *                 "avatar_url": "https://example.com/"
           *               }
           *             ],
           *             "requested_reviewers": [
           *               {
           *                 "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *                 "login": "sample",
           *                 "type": "gmail.message.received",
           *                 "avatar_url": "https://example.com/"
           *               }
           *             ],
           *             "requested_teams": [
           *               "sample"
           *             ],
           *             "labels": [
           *               {
           *                 "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *                 "name": "Ada Lovelace",
           *                 "color": "#3a5bd9",
           *                 "description": "A sentence."
           *               }
           *             ],
           *             "milestone": {
           *               "number": 1,
           *               "title": "sample",
           *               "state": "sample",
           *               "due_on": "2026-01-01T09:30:00Z"
           *             },
           *             "created_at": "2026-01-01T09:30:00Z",
           *             "updated_at": "2026-01-01T09:30:00Z",
           *             "closed_at": "2026-01-01T09:30:00Z",
           *             "merged_at": "2026-01-01T09:30:00Z"
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              pulls: components["schemas"]["GithubPull"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_create_pull_request: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Fix the login",
         *       "head": "fix/login",
         *       "base": "main",
         *       "body": "Closes #12",
         *       "draft": false
         *     }
         */
        "application/json": {
          /** @description Title; needed unless issue is given. */
          title?: string;
          /** @description Branch with the changes: branch, or user:branch of a fork. */
          head: string;
          /** @description Branch to merge into. */
          base: string;
          /** @description Text in Markdown. */
          body?: string;
          /** @description Open it as a draft. */
          draft?: boolean;
          /** @description Let maintainers push to a fork's branch. */
          maintainer_can_modify?: boolean;
          /** @description Number of an issue to turn into this pull request. */
          issue?: number;
          /** @description Repository with the changes, where one organization owns both repositories. */
          head_repo?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "2013",
           *         "number": 13,
           *         "title": "Fix the login",
           *         "body": "Closes #12",
           *         "state": "open",
           *         "draft": false,
           *         "merged": false,
           *         "locked": false,
           *         "html_url": "https://github.com/acme/site/pull/13",
           *         "head": {
           *           "ref": "fix/login",
           *           "sha": "a1b2c3",
           *           "repository": "acme/site"
           *         },
           *         "base": {
           *           "ref": "main",
           *           "sha": "d4e5f6",
           *           "repository": "acme/site"
           *         },
           *         "user": {
           *           "id": "101",
           *           "login": "ada",
           *           "type": "User",
           *           "avatar_url": "https://avatars.githubusercontent.com/u/101?v=4"
           *         },
           *         "assignees": [
           *           {
           *             "id": "101",
           *             "login": "ada",
           *             "type": "User",
           *             "avatar_url": "https://avatars.githubusercontent.com/u/101?v=4"
           *           }
           *         ],
           *         "requested_reviewers": [
           *           {
           *             "id": "102",
           *             "login": "bob",
           *             "type": "User",
           *             "avatar_url": "https://avatars.githubusercontent.com/u/102?v=4"
           *           }
           *         ],
           *         "requested_teams": [
           *           "web-team"
           *         ],
           *         "labels": [
           *           {
           *             "id": "601",
           *             "name": "bug",
           *             "color": "d73a4a",
           *             "description": "Something isn't working"
           *           }
           *         ],
           *         "milestone": {
           *           "number": 1,
           *           "title": "v1",
           *           "state": "open",
           *           "due_on": "2026-02-01T08:00:00Z"
           *         },
           *         "created_at": "2026-01-04T10:00:00Z",
           *         "updated_at": "2026-01-05T10:00:00Z",
           *         "closed_at": null,
           *         "merged_at": null,
           *         "mergeable": null,
           *         "mergeable_state": "unknown",
           *         "additions": 20,
           *         "deletions": 5,
           *         "changed_files": 2,
           *         "commits": 3,
           *         "comments": 0,
           *         "review_comments": 0
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubPullRequest"];
          };
        };
      };
    };
  };
  github_get_pull_request: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
        /**
         * @description Number of the pull request, as in #12.
         * @example 13
         */
        number: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "2013",
           *         "number": 13,
           *         "title": "Fix the login",
           *         "body": "Closes #12",
           *         "state": "open",
           *         "draft": false,
           *         "merged": false,
           *         "locked": false,
           *         "html_url": "https://github.com/acme/site/pull/13",
           *         "head": {
           *           "ref": "fix/login",
           *           "sha": "a1b2c3",
           *           "repository": "acme/site"
           *         },
           *         "base": {
           *           "ref": "main",
           *           "sha": "d4e5f6",
           *           "repository": "acme/site"
           *         },
           *         "user": {
           *           "id": "101",
           *           "login": "ada",
           *           "type": "User",
           *           "avatar_url": "https://avatars.githubusercontent.com/u/101?v=4"
           *         },
           *         "assignees": [
           *           {
           *             "id": "101",
           *             "login": "ada",
           *             "type": "User",
           *             "avatar_url": "https://avatars.githubusercontent.com/u/101?v=4"
           *           }
           *         ],
           *         "requested_reviewers": [
           *           {
           *             "id": "102",
           *             "login": "bob",
           *             "type": "User",
           *             "avatar_url": "https://avatars.githubusercontent.com/u/102?v=4"
           *           }
           *         ],
           *         "requested_teams": [
           *           "web-team"
           *         ],
           *         "labels": [
           *           {
           *             "id": "601",
           *             "name": "bug",
           *             "color": "d73a4a",
           *             "description": "Something isn't working"
           *           }
           *         ],
           *         "milestone": {
           *           "number": 1,
           *           "title": "v1",
           *           "state": "open",
           *           "due_on": "2026-02-01T08:00:00Z"
           *         },
           *         "created_at": "2026-01-04T10:00:00Z",
           *         "updated_at": "2026-01-05T10:00:00Z",
           *         "closed_at": null,
           *         "merged_at": null,
           *         "mergeable": true,
           *         "mergeable_state": "clean",
           *         "additions": 20,
           *         "deletions": 5,
           *         "changed_files": 2,
           *         "commits": 3,
           *         "comments": 1,
           *         "review_comments": 2
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubPullRequest"];
          };
        };
      };
    };
  };
  github_update_pull_request: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
        /**
         * @description Number of the pull request, as in #12.
         * @example 13
         */
        number: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "state": "closed",
         *       "title": "Fix the login page"
         *     }
         */
        "application/json": {
          /** @description New title. */
          title?: string;
          /** @description New text in Markdown. */
          body?: string;
          /**
           * @description Open or close it.
           * @enum {string}
           */
          state?: "open" | "closed";
          /** @description Another branch to merge into. */
          base?: string;
          /** @description Let maintainers push to a fork's branch. */
          maintainer_can_modify?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "2013",
           *         "number": 13,
           *         "title": "Fix the login page",
           *         "body": "Closes #12",
           *         "state": "closed",
           *         "draft": false,
           *         "merged": false,
           *         "locked": false,
           *         "html_url": "https://github.com/acme/site/pull/13",
           *         "head": {
           *           "ref": "fix/login",
           *           "sha": "a1b2c3",
           *           "repository": "acme/site"
           *         },
           *         "base": {
           *           "ref": "main",
           *           "sha": "d4e5f6",
           *           "repository": "acme/site"
           *         },
           *         "user": {
           *           "id": "101",
           *           "login": "ada",
           *           "type": "User",
           *           "avatar_url": "https://avatars.githubusercontent.com/u/101?v=4"
           *         },
           *         "assignees": [
           *           {
           *             "id": "101",
           *             "login": "ada",
           *             "type": "User",
           *             "avatar_url": "https://avatars.githubusercontent.com/u/101?v=4"
           *           }
           *         ],
           *         "requested_reviewers": [
           *           {
           *             "id": "102",
           *             "login": "bob",
           *             "type": "User",
           *             "avatar_url": "https://avatars.githubusercontent.com/u/102?v=4"
           *           }
           *         ],
           *         "requested_teams": [
           *           "web-team"
           *         ],
           *         "labels": [
           *           {
           *             "id": "601",
           *             "name": "bug",
           *             "color": "d73a4a",
           *             "description": "Something isn't working"
           *           }
           *         ],
           *         "milestone": {
           *           "number": 1,
           *           "title": "v1",
           *           "state": "open",
           *           "due_on": "2026-02-01T08:00:00Z"
           *         },
           *         "created_at": "2026-01-04T10:00:00Z",
           *         "updated_at": "2026-01-05T10:00:00Z",
           *         "closed_at": "2026-01-06T10:00:00Z",
           *         "merged_at": null,
           *         "mergeable": true,
           *         "mergeable_state": "clean",
           *         "additions": 20,
           *         "deletions": 5,
           *         "changed_files": 2,
           *         "commits": 3,
           *         "comments": 1,
           *         "review_comments": 2
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubPullRequest"];
          };
        };
      };
    };
  };
  github_merge_pull_request: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
        /**
         * @description Number of the pull request, as in #12.
         * @example 13
         */
        number: string;
      };
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "merge_method": "squash",
         *       "sha": "a1b2c3"
         *     }
         */
        "application/json": {
          /**
           * @description How to merge; merge unless said.
           * @enum {string}
           */
          merge_method?: "merge" | "squash" | "rebase";
          /** @description Title of the merge commit. */
          commit_title?: string;
          /** @description Text of the merge commit. */
          commit_message?: string;
          /** @description Merge only if this commit is still the newest of the pull request. */
          sha?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "merged": true,
           *         "sha": "c0ffee",
           *         "message": "Pull Request successfully merged"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              merged: boolean;
              /** @description The merge commit. */
              sha: string;
              message: string;
            };
          };
        };
      };
    };
  };
  github_list_pull_request_files: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example sample
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example sample
         */
        repo: string;
        /**
         * @description Number of the pull request, as in #12.
         * @example 1
         */
        number: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "files": [
           *           {
           *             "filename": "Ada Lovelace",
           *             "previous_filename": "Ada Lovelace",
           *             "status": "sample",
           *             "additions": 1,
           *             "deletions": 1,
           *             "patch": "sample",
           *             "html_url": "https://example.com/"
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              files: components["schemas"]["GithubPullRequestFileFile"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_list_pull_request_reviews: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example sample
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example sample
         */
        repo: string;
        /**
         * @description Number of the pull request, as in #12.
         * @example 1
         */
        number: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "reviews": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "state": "sample",
           *             "body": "sample",
           *             "user": {
           *               "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *               "login": "sample",
           *               "type": "gmail.message.received",
           *               "avatar_url": "https://example.com/"
           *             },
           *             "commit_sha": "sample",
           *             "html_url": "https://example.com/",
           *             "submitted_at": "2026-01-01T09:30:00Z"
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              reviews: components["schemas"]["GithubReview"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_review_pull_request: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Account that owns the repository: a user or an organization.
         * @example acme
         */
        owner: string;
        /**
         * @description Repository name, without the owner.
         * @example site
         */
        repo: string;
        /**
         * @description Number of the pull request, as in #12.
         * @example 13
         */
        number: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event": "REQUEST_CHANGES",
         *       "body": "One thing.",
         *       "comments": [
         *         {
         *           "path": "src/login.ts",
         *           "body": "Why?",
         *           "line": 4,
         *           "side": "RIGHT"
         *         }
         *       ]
         *     }
         */
        "application/json": {
          /**
           * @description The verdict; the last two need a body.
           * @enum {string}
           */
          event: "APPROVE" | "REQUEST_CHANGES" | "COMMENT";
          /** @description Text in Markdown. */
          body?: string;
          /** @description Remarks on single lines. */
          comments?: {
            /** @description Path of the file. */
            path: string;
            /** @description Text in Markdown. */
            body: string;
            /** @description Line of the file, the last one where the remark spans several. */
            line?: number;
            /**
             * @description RIGHT for the new version of the file, LEFT for the old one.
             * @enum {string}
             */
            side?: "LEFT" | "RIGHT";
            /** @description First line of a remark that spans several. */
            start_line?: number;
            /**
             * @description Side of the first line.
             * @enum {string}
             */
            start_side?: "LEFT" | "RIGHT";
          }[];
          /** @description The commit that is reviewed; the newest one unless said. */
          commit_id?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "1203",
           *         "state": "CHANGES_REQUESTED",
           *         "body": "One thing.",
           *         "user": {
           *           "id": "102",
           *           "login": "bob",
           *           "type": "User",
           *           "avatar_url": "https://avatars.githubusercontent.com/u/102?v=4"
           *         },
           *         "commit_sha": "a1b2c3",
           *         "html_url": "https://github.com/acme/site/pull/13#pullrequestreview-1203",
           *         "submitted_at": "2026-01-05T11:00:00Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubReview"];
          };
        };
      };
    };
  };
  github_search_issues: {
    parameters: {
      query: {
        /**
         * @description Words and qualifiers, such as repo:acme/site is:issue is:open label:bug author:ada; @me is the connected user.
         * @example sample
         */
        q: string;
        /** @description Best match unless said. */
        sort?: "comments" | "reactions" | "interactions" | "created" | "updated";
        /** @description Sort direction; counts only together with sort. */
        order?: "asc" | "desc";
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "issues": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "key": "sk_live_…",
           *             "title": "sample",
           *             "body": "sample",
           *             "state": "sample",
           *             "is_closed": true,
           *             "labels": [
           *               {
           *                 "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *                 "name": "Ada Lovelace",
           *                 "color": "#3a5bd9",
           *                 "description": "A sentence."
           *               }
           *             ],
           *             "url": "https://example.com/",
           *             "created_at": "2026-01-01T09:30:00Z",
           *             "updated_at": "2026-01-01T09:30:00Z",
           *             "number": 1,
           *             "state_reason": "A sentence.",
           *             "locked": true,
           *             "html_url": "https://example.com/",
           *             "repository": "sample",
           *             "user": {
           *               "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *               "login": "sample",
           *               "type": "gmail.message.received",
           *               "avatar_url": "https://example.com/"
           *             },
           *             "assignees": [
           *               {
           *                 "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *                 "login": "sample",
           *                 "type": "gmail.message.received",
           *                 "avatar_url": "https://example.com/"
           *               }
           *             ],
           *             "milestone": {
           *               "number": 1,
           *               "title": "sample",
           *               "state": "sample",
           *               "due_on": "2026-01-01T09:30:00Z"
           *             },
           *             "type": "gmail.message.received",
           *             "comments": 1,
           *             "is_pull_request": true,
           *             "author_association": "sample",
           *             "closed_at": "2026-01-01T09:30:00Z"
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubIssueList"];
          };
        };
      };
    };
  };
  github_search_repos: {
    parameters: {
      query: {
        /**
         * @description Words and qualifiers, such as gateway language:typescript stars:>100 user:acme.
         * @example sample
         */
        q: string;
        /** @description Best match unless said. */
        sort?: "stars" | "forks" | "help-wanted-issues" | "updated";
        /** @description Sort direction; counts only together with sort. */
        order?: "asc" | "desc";
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "repos": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "name": "Ada Lovelace",
           *             "full_name": "Ada Lovelace",
           *             "owner": {
           *               "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *               "login": "sample",
           *               "type": "gmail.message.received",
           *               "avatar_url": "https://example.com/"
           *             },
           *             "private": true,
           *             "visibility": "sample",
           *             "description": "A sentence.",
           *             "html_url": "https://example.com/",
           *             "clone_url": "https://example.com/",
           *             "ssh_url": "https://example.com/",
           *             "default_branch": "sample",
           *             "language": "sample",
           *             "topics": [
           *               "sample"
           *             ],
           *             "fork": true,
           *             "archived": true,
           *             "is_template": true,
           *             "stargazers_count": 1,
           *             "forks_count": 1,
           *             "open_issues_count": 1,
           *             "size_kb": 1,
           *             "has_issues": true,
           *             "license": "sample",
           *             "permissions": {
           *               "admin": true,
           *               "maintain": true,
           *               "push": true,
           *               "triage": true,
           *               "pull": true
           *             },
           *             "pushed_at": "2026-01-01T09:30:00Z",
           *             "created_at": "2026-01-01T09:30:00Z",
           *             "updated_at": "2026-01-01T09:30:00Z"
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubRepoList"];
          };
        };
      };
    };
  };
  github_search_code: {
    parameters: {
      query: {
        /**
         * @description At least one plain word, and qualifiers such as repo:acme/site path:src language:go extension:md.
         * @example sample
         */
        q: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "matches": [
           *           {
           *             "name": "Ada Lovelace",
           *             "path": "sample",
           *             "sha": "sample",
           *             "html_url": "https://example.com/",
           *             "repository": "sample",
           *             "fragments": [
           *               "sample"
           *             ]
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              matches: components["schemas"]["GithubMatch"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_get_user: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "101",
           *         "login": "ada",
           *         "type": "User",
           *         "avatar_url": "https://avatars.githubusercontent.com/u/101?v=4",
           *         "name": "Ada",
           *         "email": null,
           *         "company": "@acme",
           *         "location": "Berlin",
           *         "bio": null,
           *         "html_url": "https://github.com/ada",
           *         "public_repos": 3,
           *         "followers": 9,
           *         "following": 4,
           *         "created_at": "2020-01-01T00:00:00Z",
           *         "updated_at": "2026-01-01T00:00:00Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GithubUser"];
          };
        };
      };
    };
  };
  github_list_orgs: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "orgs": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "login": "sample",
           *             "description": "A sentence.",
           *             "avatar_url": "https://example.com/"
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              orgs: components["schemas"]["GithubOrg"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_list_notifications: {
    parameters: {
      query?: {
        /** @description Return those that were read as well. */
        all?: boolean;
        /** @description Only where the user takes part or is mentioned. */
        participating?: boolean;
        /** @description Only notifications updated after this time, such as 2026-01-31T09:00:00Z. */
        since?: string;
        /** @description Only notifications updated before this time. */
        before?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "notifications": [
           *           {
           *             "id": "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001",
           *             "reason": "A sentence.",
           *             "unread": true,
           *             "title": "sample",
           *             "type": "gmail.message.received",
           *             "number": 1,
           *             "repository": "sample",
           *             "updated_at": "2026-01-01T09:30:00Z",
           *             "last_read_at": "2026-01-01T09:30:00Z"
           *           }
           *         ],
           *         "next_cursor": "sample"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              notifications: components["schemas"]["GithubNotification"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  google_gmail_list_messages: {
    parameters: {
      query?: {
        /**
         * @description Gmail search, as in its search box: words, from:ada@example.com, subject:invoice, is:unread, has:attachment, newer_than:7d.
         * @example from:ada
         */
        q?: string;
        /**
         * @description Only with all of these labels, by label id, such as INBOX, UNREAD, STARRED, SENT.
         * @example [
         *       "INBOX"
         *     ]
         */
        label?: string[];
        /**
         * @description Also look in spam and trash.
         * @example true
         */
        include_spam_trash?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "messages": [
           *           {
           *             "id": "m1",
           *             "thread_id": "t1",
           *             "subject": "Ñandú is here",
           *             "from": {
           *               "name": "Ada, Countess of Lovelace",
           *               "email": "ada@example.com"
           *             },
           *             "to": [
           *               {
           *                 "name": "Charles",
           *                 "email": "charles@example.com"
           *               }
           *             ],
           *             "cc": [],
           *             "bcc": [],
           *             "reply_to": [],
           *             "date": "2026-01-01T00:00:00.000Z",
           *             "snippet": "It's done & dusted",
           *             "labels": [
           *               "INBOX"
           *             ],
           *             "is_unread": true,
           *             "is_starred": false,
           *             "is_draft": false,
           *             "size": 4321,
           *             "message_id_header": "<one@mail.example.com>",
           *             "history_id": "9001"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: components["schemas"]["GoogleGmailMessage"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  google_gmail_get_message: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the message; gmail_list_messages gives it.
         * @example m1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "m1",
           *         "thread_id": "t1",
           *         "subject": "Ñandú",
           *         "from": {
           *           "name": "Ana P.",
           *           "email": "ana@example.com"
           *         },
           *         "to": [
           *           {
           *             "name": null,
           *             "email": "ada@example.com"
           *           }
           *         ],
           *         "cc": [],
           *         "bcc": [],
           *         "reply_to": [
           *           {
           *             "name": null,
           *             "email": "desk@example.com"
           *           }
           *         ],
           *         "date": "2026-01-01T00:00:00.000Z",
           *         "snippet": "Hola",
           *         "labels": [
           *           "INBOX"
           *         ],
           *         "is_unread": false,
           *         "is_starred": false,
           *         "is_draft": false,
           *         "size": 4321,
           *         "message_id_header": "<two@mail.example.com>",
           *         "history_id": "9001",
           *         "in_reply_to": "<one@mail.example.com>",
           *         "references": [
           *           "<zero@mail.example.com>"
           *         ],
           *         "body": {
           *           "text": "Holá",
           *           "html": "<p>Holá</p>"
           *         },
           *         "attachments": [
           *           {
           *             "id": "0.1",
           *             "filename": "logo.png",
           *             "mime_type": "image/png",
           *             "size": 64,
           *             "inline": true,
           *             "content_id": "logo@mail.example.com"
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailMessageDetails"];
          };
        };
      };
    };
  };
  google_gmail_get_attachment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the message; gmail_list_messages gives it.
         * @example m1
         */
        id: string;
        /**
         * @description Id of the attachment, from the message's `attachments`.
         * @example 1
         */
        attachment_id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "1",
           *         "name": "factura nº 1.pdf",
           *         "mime_type": "application/pdf",
           *         "size": 11,
           *         "encoding": "utf-8",
           *         "content": "%PDF-1.7 ok"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailAttachment"];
          };
          "application/octet-stream": string;
        };
      };
    };
  };
  google_gmail_modify_message: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the message; gmail_list_messages gives it.
         * @example m1
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "add_labels": [
         *         "STARRED"
         *       ],
         *       "remove_labels": [
         *         "UNREAD"
         *       ]
         *     }
         */
        "application/json": {
          /** @description Label ids to add, such as STARRED; gmail_list_labels gives them. */
          add_labels?: string[];
          /** @description Label ids to remove, such as UNREAD; gmail_list_labels gives them. */
          remove_labels?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "m1",
           *         "thread_id": "t1",
           *         "labels": [
           *           "STARRED"
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailReplyToMessageResult"];
          };
        };
      };
    };
  };
  google_gmail_trash_message: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the message; gmail_list_messages gives it.
         * @example m1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "m1",
           *         "thread_id": "t1",
           *         "labels": [
           *           "TRASH"
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailReplyToMessageResult"];
          };
        };
      };
    };
  };
  google_gmail_list_threads: {
    parameters: {
      query?: {
        /**
         * @description Gmail search, as in its search box: words, from:ada@example.com, subject:invoice, is:unread, has:attachment, newer_than:7d.
         * @example is:unread
         */
        q?: string;
        /** @description Only with all of these labels, by label id, such as INBOX, UNREAD, STARRED, SENT. */
        label?: string[];
        /** @description Also look in spam and trash. */
        include_spam_trash?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "threads": [
           *           {
           *             "id": "t1",
           *             "snippet": "Hi <you>",
           *             "history_id": "9001"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              threads: {
                id: string;
                snippet: string;
                history_id: string | null;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  google_gmail_get_thread: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the conversation; gmail_list_threads gives it.
         * @example t1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "t1",
           *         "history_id": "9001",
           *         "messages": [
           *           {
           *             "id": "m2",
           *             "thread_id": "t1",
           *             "subject": "Second",
           *             "from": {
           *               "name": null,
           *               "email": "charles@example.com"
           *             },
           *             "to": [
           *               {
           *                 "name": null,
           *                 "email": "ada@example.com"
           *               }
           *             ],
           *             "cc": [
           *               {
           *                 "name": "Bob",
           *                 "email": "bob@example.com"
           *               }
           *             ],
           *             "bcc": [],
           *             "reply_to": [],
           *             "date": "2025-12-31T23:58:20.000Z",
           *             "snippet": "Second",
           *             "labels": [
           *               "STARRED"
           *             ],
           *             "is_unread": false,
           *             "is_starred": true,
           *             "is_draft": false,
           *             "size": null,
           *             "message_id_header": null,
           *             "history_id": null,
           *             "in_reply_to": null,
           *             "references": [],
           *             "body": {
           *               "text": null,
           *               "html": null
           *             },
           *             "attachments": []
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailThread"];
          };
        };
      };
    };
  };
  google_gmail_list_labels: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "labels": [
           *           {
           *             "id": "INBOX",
           *             "name": "INBOX",
           *             "type": "system"
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              labels: {
                id: string;
                name: string;
                /** @description system or user. */
                type: string;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  google_gmail_get_profile: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "email": "ada@example.com",
           *         "messages_total": 12,
           *         "threads_total": 7,
           *         "history_id": "9001"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailProfile"];
          };
        };
      };
    };
  };
  google_gmail_send_message: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "to": [
         *         "Ada Lovelace <ada@example.com>"
         *       ],
         *       "bcc": "carol@example.com",
         *       "subject": "Señal",
         *       "text": "Grüße"
         *     }
         */
        "application/json": components["schemas"]["GoogleGmailSendMessageInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "m9",
           *         "thread_id": "t9",
           *         "labels": [
           *           "SENT"
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailReplyToMessageResult"];
          };
        };
      };
    };
  };
  google_gmail_reply_to_message: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the message to answer; gmail_list_messages gives it.
         * @example m1
         */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "text": "Thanks"
         *     }
         */
        "application/json": {
          /** @description Body as plain text. */
          text?: string;
          /** @description Body as HTML, beside or instead of the text. */
          html?: string;
          /** @description Files to attach. */
          attachments?: components["schemas"]["AttachmentInput"][];
          /** @description Recipients who get a copy. */
          cc?: string | string[];
          /** @description Recipients who get a copy unseen by the others. */
          bcc?: string | string[];
          /** @description Answer everyone on the mail, not the sender alone. */
          reply_all?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "m9",
           *         "thread_id": "t9",
           *         "labels": [
           *           "SENT"
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailReplyToMessageResult"];
          };
        };
      };
    };
  };
  google_gmail_list_drafts: {
    parameters: {
      query?: {
        /**
         * @description Gmail search, as in its search box.
         * @example plan
         */
        q?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "drafts": [
           *           {
           *             "id": "r-1",
           *             "message": {
           *               "id": "m2",
           *               "thread_id": "t1",
           *               "subject": "Second",
           *               "from": {
           *                 "name": null,
           *                 "email": "charles@example.com"
           *               },
           *               "to": [
           *                 {
           *                   "name": null,
           *                   "email": "ada@example.com"
           *                 }
           *               ],
           *               "cc": [
           *                 {
           *                   "name": "Bob",
           *                   "email": "bob@example.com"
           *                 }
           *               ],
           *               "bcc": [],
           *               "reply_to": [],
           *               "date": "2025-12-31T23:58:20.000Z",
           *               "snippet": "Second",
           *               "labels": [
           *                 "DRAFT"
           *               ],
           *               "is_unread": false,
           *               "is_starred": false,
           *               "is_draft": true,
           *               "size": null,
           *               "message_id_header": null,
           *               "history_id": null
           *             }
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              drafts: components["schemas"]["GoogleGmailDraft"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  google_gmail_create_draft: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "to": "ada@example.com",
         *       "subject": "Plan",
         *       "text": "Dear Ada"
         *     }
         */
        "application/json": components["schemas"]["GoogleGmailSendMessageInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "r-1",
           *         "message": {
           *           "id": "m1",
           *           "thread_id": "t1",
           *           "labels": [
           *             "DRAFT"
           *           ]
           *         }
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailCreateDraftResult"];
          };
        };
      };
    };
  };
  google_gmail_get_draft: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the draft; gmail_list_drafts gives it.
         * @example r-1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "r-1",
           *         "message": {
           *           "id": "m1",
           *           "thread_id": "t1",
           *           "subject": "Ñandú",
           *           "from": {
           *             "name": "Ana P.",
           *             "email": "ana@example.com"
           *           },
           *           "to": [
           *             {
           *               "name": null,
           *               "email": "ada@example.com"
           *             }
           *           ],
           *           "cc": [],
           *           "bcc": [],
           *           "reply_to": [
           *             {
           *               "name": null,
           *               "email": "desk@example.com"
           *             }
           *           ],
           *           "date": "2026-01-01T00:00:00.000Z",
           *           "snippet": "Hola",
           *           "labels": [
           *             "DRAFT"
           *           ],
           *           "is_unread": false,
           *           "is_starred": false,
           *           "is_draft": true,
           *           "size": 4321,
           *           "message_id_header": "<two@mail.example.com>",
           *           "history_id": "9001",
           *           "in_reply_to": "<one@mail.example.com>",
           *           "references": [
           *             "<zero@mail.example.com>"
           *           ],
           *           "body": {
           *             "text": "Holá",
           *             "html": "<p>Holá</p>"
           *           },
           *           "attachments": [
           *             {
           *               "id": "0.1",
           *               "filename": "logo.png",
           *               "mime_type": "image/png",
           *               "size": 64,
           *               "inline": true,
           *               "content_id": "logo@mail.example.com"
           *             }
           *           ]
           *         }
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailDraftDetails"];
          };
        };
      };
    };
  };
  google_gmail_delete_draft: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the draft; gmail_list_drafts gives it.
         * @example r-1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  google_gmail_send_draft: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the draft; gmail_list_drafts gives it.
         * @example r-1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "m9",
           *         "thread_id": "t9",
           *         "labels": [
           *           "SENT"
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailReplyToMessageResult"];
          };
        };
      };
    };
  };
  google_calendar_list_events: {
    parameters: {
      query?: {
        /**
         * @description Id of the calendar, from calendar_list_calendars; the user's main one unless given.
         * @example en#holiday@group.v.calendar.google.com
         */
        calendar_id?: string;
        /**
         * @description Words in title, notes, place or guests.
         * @example kick
         */
        q?: string;
        /**
         * @description Only events that end after this time: 2026-02-01T00:00:00Z.
         * @example 2026-02-01T00:00:00Z
         */
        from?: string;
        /**
         * @description Only events that start before this time.
         * @example 2026-03-01T00:00:00+01:00
         */
        to?: string;
        /**
         * @description IANA zone of the times in the answer.
         * @example Europe/Madrid
         */
        time_zone?: string;
        /** @description Give each event of a series; false gives the series, in no order. */
        expand_recurring?: boolean;
        /** @description Also list cancelled events. */
        show_deleted?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "events": [
           *           {
           *             "id": "ev1",
           *             "calendar_id": "en#holiday@group.v.calendar.google.com",
           *             "title": "Kickoff",
           *             "description": "<b>Agenda</b>",
           *             "location": "Room 1",
           *             "start": {
           *               "date": null,
           *               "date_time": "2026-02-01T10:00:00+01:00",
           *               "time_zone": "Europe/Madrid"
           *             },
           *             "end": {
           *               "date": null,
           *               "date_time": "2026-02-01T11:00:00+01:00",
           *               "time_zone": "Europe/Madrid"
           *             },
           *             "all_day": false,
           *             "status": "confirmed",
           *             "organizer": {
           *               "name": "Ada",
           *               "email": "ada@example.com"
           *             },
           *             "attendees": [
           *               {
           *                 "email": "ada@example.com",
           *                 "name": null,
           *                 "response": "accepted",
           *                 "optional": false,
           *                 "is_organizer": true,
           *                 "is_self": true
           *               }
           *             ],
           *             "recurrence": [],
           *             "recurring_event_id": "series1",
           *             "meeting_url": "https://meet.google.com/abc-defg-hij",
           *             "url": "https://calendar.google.com/event?eid=ev1",
           *             "visibility": "default",
           *             "show_as": "busy",
           *             "reminders": {
           *               "use_default": false,
           *               "overrides": [
           *                 {
           *                   "method": "popup",
           *                   "minutes": 10
           *                 }
           *               ]
           *             },
           *             "type": "default",
           *             "created_at": "2026-01-01T08:00:00.000Z",
           *             "updated_at": "2026-01-02T08:00:00.000Z",
           *             "etag": "\"3181\""
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              events: components["schemas"]["GoogleCalendarEvent"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  google_calendar_create_event: {
    parameters: {
      query?: {
        /** @description Id of the calendar, from calendar_list_calendars; the user's main one unless given. */
        calendar_id?: string;
        /**
         * @description Whom Google Calendar mails about it: all guests, those without Google Calendar, or nobody (default).
         * @example all
         */
        send_updates?: "all" | "externalOnly" | "none";
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Kickoff",
         *       "start": {
         *         "date_time": "2026-02-01T10:00:00+01:00"
         *       },
         *       "end": {
         *         "date_time": "2026-02-01T11:00:00",
         *         "time_zone": "Europe/Madrid"
         *       },
         *       "attendees": [
         *         {
         *           "email": "bob@example.com",
         *           "name": "Bob",
         *           "optional": true
         *         }
         *       ],
         *       "reminders": [
         *         {
         *           "method": "popup",
         *           "minutes": 10
         *         }
         *       ],
         *       "show_as": "busy",
         *       "visibility": "private",
         *       "location": "Room 1",
         *       "description": "Agenda"
         *     }
         */
        "application/json": {
          /** @description Title. */
          title: string;
          /** @description When it starts. */
          start: components["schemas"]["GoogleStartInput"];
          /** @description When it ends; for all-day events the day after the last. */
          end: components["schemas"]["GoogleStartInput"];
          /** @description Notes; may hold HTML. */
          description?: string;
          /** @description Place, as text. */
          location?: string;
          /** @description Guests. A change replaces the whole list. */
          attendees?: components["schemas"]["GoogleAttendeeInput"][];
          /** @description Repetition, as lines such as RRULE:FREQ=WEEKLY;COUNT=10 (RFC 5545). */
          recurrence?: string[];
          /** @description Reminders in place of the calendar's own; an empty list means none. */
          reminders?: components["schemas"]["GoogleReminderInput"][];
          /**
           * @description Who sees the details.
           * @enum {string}
           */
          visibility?: "default" | "public" | "private";
          /**
           * @description Whether the time counts as taken.
           * @enum {string}
           */
          show_as?: "busy" | "free";
          /** @description Add a Google Meet link; it may take a moment to appear. */
          add_meet?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "ev1",
           *         "calendar_id": "primary",
           *         "title": "Kickoff",
           *         "description": "<b>Agenda</b>",
           *         "location": "Room 1",
           *         "start": {
           *           "date": null,
           *           "date_time": "2026-02-01T10:00:00+01:00",
           *           "time_zone": "Europe/Madrid"
           *         },
           *         "end": {
           *           "date": null,
           *           "date_time": "2026-02-01T11:00:00+01:00",
           *           "time_zone": "Europe/Madrid"
           *         },
           *         "all_day": false,
           *         "status": "confirmed",
           *         "organizer": {
           *           "name": "Ada",
           *           "email": "ada@example.com"
           *         },
           *         "attendees": [
           *           {
           *             "email": "ada@example.com",
           *             "name": null,
           *             "response": "accepted",
           *             "optional": false,
           *             "is_organizer": true,
           *             "is_self": true
           *           }
           *         ],
           *         "recurrence": [],
           *         "recurring_event_id": "series1",
           *         "meeting_url": "https://meet.google.com/abc-defg-hij",
           *         "url": "https://calendar.google.com/event?eid=ev1",
           *         "visibility": "default",
           *         "show_as": "busy",
           *         "reminders": {
           *           "use_default": false,
           *           "overrides": [
           *             {
           *               "method": "popup",
           *               "minutes": 10
           *             }
           *           ]
           *         },
           *         "type": "default",
           *         "created_at": "2026-01-01T08:00:00.000Z",
           *         "updated_at": "2026-01-02T08:00:00.000Z",
           *         "etag": "\"3181\""
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleCalendarEvent"];
          };
        };
      };
    };
  };
  google_calendar_get_event: {
    parameters: {
      query?: {
        /** @description Id of the calendar, from calendar_list_calendars; the user's main one unless given. */
        calendar_id?: string;
        /**
         * @description IANA zone of the times in the answer.
         * @example UTC
         */
        time_zone?: string;
      };
      header?: never;
      path: {
        /**
         * @description Id of the event; calendar_list_events gives it.
         * @example ev1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "ev1",
           *         "calendar_id": "primary",
           *         "title": "Kickoff",
           *         "description": "<b>Agenda</b>",
           *         "location": "Room 1",
           *         "start": {
           *           "date": null,
           *           "date_time": "2026-02-01T10:00:00+01:00",
           *           "time_zone": "Europe/Madrid"
           *         },
           *         "end": {
           *           "date": null,
           *           "date_time": "2026-02-01T11:00:00+01:00",
           *           "time_zone": "Europe/Madrid"
           *         },
           *         "all_day": false,
           *         "status": "confirmed",
           *         "organizer": {
           *           "name": "Ada",
           *           "email": "ada@example.com"
           *         },
           *         "attendees": [
           *           {
           *             "email": "ada@example.com",
           *             "name": null,
           *             "response": "accepted",
           *             "optional": false,
           *             "is_organizer": true,
           *             "is_self": true
           *           }
           *         ],
           *         "recurrence": [],
           *         "recurring_event_id": "series1",
           *         "meeting_url": "https://meet.google.com/abc-defg-hij",
           *         "url": "https://calendar.google.com/event?eid=ev1",
           *         "visibility": "default",
           *         "show_as": "busy",
           *         "reminders": {
           *           "use_default": false,
           *           "overrides": [
           *             {
           *               "method": "popup",
           *               "minutes": 10
           *             }
           *           ]
           *         },
           *         "type": "default",
           *         "created_at": "2026-01-01T08:00:00.000Z",
           *         "updated_at": "2026-01-02T08:00:00.000Z",
           *         "etag": "\"3181\""
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleCalendarEvent"];
          };
        };
      };
    };
  };
  google_calendar_update_event: {
    parameters: {
      query?: {
        /**
         * @description Id of the calendar, from calendar_list_calendars; the user's main one unless given.
         * @example team@group.calendar.google.com
         */
        calendar_id?: string;
        /**
         * @description Whom Google Calendar mails about it: all guests, those without Google Calendar, or nobody (default).
         * @example none
         */
        send_updates?: "all" | "externalOnly" | "none";
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the event; calendar_list_events gives it.
         * @example ev1
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Offsite",
         *       "start": {
         *         "date": "2026-02-02"
         *       },
         *       "end": {
         *         "date": "2026-02-04"
         *       },
         *       "attendees": [
         *         {
         *           "email": "bob@example.com",
         *           "response": "needs_action"
         *         }
         *       ],
         *       "show_as": "free"
         *     }
         */
        "application/json": {
          /** @description Title. */
          title?: string;
          /** @description When it starts. */
          start?: components["schemas"]["GoogleStartInput"];
          /** @description When it ends; for all-day events the day after the last. */
          end?: components["schemas"]["GoogleStartInput"];
          /** @description Notes; may hold HTML. */
          description?: string;
          /** @description Place, as text. */
          location?: string;
          /** @description Guests. A change replaces the whole list. */
          attendees?: components["schemas"]["GoogleAttendeeInput"][];
          /** @description Repetition, as lines such as RRULE:FREQ=WEEKLY;COUNT=10 (RFC 5545). */
          recurrence?: string[];
          /** @description Reminders in place of the calendar's own; an empty list means none. */
          reminders?: components["schemas"]["GoogleReminderInput"][];
          /**
           * @description Who sees the details.
           * @enum {string}
           */
          visibility?: "default" | "public" | "private";
          /**
           * @description Whether the time counts as taken.
           * @enum {string}
           */
          show_as?: "busy" | "free";
          /** @description Add a Google Meet link; it may take a moment to appear. */
          add_meet?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "ev2",
           *         "calendar_id": "team@group.calendar.google.com",
           *         "title": "Offsite",
           *         "description": null,
           *         "location": null,
           *         "start": {
           *           "date": "2026-02-02",
           *           "date_time": null,
           *           "time_zone": null
           *         },
           *         "end": {
           *           "date": "2026-02-04",
           *           "date_time": null,
           *           "time_zone": null
           *         },
           *         "all_day": true,
           *         "status": "tentative",
           *         "organizer": null,
           *         "attendees": [],
           *         "recurrence": [
           *           "RRULE:FREQ=YEARLY"
           *         ],
           *         "recurring_event_id": null,
           *         "meeting_url": null,
           *         "url": null,
           *         "visibility": "private",
           *         "show_as": "free",
           *         "reminders": {
           *           "use_default": true,
           *           "overrides": []
           *         },
           *         "type": "default",
           *         "created_at": null,
           *         "updated_at": null,
           *         "etag": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleCalendarEvent"];
          };
        };
      };
    };
  };
  google_calendar_delete_event: {
    parameters: {
      query?: {
        /** @description Id of the calendar, from calendar_list_calendars; the user's main one unless given. */
        calendar_id?: string;
        /**
         * @description Whom Google Calendar mails about it: all guests, those without Google Calendar, or nobody (default).
         * @example all
         */
        send_updates?: "all" | "externalOnly" | "none";
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the event; calendar_list_events gives it.
         * @example ev1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  google_calendar_list_calendars: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "calendars": [
           *           {
           *             "id": "ada@example.com",
           *             "name": "ada@example.com",
           *             "description": null,
           *             "time_zone": "Europe/Madrid",
           *             "access_role": "owner",
           *             "is_primary": true,
           *             "is_selected": true,
           *             "is_hidden": false,
           *             "color": "#9fe1e7"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              calendars: components["schemas"]["GoogleCalendarCalendar"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  google_calendar_find_busy_times: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "from": "2026-02-01T00:00:00Z",
         *       "to": "2026-02-02T00:00:00Z",
         *       "calendar_ids": [
         *         "primary"
         *       ],
         *       "time_zone": "UTC"
         *     }
         */
        "application/json": {
          /**
           * Format: date-time
           * @description Start of the time to look at: 2026-02-01T00:00:00Z.
           */
          from: string;
          /**
           * Format: date-time
           * @description End of the time to look at.
           */
          to: string;
          /** @description Calendar ids or people's email addresses; the user's main calendar unless given. */
          calendar_ids?: string[];
          /** @description IANA zone of the times in the answer. */
          time_zone?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "from": "2026-02-01T00:00:00.000Z",
           *         "to": "2026-02-02T00:00:00.000Z",
           *         "calendars": [
           *           {
           *             "id": "primary",
           *             "busy": [
           *               {
           *                 "start": "2026-02-01T09:00:00Z",
           *                 "end": "2026-02-01T10:00:00Z"
           *               }
           *             ],
           *             "errors": []
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleCalendarBusyTime"];
          };
        };
      };
    };
  };
  google_drive_list_files: {
    parameters: {
      query?: {
        /**
         * @description Words to look for in names and contents.
         * @example Ada's \ notes
         */
        q?: string;
        /**
         * @description Only of this type; application/vnd.google-apps.folder gives folders.
         * @example application/pdf
         */
        mime_type?: string;
        /**
         * @description Only what is in this folder, by id; `root` is My Drive.
         * @example d1
         */
        parent_id?: string;
        /** @description Drive's own search language: modifiedTime > '2026-01-01T00:00:00' and starred = true. */
        query?: string;
        /** @description Only what is in the trash. */
        trashed?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "files": [
           *           {
           *             "id": "f1",
           *             "name": "Report.pdf",
           *             "mime_type": "application/pdf",
           *             "kind": "file",
           *             "description": "Yearly",
           *             "size": 2048,
           *             "created_at": "2026-01-01T00:00:00.000Z",
           *             "modified_at": "2026-01-02T00:00:00.000Z",
           *             "modified_by": {
           *               "name": "Bob",
           *               "email": "bob@example.com"
           *             },
           *             "parents": [
           *               "root1"
           *             ],
           *             "owners": [
           *               {
           *                 "name": "Ada",
           *                 "email": "ada@example.com"
           *               }
           *             ],
           *             "url": "https://drive.google.com/file/d/f1/view",
           *             "download_url": "https://drive.google.com/uc?id=f1",
           *             "md5": "0cc175b9c0f1b6a831c399e269772661",
           *             "starred": true,
           *             "trashed": false,
           *             "shared": true,
           *             "drive_id": null,
           *             "shortcut_target": null,
           *             "export_formats": []
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              files: components["schemas"]["GoogleDriveFile"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  google_drive_upload_file: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "notes.txt",
         *       "mime_type": "text/plain",
         *       "content": "Grüße\n",
         *       "parent_ids": [
         *         "d1"
         *       ],
         *       "description": "Mine",
         *       "encoding": "utf-8"
         *     }
         */
        "application/json": {
          /** @description Name of the file or folder. */
          name: string;
          /** @description Type, such as text/plain; application/vnd.google-apps.folder makes a folder, application/vnd.google-apps.document a Google Doc. */
          mime_type: string;
          /** @description The content; leave it out for a folder or an empty document. */
          content?: string;
          /**
           * @description How the content is written.
           * @default utf-8
           * @enum {string}
           */
          encoding?: "utf-8" | "base64";
          /** @description Type of the content where Drive is to convert it: text/markdown into a Google Doc, text/csv into a Sheet. */
          content_type?: string;
          /** @description Folder to put it in, by id; My Drive unless given. */
          parent_ids?: string[];
          /** @description A note about the file. */
          description?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "f2",
           *         "name": "notes.txt",
           *         "mime_type": "text/plain",
           *         "kind": "file",
           *         "description": null,
           *         "size": 8,
           *         "created_at": null,
           *         "modified_at": null,
           *         "modified_by": null,
           *         "parents": [
           *           "d1"
           *         ],
           *         "owners": [],
           *         "url": null,
           *         "download_url": null,
           *         "md5": null,
           *         "starred": false,
           *         "trashed": false,
           *         "shared": false,
           *         "drive_id": null,
           *         "shortcut_target": null,
           *         "export_formats": []
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleDriveFile"];
          };
        };
      };
    };
  };
  google_drive_get_file: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the file; drive_list_files gives it.
         * @example g1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "g1",
           *         "name": "Plan",
           *         "mime_type": "application/vnd.google-apps.document",
           *         "kind": "google_doc",
           *         "description": null,
           *         "size": 1024,
           *         "created_at": null,
           *         "modified_at": null,
           *         "modified_by": null,
           *         "parents": [],
           *         "owners": [],
           *         "url": null,
           *         "download_url": null,
           *         "md5": null,
           *         "starred": false,
           *         "trashed": false,
           *         "shared": false,
           *         "drive_id": null,
           *         "shortcut_target": null,
           *         "export_formats": [
           *           "application/pdf"
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleDriveFile"];
          };
        };
      };
    };
  };
  google_drive_update_file: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the file; drive_list_files gives it.
         * @example f1
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Report 2026.pdf",
         *       "starred": false,
         *       "add_parents": [
         *         "d1"
         *       ],
         *       "remove_parents": [
         *         "root1"
         *       ]
         *     }
         */
        "application/json": {
          /** @description New name. */
          name?: string;
          /** @description A note about the file. */
          description?: string;
          /** @description Whether it has the user's star. */
          starred?: boolean;
          /** @description True moves it to the trash, false brings it back. */
          trashed?: boolean;
          /** @description Folders to put it in, by id. */
          add_parents?: string[];
          /** @description Folders to take it out of, by id. */
          remove_parents?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "f1",
           *         "name": "Report 2026.pdf",
           *         "mime_type": "application/pdf",
           *         "kind": "file",
           *         "description": "Yearly",
           *         "size": 2048,
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "modified_at": "2026-01-02T00:00:00.000Z",
           *         "modified_by": {
           *           "name": "Bob",
           *           "email": "bob@example.com"
           *         },
           *         "parents": [
           *           "d1"
           *         ],
           *         "owners": [
           *           {
           *             "name": "Ada",
           *             "email": "ada@example.com"
           *           }
           *         ],
           *         "url": "https://drive.google.com/file/d/f1/view",
           *         "download_url": "https://drive.google.com/uc?id=f1",
           *         "md5": "0cc175b9c0f1b6a831c399e269772661",
           *         "starred": false,
           *         "trashed": false,
           *         "shared": true,
           *         "drive_id": null,
           *         "shortcut_target": null,
           *         "export_formats": []
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleDriveFile"];
          };
        };
      };
    };
  };
  google_drive_download_file: {
    parameters: {
      query?: {
        /** @description Type to export a Google Doc, Sheet or Slides file as, such as application/pdf; others come as they are. */
        mime_type?: string;
      };
      header?: never;
      path: {
        /**
         * @description Id of the file; drive_list_files gives it.
         * @example f1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "f1",
           *         "name": "notes.txt",
           *         "mime_type": "text/plain",
           *         "size": 10,
           *         "encoding": "utf-8",
           *         "content": "hello file"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailAttachment"];
          };
          "application/octet-stream": string;
        };
      };
    };
  };
  google_drive_export_file: {
    parameters: {
      query: {
        /**
         * @description Media type to export as, such as application/pdf; the file's `export_formats` lists what it can be.
         * @example application/vnd.openxmlformats-officedocument.wordprocessingml.document
         */
        mime_type: string;
      };
      header?: never;
      path: {
        /**
         * @description Id of the file; drive_list_files gives it.
         * @example g1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "g1",
           *         "name": "Plan.docx",
           *         "mime_type": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
           *         "size": 2,
           *         "encoding": "utf-8",
           *         "content": "PK"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailAttachment"];
          };
          "application/octet-stream": string;
        };
      };
    };
  };
  hubspot_list_contacts: {
    parameters: {
      query?: {
        /** @description Words to find in names, addresses and the like. */
        q?: string;
        /** @description Id of the owner; list_owners gives it. */
        owner_id?: string;
        /** @description Only what was changed at this time or later, such as 2026-01-31T09:00:00Z. */
        updated_since?: string;
        /** @description Further properties to read, custom ones too: HubSpot's internal names, separated by commas. */
        properties?: components["parameters"]["properties"];
        /** @description Only contacts at this lifecycle stage, such as lead. */
        lifecycle_stage?: string;
        /** @description Only contacts of this company. */
        company_id?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "contacts": [
           *           {
           *             "id": "101",
           *             "owner_id": "11",
           *             "archived": false,
           *             "url": "https://app.hubspot.com/contacts/62515/record/0-1/101",
           *             "created_at": "2026-01-02T10:00:00.000Z",
           *             "updated_at": "2026-01-03T11:30:00.000Z",
           *             "properties": {
           *               "hs_object_id": "101"
           *             },
           *             "name": "Ada Byron",
           *             "first_name": "Ada",
           *             "last_name": "Byron",
           *             "emails": [
           *               "ada@example.com"
           *             ],
           *             "phones": [
           *               "+44 20 7946 0100"
           *             ],
           *             "company": "Acme",
           *             "title": "Engineer",
           *             "lifecycle_stage": "lead"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              contacts: components["schemas"]["HubspotContact"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  hubspot_create_contact: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "first_name": "Ada",
         *       "last_name": "Byron",
         *       "title": "Engineer",
         *       "owner_id": "11",
         *       "properties": {
         *         "favourite_mill": "water",
         *         "mills": 3,
         *         "keen": true,
         *         "notes": null
         *       },
         *       "company_ids": [
         *         "201"
         *       ]
         *     }
         */
        "application/json": {
          /** @description Email address; HubSpot keeps one contact for each. */
          email?: string;
          /** @description First name. */
          first_name?: string;
          /** @description Last name. */
          last_name?: string;
          /** @description Phone number. */
          phone?: string;
          /** @description Mobile phone number. */
          mobile_phone?: string;
          /** @description Name of the company, as text. */
          company?: string;
          /** @description Position in the company. */
          title?: string;
          /** @description Where they stand, such as lead, opportunity or customer. */
          lifecycle_stage?: string;
          /** @description Id of the owner; list_owners gives it. */
          owner_id?: string;
          /** @description Further properties by HubSpot's internal names, custom ones too; null clears one. */
          properties?: {
            [key: string]: string | number | boolean | null;
          };
          /** @description Ids of the companies it is about. */
          company_ids?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "103",
           *         "owner_id": "11",
           *         "archived": false,
           *         "url": "https://app.hubspot.com/contacts/62515/record/0-1/103",
           *         "created_at": "2026-01-02T10:00:00.000Z",
           *         "updated_at": "2026-01-03T11:30:00.000Z",
           *         "properties": {
           *           "favourite_mill": "water",
           *           "mills": "3",
           *           "keen": "true",
           *           "notes": "",
           *           "hs_object_id": "103"
           *         },
           *         "name": "Ada Byron",
           *         "first_name": "Ada",
           *         "last_name": "Byron",
           *         "emails": [
           *           "ada@example.com"
           *         ],
           *         "phones": [],
           *         "company": null,
           *         "title": "Engineer",
           *         "lifecycle_stage": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotContact"];
          };
        };
      };
    };
  };
  hubspot_get_contact: {
    parameters: {
      query?: {
        /** @description Further properties to read, custom ones too: HubSpot's internal names, separated by commas. */
        properties?: components["parameters"]["properties"];
      };
      header?: never;
      path: {
        /**
         * @description Id of the contact, from list_contacts, or its email address.
         * @example 101
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "101",
           *         "owner_id": "11",
           *         "archived": false,
           *         "url": "https://app.hubspot.com/contacts/62515/record/0-1/101",
           *         "created_at": "2026-01-02T10:00:00.000Z",
           *         "updated_at": "2026-01-03T11:30:00.000Z",
           *         "properties": {
           *           "hs_object_id": "101"
           *         },
           *         "name": "Ada Byron",
           *         "first_name": "Ada",
           *         "last_name": "Byron",
           *         "emails": [
           *           "ada@example.com"
           *         ],
           *         "phones": [
           *           "+44 20 7946 0100"
           *         ],
           *         "company": "Acme",
           *         "title": "Engineer",
           *         "lifecycle_stage": "lead"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotContact"];
          };
        };
      };
    };
  };
  hubspot_update_contact: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the contact, from list_contacts, or its email address.
         * @example 101
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "phone": "+44 20 7946 0102",
         *       "properties": {
         *         "mobilephone": null,
         *         "favourite_mill": "wind"
         *       }
         *     }
         */
        "application/json": {
          /** @description Email address; HubSpot keeps one contact for each. */
          email?: string;
          /** @description First name. */
          first_name?: string;
          /** @description Last name. */
          last_name?: string;
          /** @description Phone number. */
          phone?: string;
          /** @description Mobile phone number. */
          mobile_phone?: string;
          /** @description Name of the company, as text. */
          company?: string;
          /** @description Position in the company. */
          title?: string;
          /** @description Where they stand, such as lead, opportunity or customer. */
          lifecycle_stage?: string;
          /** @description Id of the owner; list_owners gives it. */
          owner_id?: string;
          /** @description Further properties by HubSpot's internal names, custom ones too; null clears one. */
          properties?: {
            [key: string]: string | number | boolean | null;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "101",
           *         "owner_id": "11",
           *         "archived": false,
           *         "url": "https://app.hubspot.com/contacts/62515/record/0-1/101",
           *         "created_at": "2026-01-02T10:00:00.000Z",
           *         "updated_at": "2026-01-03T11:30:00.000Z",
           *         "properties": {
           *           "hs_object_id": "101",
           *           "favourite_mill": "wind"
           *         },
           *         "name": "Ada Byron",
           *         "first_name": "Ada",
           *         "last_name": "Byron",
           *         "emails": [
           *           "ada@example.com"
           *         ],
           *         "phones": [
           *           "+44 20 7946 0102"
           *         ],
           *         "company": "Acme",
           *         "title": "Engineer",
           *         "lifecycle_stage": "lead"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotContact"];
          };
        };
      };
    };
  };
  hubspot_list_companies: {
    parameters: {
      query?: {
        /** @description Words to find in names, addresses and the like. */
        q?: string;
        /** @description Id of the owner; list_owners gives it. */
        owner_id?: string;
        /** @description Only what was changed at this time or later, such as 2026-01-31T09:00:00Z. */
        updated_since?: string;
        /** @description Further properties to read, custom ones too: HubSpot's internal names, separated by commas. */
        properties?: components["parameters"]["properties"];
        /** @description Only the company of this domain. */
        domain?: string;
        /** @description Only companies of this contact. */
        contact_id?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "companies": [
           *           {
           *             "id": "201",
           *             "owner_id": "11",
           *             "archived": false,
           *             "url": "https://app.hubspot.com/contacts/62515/record/0-2/201",
           *             "created_at": "2026-01-02T10:00:00.000Z",
           *             "updated_at": "2026-01-03T11:30:00.000Z",
           *             "properties": {
           *               "hs_object_id": "201"
           *             },
           *             "name": "Acme",
           *             "domain": "acme.example",
           *             "phone": null,
           *             "industry": "COMPUTER_SOFTWARE",
           *             "city": "London",
           *             "country": "United Kingdom",
           *             "description": "Makes mills.",
           *             "lifecycle_stage": "customer"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              companies: components["schemas"]["HubspotCompany"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  hubspot_create_company: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Acme",
         *       "domain": "acme.example",
         *       "city": "London"
         *     }
         */
        "application/json": {
          /** @description Name. */
          name: string;
          /** @description Domain of its web site, such as acme.example; HubSpot fills in what it knows of it. */
          domain?: string;
          /** @description Phone number. */
          phone?: string;
          /** @description One of HubSpot's own words, such as COMPUTER_SOFTWARE. */
          industry?: string;
          /** @description City. */
          city?: string;
          /** @description Country. */
          country?: string;
          /** @description What the company does. */
          description?: string;
          /** @description Where it stands, such as lead, opportunity or customer. */
          lifecycle_stage?: string;
          /** @description Id of the owner; list_owners gives it. */
          owner_id?: string;
          /** @description Further properties by HubSpot's internal names, custom ones too; null clears one. */
          properties?: {
            [key: string]: string | number | boolean | null;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "203",
           *         "owner_id": null,
           *         "archived": false,
           *         "url": null,
           *         "created_at": "2026-01-02T10:00:00.000Z",
           *         "updated_at": "2026-01-03T11:30:00.000Z",
           *         "properties": {
           *           "hs_object_id": "203"
           *         },
           *         "name": "Acme",
           *         "domain": "acme.example",
           *         "phone": null,
           *         "industry": null,
           *         "city": "London",
           *         "country": null,
           *         "description": null,
           *         "lifecycle_stage": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotCompany"];
          };
        };
      };
    };
  };
  hubspot_get_company: {
    parameters: {
      query?: {
        /**
         * @description Further properties to read, custom ones too: HubSpot's internal names, separated by commas.
         * @example website
         */
        properties?: string;
      };
      header?: never;
      path: {
        /**
         * @description Id of the company; list_companies gives it.
         * @example 201
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "201",
           *         "owner_id": "11",
           *         "archived": true,
           *         "url": null,
           *         "created_at": "2026-01-02T10:00:00.000Z",
           *         "updated_at": "2026-01-03T11:30:00.000Z",
           *         "properties": {
           *           "hs_object_id": "201"
           *         },
           *         "name": "Acme",
           *         "domain": "acme.example",
           *         "phone": null,
           *         "industry": "COMPUTER_SOFTWARE",
           *         "city": "London",
           *         "country": "United Kingdom",
           *         "description": "Makes mills.",
           *         "lifecycle_stage": "customer"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotCompany"];
          };
        };
      };
    };
  };
  hubspot_update_company: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the company; list_companies gives it.
         * @example 201
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "description": "Makes mills."
         *     }
         */
        "application/json": {
          /** @description New name. */
          name?: string;
          /** @description Domain of its web site, such as acme.example; HubSpot fills in what it knows of it. */
          domain?: string;
          /** @description Phone number. */
          phone?: string;
          /** @description One of HubSpot's own words, such as COMPUTER_SOFTWARE. */
          industry?: string;
          /** @description City. */
          city?: string;
          /** @description Country. */
          country?: string;
          /** @description What the company does. */
          description?: string;
          /** @description Where it stands, such as lead, opportunity or customer. */
          lifecycle_stage?: string;
          /** @description Id of the owner; list_owners gives it. */
          owner_id?: string;
          /** @description Further properties by HubSpot's internal names, custom ones too; null clears one. */
          properties?: {
            [key: string]: string | number | boolean | null;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "201",
           *         "owner_id": "11",
           *         "archived": false,
           *         "url": null,
           *         "created_at": "2026-01-02T10:00:00.000Z",
           *         "updated_at": "2026-01-03T11:30:00.000Z",
           *         "properties": {
           *           "hs_object_id": "201"
           *         },
           *         "name": "Acme",
           *         "domain": "acme.example",
           *         "phone": null,
           *         "industry": "COMPUTER_SOFTWARE",
           *         "city": "London",
           *         "country": "United Kingdom",
           *         "description": "Makes mills.",
           *         "lifecycle_stage": "customer"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotCompany"];
          };
        };
      };
    };
  };
  hubspot_list_deals: {
    parameters: {
      query?: {
        /** @description Words to find in names, addresses and the like. */
        q?: string;
        /** @description Id of the owner; list_owners gives it. */
        owner_id?: string;
        /** @description Only what was changed at this time or later, such as 2026-01-31T09:00:00Z. */
        updated_since?: string;
        /** @description Further properties to read, custom ones too: HubSpot's internal names, separated by commas. */
        properties?: components["parameters"]["properties"];
        /** @description Only deals in this pipeline. */
        pipeline_id?: string;
        /** @description Only deals in this stage. */
        stage_id?: string;
        /** @description Only deals of this contact. */
        contact_id?: string;
        /** @description Only deals of this company. */
        company_id?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deals": [
           *           {
           *             "id": "301",
           *             "owner_id": "11",
           *             "archived": false,
           *             "url": "https://app.hubspot.com/contacts/62515/record/0-3/301",
           *             "created_at": "2026-01-02T10:00:00.000Z",
           *             "updated_at": "2026-01-03T11:30:00.000Z",
           *             "properties": {
           *               "hs_object_id": "301"
           *             },
           *             "name": "Mill for Acme",
           *             "amount": 1250.5,
           *             "currency": "EUR",
           *             "pipeline_id": "default",
           *             "stage_id": "contractsent",
           *             "close_date": "2026-02-01T00:00:00.000Z",
           *             "description": null,
           *             "is_closed": false,
           *             "is_won": false
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              deals: components["schemas"]["HubspotDeal"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  hubspot_create_deal: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Mill for Acme",
         *       "stage_id": "contractsent",
         *       "pipeline_id": "default",
         *       "amount": 1250.5,
         *       "currency": "EUR",
         *       "close_date": "2026-02-01T00:00:00Z",
         *       "contact_ids": [
         *         "101"
         *       ],
         *       "company_ids": [
         *         "201"
         *       ]
         *     }
         */
        "application/json": {
          /** @description Name of the deal. */
          name: string;
          /** @description Id of a stage of the pipeline; list_deal_pipelines gives it. */
          stage_id: string;
          /** @description What it is worth. */
          amount?: number;
          /** @description Currency of the amount, such as EUR. */
          currency?: string;
          /** @description Id of the pipeline; the account's default one unless said. */
          pipeline_id?: string;
          /**
           * Format: date-time
           * @description When it should be closed, such as 2026-01-31T09:00:00Z.
           */
          close_date?: string;
          /** @description What it is about. */
          description?: string;
          /** @description Id of the owner; list_owners gives it. */
          owner_id?: string;
          /** @description Further properties by HubSpot's internal names, custom ones too; null clears one. */
          properties?: {
            [key: string]: string | number | boolean | null;
          };
          /** @description Ids of the contacts it is about. */
          contact_ids?: string[];
          /** @description Ids of the companies it is about. */
          company_ids?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "301",
           *         "owner_id": "11",
           *         "archived": false,
           *         "url": null,
           *         "created_at": "2026-01-02T10:00:00.000Z",
           *         "updated_at": "2026-01-03T11:30:00.000Z",
           *         "properties": {
           *           "hs_object_id": "301"
           *         },
           *         "name": "Mill for Acme",
           *         "amount": 1250.5,
           *         "currency": "EUR",
           *         "pipeline_id": "default",
           *         "stage_id": "contractsent",
           *         "close_date": "2026-02-01T00:00:00.000Z",
           *         "description": null,
           *         "is_closed": false,
           *         "is_won": false
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotDeal"];
          };
        };
      };
    };
  };
  hubspot_get_deal: {
    parameters: {
      query?: {
        /** @description Further properties to read, custom ones too: HubSpot's internal names, separated by commas. */
        properties?: components["parameters"]["properties"];
      };
      header?: never;
      path: {
        /**
         * @description Id of the deal; list_deals gives it.
         * @example 301
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "301",
           *         "owner_id": "11",
           *         "archived": false,
           *         "url": null,
           *         "created_at": "2026-01-02T10:00:00.000Z",
           *         "updated_at": "2026-01-03T11:30:00.000Z",
           *         "properties": {
           *           "hs_object_id": "301"
           *         },
           *         "name": "Mill for Acme",
           *         "amount": 1250.5,
           *         "currency": "EUR",
           *         "pipeline_id": "default",
           *         "stage_id": "contractsent",
           *         "close_date": "2026-02-01T00:00:00.000Z",
           *         "description": null,
           *         "is_closed": false,
           *         "is_won": false
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotDeal"];
          };
        };
      };
    };
  };
  hubspot_update_deal: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the deal; list_deals gives it.
         * @example 302
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "stage_id": "closedwon"
         *     }
         */
        "application/json": {
          /** @description Name of the deal. */
          name?: string;
          /** @description Id of a stage of the pipeline; list_deal_pipelines gives it. */
          stage_id?: string;
          /** @description What it is worth. */
          amount?: number;
          /** @description Currency of the amount, such as EUR. */
          currency?: string;
          /** @description Id of the pipeline; the account's default one unless said. */
          pipeline_id?: string;
          /**
           * Format: date-time
           * @description When it should be closed, such as 2026-01-31T09:00:00Z.
           */
          close_date?: string;
          /** @description What it is about. */
          description?: string;
          /** @description Id of the owner; list_owners gives it. */
          owner_id?: string;
          /** @description Further properties by HubSpot's internal names, custom ones too; null clears one. */
          properties?: {
            [key: string]: string | number | boolean | null;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "302",
           *         "owner_id": null,
           *         "archived": false,
           *         "url": null,
           *         "created_at": "2026-01-02T10:00:00.000Z",
           *         "updated_at": "2026-01-03T11:30:00.000Z",
           *         "properties": {
           *           "hs_object_id": "302"
           *         },
           *         "name": "Wheel",
           *         "amount": null,
           *         "currency": null,
           *         "pipeline_id": "default",
           *         "stage_id": "closedwon",
           *         "close_date": "2026-01-01T00:00:00.000Z",
           *         "description": "A wheel.",
           *         "is_closed": true,
           *         "is_won": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotDeal"];
          };
        };
      };
    };
  };
  hubspot_list_deal_pipelines: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "pipelines": [
           *           {
           *             "id": "default",
           *             "name": "Sales Pipeline",
           *             "archived": false,
           *             "stages": [
           *               {
           *                 "id": "contractsent",
           *                 "name": "Contract sent",
           *                 "archived": false,
           *                 "is_closed": false,
           *                 "probability": 0.9
           *               }
           *             ]
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotPipelineList"];
          };
        };
      };
    };
  };
  hubspot_list_tickets: {
    parameters: {
      query?: {
        /** @description Words to find in names, addresses and the like. */
        q?: string;
        /** @description Id of the owner; list_owners gives it. */
        owner_id?: string;
        /** @description Only what was changed at this time or later, such as 2026-01-31T09:00:00Z. */
        updated_since?: string;
        /** @description Further properties to read, custom ones too: HubSpot's internal names, separated by commas. */
        properties?: components["parameters"]["properties"];
        /** @description Only tickets in this pipeline. */
        pipeline_id?: string;
        /** @description Only tickets in this stage. */
        stage_id?: string;
        /** @description Only tickets of this contact. */
        contact_id?: string;
        /** @description Only tickets of this company. */
        company_id?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "tickets": [
           *           {
           *             "id": "401",
           *             "owner_id": "11",
           *             "archived": false,
           *             "url": "https://app.hubspot.com/contacts/62515/record/0-5/401",
           *             "created_at": "2026-01-02T10:00:00.000Z",
           *             "updated_at": "2026-01-03T11:30:00.000Z",
           *             "properties": {
           *               "hs_object_id": "401"
           *             },
           *             "key": "401",
           *             "title": "The mill stands still",
           *             "body": "It stopped <b>today</b>.",
           *             "state": "1",
           *             "is_closed": false,
           *             "labels": [
           *               {
           *                 "name": "PRODUCT_ISSUE"
           *               }
           *             ],
           *             "pipeline_id": "0",
           *             "priority": "HIGH"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              tickets: components["schemas"]["HubspotTicket"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  hubspot_create_ticket: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "The mill stands still",
         *       "stage_id": "1",
         *       "body": "It stopped <b>today</b>.",
         *       "priority": "HIGH",
         *       "contact_ids": [
         *         "101"
         *       ],
         *       "company_ids": [
         *         "201"
         *       ],
         *       "deal_ids": [
         *         "301"
         *       ]
         *     }
         */
        "application/json": {
          /** @description What it is about, in a line. */
          title: string;
          /** @description Id of a stage of the pipeline; list_ticket_pipelines gives it. */
          stage_id: string;
          /** @description Id of the pipeline; the account's default one unless said. */
          pipeline_id?: string;
          /** @description The matter, as plain text. */
          body?: string;
          /**
           * @description How urgent it is.
           * @enum {string}
           */
          priority?: "LOW" | "MEDIUM" | "HIGH" | "URGENT";
          /** @description Id of the owner; list_owners gives it. */
          owner_id?: string;
          /** @description Further properties by HubSpot's internal names, custom ones too; null clears one. */
          properties?: {
            [key: string]: string | number | boolean | null;
          };
          /** @description Ids of the contacts it is about. */
          contact_ids?: string[];
          /** @description Ids of the companies it is about. */
          company_ids?: string[];
          /** @description Ids of the deals it is about. */
          deal_ids?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "401",
           *         "owner_id": "11",
           *         "archived": false,
           *         "url": null,
           *         "created_at": "2026-01-02T10:00:00.000Z",
           *         "updated_at": "2026-01-03T11:30:00.000Z",
           *         "properties": {
           *           "hs_object_id": "401"
           *         },
           *         "key": "401",
           *         "title": "The mill stands still",
           *         "body": "It stopped <b>today</b>.",
           *         "state": "1",
           *         "is_closed": false,
           *         "labels": [
           *           {
           *             "name": "PRODUCT_ISSUE"
           *           }
           *         ],
           *         "pipeline_id": "0",
           *         "priority": "HIGH"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotTicket"];
          };
        };
      };
    };
  };
  hubspot_list_ticket_pipelines: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "pipelines": [
           *           {
           *             "id": "0",
           *             "name": "Support Pipeline",
           *             "archived": false,
           *             "stages": [
           *               {
           *                 "id": "1",
           *                 "name": "New",
           *                 "archived": false,
           *                 "is_closed": false,
           *                 "probability": null
           *               }
           *             ]
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotPipelineList"];
          };
        };
      };
    };
  };
  hubspot_create_note: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "Ada said: 5 < 7 & \"go\"\nIt's due",
         *       "occurred_at": "2026-01-02T10:00:00Z",
         *       "owner_id": "11",
         *       "contact_ids": [
         *         "101"
         *       ],
         *       "company_ids": [
         *         "201"
         *       ],
         *       "deal_ids": [
         *         "301"
         *       ],
         *       "ticket_ids": [
         *         "401"
         *       ]
         *     }
         */
        "application/json": {
          /** @description The text, plain; line breaks are kept. */
          text: string;
          /**
           * Format: date-time
           * @description When it happened, such as 2026-01-31T09:00:00Z; the present time for something new.
           */
          occurred_at: string;
          /** @description Id of whoever it belongs to; list_owners gives it. */
          owner_id?: string;
          /** @description Ids of the contacts it is about. */
          contact_ids?: string[];
          /** @description Ids of the companies it is about. */
          company_ids?: string[];
          /** @description Ids of the deals it is about. */
          deal_ids?: string[];
          /** @description Ids of the tickets it is about. */
          ticket_ids?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "501",
           *         "text": "Ada said: 5 < 7 & \"go\"\nIt's due",
           *         "owner_id": "11",
           *         "occurred_at": "2026-01-02T10:00:00.000Z",
           *         "created_at": "2026-01-02T10:00:00.000Z",
           *         "updated_at": "2026-01-03T11:30:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotNote"];
          };
        };
      };
    };
  };
  hubspot_create_task: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Call Ada",
         *       "due_at": "2026-01-05T09:00:00Z",
         *       "body": "About the mill.",
         *       "priority": "HIGH",
         *       "type": "CALL",
         *       "owner_id": "11",
         *       "contact_ids": [
         *         "101"
         *       ],
         *       "company_ids": [
         *         "201"
         *       ],
         *       "deal_ids": [
         *         "301"
         *       ],
         *       "ticket_ids": [
         *         "401"
         *       ]
         *     }
         */
        "application/json": {
          /** @description What is to be done, in a line. */
          title: string;
          /**
           * Format: date-time
           * @description When it is due, such as 2026-01-31T09:00:00Z.
           */
          due_at: string;
          /** @description The text, plain; line breaks are kept. */
          body?: string;
          /**
           * @description How urgent it is.
           * @enum {string}
           */
          priority?: "NONE" | "LOW" | "MEDIUM" | "HIGH";
          /**
           * @description What sort of task it is; TODO unless said.
           * @enum {string}
           */
          type?: "TODO" | "CALL" | "EMAIL";
          /** @description Id of whoever it belongs to; list_owners gives it. */
          owner_id?: string;
          /** @description Ids of the contacts it is about. */
          contact_ids?: string[];
          /** @description Ids of the companies it is about. */
          company_ids?: string[];
          /** @description Ids of the deals it is about. */
          deal_ids?: string[];
          /** @description Ids of the tickets it is about. */
          ticket_ids?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "601",
           *         "key": "601",
           *         "title": "Call Ada",
           *         "body": "About the mill.",
           *         "state": "NOT_STARTED",
           *         "is_closed": false,
           *         "labels": [],
           *         "url": null,
           *         "created_at": "2026-01-02T10:00:00.000Z",
           *         "updated_at": "2026-01-03T11:30:00.000Z",
           *         "due_at": "2026-01-05T09:00:00.000Z",
           *         "priority": "HIGH",
           *         "type": "CALL",
           *         "owner_id": "11"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["HubspotTask"];
          };
        };
      };
    };
  };
  hubspot_list_owners: {
    parameters: {
      query?: {
        /** @description Only the one with this address. */
        email?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "owners": [
           *           {
           *             "id": "11",
           *             "name": "Ada Byron",
           *             "email": "ada@example.com",
           *             "avatar_url": null,
           *             "user_id": "7",
           *             "teams": [
           *               {
           *                 "id": "3",
           *                 "name": "Sales"
           *               }
           *             ],
           *             "archived": false
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              owners: components["schemas"]["HubspotOwner"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  jira_search_issues: {
    parameters: {
      query?: {
        /**
         * @description Words in the title, description or comments.
         * @example mill (old)
         */
        q?: string;
        /**
         * @description Key of the project, such as ENG, or its id.
         * @example ENG
         */
        project?: string;
        /** @description Name of the status, such as In Review. */
        status?: string;
        /**
         * @description How far along, whatever the status is called.
         * @example in_progress
         */
        status_category?: "to_do" | "in_progress" | "done";
        /**
         * @description Name of the issue type, such as Bug.
         * @example Bug
         */
        type?: string;
        /**
         * @description Who works on it: an account id (find_users gives it), me, or none for nobody.
         * @example me
         */
        assignee?: string;
        /**
         * @description Who reported it: an account id (find_users gives it), me, or none for nobody.
         * @example 712020:bob
         */
        reporter?: string;
        /**
         * @description A label, without spaces.
         * @example urgent
         */
        label?: string;
        /**
         * @description Only what was changed at this time or later: ISO 8601, a day, or -12h, -7d.
         * @example -7d
         */
        updated_since?: string;
        /** @description A query in JQL in place of all else; it must bound the search, such as project = ENG. */
        jql?: string;
        /**
         * @description Custom fields to show as well, such as customfield_10016; list_issue_fields gives the ids.
         * @example [
         *       "customfield_10016"
         *     ]
         */
        custom_fields?: string[];
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "issues": [
           *           {
           *             "id": "10007",
           *             "key": "ENG-7",
           *             "title": "Fix the mill",
           *             "body": "The **mill** stands still. [@Bob](accountid:712020:bob) knows why.\n\n- [x] Oil it\n- [ ] Turn it on\n\n> Wear gloves \\[SAFETY\\]\n\n```sh\nmill start\n```",
           *             "state": "In Progress",
           *             "is_closed": false,
           *             "labels": [
           *               {
           *                 "name": "mill"
           *               }
           *             ],
           *             "url": "https://acme.atlassian.net/browse/ENG-7",
           *             "created_at": "2026-01-01T07:00:00.000Z",
           *             "updated_at": "2026-01-02T08:30:00.000Z",
           *             "status": {
           *               "id": "3",
           *               "name": "In Progress",
           *               "category": "in_progress"
           *             },
           *             "type": {
           *               "id": "10001",
           *               "name": "Bug",
           *               "is_subtask": false
           *             },
           *             "priority": {
           *               "id": "2",
           *               "name": "High"
           *             },
           *             "project": {
           *               "id": "10000",
           *               "key": "ENG",
           *               "name": "Engine"
           *             },
           *             "assignee": {
           *               "id": "557058:ada",
           *               "name": "Ada"
           *             },
           *             "reporter": {
           *               "id": "712020:bob",
           *               "name": "Bob"
           *             },
           *             "creator": {
           *               "id": "712020:bob",
           *               "name": "Bob"
           *             },
           *             "components": [
           *               {
           *                 "id": "10100",
           *                 "name": "Gears"
           *               }
           *             ],
           *             "fix_versions": [
           *               {
           *                 "id": "10200",
           *                 "name": "1.0"
           *               }
           *             ],
           *             "parent": {
           *               "id": "10001",
           *               "key": "ENG-1",
           *               "title": "The mill"
           *             },
           *             "due_date": "2026-01-31",
           *             "resolution": null,
           *             "resolved_at": null,
           *             "custom": {
           *               "customfield_10016": 3
           *             }
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              issues: components["schemas"]["JiraIssue"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  jira_create_issue: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "project": "ENG",
         *       "type": "Bug",
         *       "title": "Fix the mill",
         *       "body": "The **mill** stands still.\n\n- [ ] Oil it",
         *       "priority": "High",
         *       "labels": [
         *         "mill"
         *       ],
         *       "components": [
         *         "Gears"
         *       ],
         *       "assignee_id": "557058:ada",
         *       "parent": "ENG-1",
         *       "due_date": "2026-01-31",
         *       "custom": {
         *         "customfield_10016": 3,
         *         "customfield_10040": {
         *           "markdown": "Two coats."
         *         }
         *       }
         *     }
         */
        "application/json": {
          /** @description Key of the project, such as ENG, or its id. */
          project: string;
          /** @description Name of the issue type, such as Task, or its id. */
          type: string;
          /** @description Its summary, in one line. */
          title: string;
          /** @description Its description as Markdown; a person is mentioned as [@Name](accountid:ID). */
          body?: string;
          /** @description Name of the priority, such as High, or its id. */
          priority?: string;
          /** @description Its labels, in place of all that are there. */
          labels?: string[];
          /** @description Its components, in place of all that are there. */
          components?: string[];
          /** @description Who works on it; find_users gives the id. null for nobody. */
          assignee_id?: string | null;
          /** @description Key or id of its epic or parent. */
          parent?: string;
          /**
           * Format: date
           * @description A day, such as 2026-01-31; null for none.
           */
          due_date?: string | null;
          /** @description Custom fields by id, as Jira takes them: {"value": "Red"} for a choice, a number, a list; {"markdown": "…"} for rich text. */
          custom?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "10007",
           *         "key": "ENG-7",
           *         "url": "https://acme.atlassian.net/browse/ENG-7"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              key: string;
              /** @description Opens it in the browser. */
              url: string | null;
            };
          };
        };
      };
    };
  };
  jira_get_issue: {
    parameters: {
      query?: {
        /** @description Custom fields to show as well, such as customfield_10016; list_issue_fields gives the ids. */
        custom_fields?: string[];
      };
      header?: never;
      path: {
        /**
         * @description Key of the issue, such as ENG-7, or its id.
         * @example ENG-7
         */
        key: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "10007",
           *         "key": "ENG-7",
           *         "title": "Fix the mill",
           *         "body": "The **mill** stands still. [@Bob](accountid:712020:bob) knows why.\n\n- [x] Oil it\n- [ ] Turn it on\n\n> Wear gloves \\[SAFETY\\]\n\n```sh\nmill start\n```",
           *         "state": "In Progress",
           *         "is_closed": false,
           *         "labels": [
           *           {
           *             "name": "mill"
           *           }
           *         ],
           *         "url": "https://acme.atlassian.net/browse/ENG-7",
           *         "created_at": "2026-01-01T07:00:00.000Z",
           *         "updated_at": "2026-01-02T08:30:00.000Z",
           *         "status": {
           *           "id": "3",
           *           "name": "In Progress",
           *           "category": "in_progress"
           *         },
           *         "type": {
           *           "id": "10001",
           *           "name": "Bug",
           *           "is_subtask": false
           *         },
           *         "priority": {
           *           "id": "2",
           *           "name": "High"
           *         },
           *         "project": {
           *           "id": "10000",
           *           "key": "ENG",
           *           "name": "Engine"
           *         },
           *         "assignee": {
           *           "id": "557058:ada",
           *           "name": "Ada"
           *         },
           *         "reporter": {
           *           "id": "712020:bob",
           *           "name": "Bob"
           *         },
           *         "creator": {
           *           "id": "712020:bob",
           *           "name": "Bob"
           *         },
           *         "components": [
           *           {
           *             "id": "10100",
           *             "name": "Gears"
           *           }
           *         ],
           *         "fix_versions": [
           *           {
           *             "id": "10200",
           *             "name": "1.0"
           *           }
           *         ],
           *         "parent": {
           *           "id": "10001",
           *           "key": "ENG-1",
           *           "title": "The mill"
           *         },
           *         "due_date": "2026-01-31",
           *         "resolution": null,
           *         "resolved_at": null,
           *         "custom": {},
           *         "body_adf": {
           *           "version": 1,
           *           "type": "doc",
           *           "content": [
           *             {
           *               "type": "paragraph",
           *               "content": [
           *                 {
           *                   "type": "text",
           *                   "text": "The "
           *                 }
           *               ]
           *             }
           *           ]
           *         }
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["JiraIssueDetails"];
          };
        };
      };
    };
  };
  jira_delete_issue: {
    parameters: {
      query: {
        /**
         * @description Delete its sub-tasks as well; false unless said.
         * @example false
         */
        with_subtasks: boolean;
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Key of the issue, such as ENG-7, or its id.
         * @example ENG-7
         */
        key: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  jira_update_issue: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Key of the issue, such as ENG-7, or its id.
         * @example ENG-7
         */
        key: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Fix the mill",
         *       "assignee_id": "557058:ada",
         *       "due_date": null,
         *       "add_labels": [
         *         "urgent"
         *       ],
         *       "remove_labels": [
         *         "old"
         *       ]
         *     }
         */
        "application/json": {
          /** @description New summary, in one line. */
          title?: string;
          /** @description New description as Markdown; a person is mentioned as [@Name](accountid:ID). null empties it. */
          body?: string | null;
          /** @description Name of the new issue type, or its id. */
          type?: string;
          /** @description Name of the priority, such as High, or its id. */
          priority?: string;
          /** @description Its labels, in place of all that are there. */
          labels?: string[];
          /** @description Its components, in place of all that are there. */
          components?: string[];
          /** @description Who works on it; find_users gives the id. null for nobody. */
          assignee_id?: string | null;
          /** @description Key or id of its epic or parent. */
          parent?: string;
          /**
           * Format: date
           * @description A day, such as 2026-01-31; null for none.
           */
          due_date?: string | null;
          /** @description Custom fields by id, as Jira takes them: {"value": "Red"} for a choice, a number, a list; {"markdown": "…"} for rich text. */
          custom?: {
            [key: string]: unknown;
          };
          /** @description Labels to add. */
          add_labels?: string[];
          /** @description Labels to take away. */
          remove_labels?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "10007",
           *         "key": "ENG-7",
           *         "title": "Fix the mill",
           *         "body": "The **mill** stands still. [@Bob](accountid:712020:bob) knows why.\n\n- [x] Oil it\n- [ ] Turn it on\n\n> Wear gloves \\[SAFETY\\]\n\n```sh\nmill start\n```",
           *         "state": "In Progress",
           *         "is_closed": false,
           *         "labels": [
           *           {
           *             "name": "mill"
           *           }
           *         ],
           *         "url": "https://acme.atlassian.net/browse/ENG-7",
           *         "created_at": "2026-01-01T07:00:00.000Z",
           *         "updated_at": "2026-01-02T08:30:00.000Z",
           *         "status": {
           *           "id": "3",
           *           "name": "In Progress",
           *           "category": "in_progress"
           *         },
           *         "type": {
           *           "id": "10001",
           *           "name": "Bug",
           *           "is_subtask": false
           *         },
           *         "priority": {
           *           "id": "2",
           *           "name": "High"
           *         },
           *         "project": {
           *           "id": "10000",
           *           "key": "ENG",
           *           "name": "Engine"
           *         },
           *         "assignee": {
           *           "id": "557058:ada",
           *           "name": "Ada"
           *         },
           *         "reporter": {
           *           "id": "712020:bob",
           *           "name": "Bob"
           *         },
           *         "creator": {
           *           "id": "712020:bob",
           *           "name": "Bob"
           *         },
           *         "components": [
           *           {
           *             "id": "10100",
           *             "name": "Gears"
           *           }
           *         ],
           *         "fix_versions": [
           *           {
           *             "id": "10200",
           *             "name": "1.0"
           *           }
           *         ],
           *         "parent": {
           *           "id": "10001",
           *           "key": "ENG-1",
           *           "title": "The mill"
           *         },
           *         "due_date": "2026-01-31",
           *         "resolution": null,
           *         "resolved_at": null,
           *         "custom": {},
           *         "body_adf": {
           *           "version": 1,
           *           "type": "doc",
           *           "content": [
           *             {
           *               "type": "paragraph",
           *               "content": [
           *                 {
           *                   "type": "text",
           *                   "text": "The "
           *                 }
           *               ]
           *             }
           *           ]
           *         }
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["JiraIssueDetails"];
          };
        };
      };
    };
  };
  jira_list_transitions: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Key of the issue, such as ENG-7, or its id.
         * @example ENG-7
         */
        key: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "transitions": [
           *           {
           *             "id": "11",
           *             "name": "Stop",
           *             "to": {
           *               "id": "1",
           *               "name": "To Do",
           *               "category": "to_do"
           *             },
           *             "has_screen": false
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              transitions: components["schemas"]["JiraTransition"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  jira_transition_issue: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Key of the issue, such as ENG-7, or its id.
         * @example ENG-7
         */
        key: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "to": "done",
         *       "resolution": "Done",
         *       "comment": "It *turns*."
         *     }
         */
        "application/json": {
          /** @description Name of the status, or a step's name or id; list_transitions gives them. */
          to: string;
          /** @description Name of the resolution, where the step asks for one. */
          resolution?: string;
          /** @description A comment as Markdown. */
          comment?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "31",
           *         "name": "Finish",
           *         "to": {
           *           "id": "5",
           *           "name": "Done",
           *           "category": "done"
           *         },
           *         "has_screen": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["JiraTransition"];
          };
        };
      };
    };
  };
  jira_list_comments: {
    parameters: {
      query?: {
        /** @description Which comes first. */
        sort?: "oldest" | "newest";
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Key of the issue, such as ENG-7, or its id.
         * @example ENG-7
         */
        key: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "comments": [
           *           {
           *             "id": "20001",
           *             "author": {
           *               "id": "557058:ada",
           *               "name": "Ada"
           *             },
           *             "updated_by": {
           *               "id": "557058:ada",
           *               "name": "Ada"
           *             },
           *             "body": "Done?",
           *             "body_adf": {
           *               "version": 1,
           *               "type": "doc",
           *               "content": [
           *                 {
           *                   "type": "paragraph",
           *                   "content": [
           *                     {
           *                       "type": "text",
           *                       "text": "Done?"
           *                     }
           *                   ]
           *                 }
           *               ]
           *             },
           *             "visibility": null,
           *             "url": "https://acme.atlassian.net/browse/ENG-7?focusedCommentId=20001",
           *             "created_at": "2026-01-02T08:00:00.000Z",
           *             "updated_at": "2026-01-02T08:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              comments: components["schemas"]["JiraComment"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  jira_create_comment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Key of the issue, such as ENG-7, or its id.
         * @example ENG-7
         */
        key: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "body": "[@Bob](accountid:712020:bob), done?",
         *       "visible_to": {
         *         "type": "role",
         *         "name": "Developers"
         *       }
         *     }
         */
        "application/json": {
          /** @description The comment as Markdown. */
          body: string;
          /** @description Show it to these people alone. */
          visible_to?: {
            /**
             * @description What the name is of: a role within the project, or a group.
             * @enum {string}
             */
            type: "role" | "group";
            /** @description Its name, such as Developers. */
            name: string;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "20001",
           *         "author": {
           *           "id": "557058:ada",
           *           "name": "Ada"
           *         },
           *         "updated_by": {
           *           "id": "557058:ada",
           *           "name": "Ada"
           *         },
           *         "body": "Done?",
           *         "body_adf": {
           *           "version": 1,
           *           "type": "doc",
           *           "content": [
           *             {
           *               "type": "paragraph",
           *               "content": [
           *                 {
           *                   "type": "text",
           *                   "text": "Done?"
           *                 }
           *               ]
           *             }
           *           ]
           *         },
           *         "visibility": {
           *           "type": "role",
           *           "name": "Developers"
           *         },
           *         "url": "https://acme.atlassian.net/browse/ENG-7?focusedCommentId=20001",
           *         "created_at": "2026-01-02T08:00:00.000Z",
           *         "updated_at": "2026-01-02T08:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["JiraComment"];
          };
        };
      };
    };
  };
  jira_list_projects: {
    parameters: {
      query?: {
        /**
         * @description Part of the name or key.
         * @example eng
         */
        q?: string;
        /**
         * @description Only projects of this type.
         * @example software
         */
        type?: "software" | "service_desk" | "business";
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "projects": [
           *           {
           *             "id": "10000",
           *             "key": "ENG",
           *             "name": "Engine",
           *             "description": "All that turns.",
           *             "type": "software",
           *             "is_team_managed": false,
           *             "is_archived": false,
           *             "lead": {
           *               "id": "557058:ada",
           *               "name": "Ada"
           *             },
           *             "issue_types": [
           *               {
           *                 "id": "10001",
           *                 "name": "Bug",
           *                 "is_subtask": false
           *               }
           *             ],
           *             "url": "https://acme.atlassian.net/browse/ENG"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              projects: components["schemas"]["JiraProject"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  jira_list_issue_fields: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Key of the project, such as ENG, or its id.
         * @example ENG
         */
        project: string;
        /**
         * @description Id of the issue type; list_projects gives it.
         * @example 10001
         */
        type: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "fields": [
           *           {
           *             "id": "summary",
           *             "name": "Summary",
           *             "is_required": true,
           *             "type": "string",
           *             "items": null,
           *             "kind": null,
           *             "allowed_values": null
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              fields: components["schemas"]["JiraField"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  jira_find_users: {
    parameters: {
      query?: {
        /**
         * @description Start of a name or an email address.
         * @example a
         */
        q?: string;
        /** @description Only people to whom this project's issues can be assigned. */
        project?: string;
        /** @description Only people to whom this issue can be assigned. */
        issue?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "users": [
           *           {
           *             "id": "557058:ada",
           *             "name": "Ada",
           *             "email": "ada@example.com",
           *             "avatar_url": "https://avatars.example.com/ada.png",
           *             "is_active": true,
           *             "type": "atlassian",
           *             "time_zone": "Europe/Zurich"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              users: components["schemas"]["JiraUser"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  linear_list_issues: {
    parameters: {
      query?: {
        /**
         * @description Key of a team, such as ENG, or its id.
         * @example ENG
         */
        team?: string;
        /** @description Name of a workflow state, such as In Progress. */
        state?: string;
        /**
         * @description Kind of state; open and closed stand for several.
         * @example open
         */
        state_type?: "open" | "closed" | "triage" | "backlog" | "unstarted" | "started" | "completed" | "canceled" | "duplicate";
        /**
         * @description me, none, or the id or email address of a person.
         * @example me
         */
        assignee?: string;
        /** @description Name of a label. */
        label?: string;
        /** @description Id of a project; list_projects gives it. */
        project?: string;
        /** @description current, or the id of a cycle. */
        cycle?: string;
        /** @description 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
        priority?: number;
        /** @description Only issues created at or after this time, such as 2026-01-31T09:00:00Z. */
        created_since?: string;
        /** @description Only issues changed at or after this time, such as 2026-01-31T09:00:00Z. */
        updated_since?: string;
        /** @description Only issues due on or before this day. */
        due_before?: string;
        /** @description Newest or last changed first; created unless said. */
        sort?: "created" | "updated";
        /** @description Whether archived issues are listed as well. */
        include_archived?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "issues": [
           *           {
           *             "id": "b0000000-0000-4000-8000-000000000100",
           *             "key": "ENG-7",
           *             "title": "The mill stops at seven",
           *             "body": "It should go on to **eight**.",
           *             "state": "Todo",
           *             "is_closed": false,
           *             "labels": [
           *               {
           *                 "id": "b0000000-0000-4000-8000-000000000030",
           *                 "name": "Bug",
           *                 "color": "#eb5757"
           *               }
           *             ],
           *             "url": "https://linear.app/acme/issue/ENG-7",
           *             "created_at": "2026-01-01T09:00:00.000Z",
           *             "updated_at": "2026-01-02T09:00:00.000Z",
           *             "state_id": "b0000000-0000-4000-8000-000000000020",
           *             "state_type": "unstarted",
           *             "team": {
           *               "id": "b0000000-0000-4000-8000-000000000010",
           *               "key": "ENG",
           *               "name": "Engine"
           *             },
           *             "assignee": {
           *               "id": "b0000000-0000-4000-8000-000000000001",
           *               "name": "Ada",
           *               "email": "ada@example.com",
           *               "avatar_url": null,
           *               "display_name": "ada"
           *             },
           *             "creator": {
           *               "id": "b0000000-0000-4000-8000-000000000002",
           *               "name": "Grace",
           *               "email": "grace@example.com",
           *               "avatar_url": "https://example.com/grace.png",
           *               "display_name": "grace"
           *             },
           *             "priority": 2,
           *             "priority_label": "High",
           *             "estimate": 3,
           *             "due_date": "2026-01-31",
           *             "project": {
           *               "id": "b0000000-0000-4000-8000-000000000040",
           *               "name": "Engine 2"
           *             },
           *             "cycle": {
           *               "id": "b0000000-0000-4000-8000-000000000050",
           *               "number": 4,
           *               "name": null
           *             },
           *             "parent": {
           *               "id": "b0000000-0000-4000-8000-000000000101",
           *               "key": "ENG-1",
           *               "title": "Build the engine"
           *             },
           *             "branch_name": "ada/eng-7-the-mill-stops-at-seven",
           *             "started_at": null,
           *             "completed_at": null,
           *             "canceled_at": null,
           *             "archived_at": null,
           *             "is_trashed": false
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["LinearIssueList"];
          };
        };
      };
    };
  };
  linear_create_issue: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "team_id": "b0000000-0000-4000-8000-000000000010",
         *       "title": "The mill stops at seven",
         *       "body": "It should go on to **eight**.",
         *       "priority": 2,
         *       "assignee_id": "me",
         *       "state_id": "b0000000-0000-4000-8000-000000000020",
         *       "label_ids": [
         *         "b0000000-0000-4000-8000-000000000030"
         *       ],
         *       "project_id": "b0000000-0000-4000-8000-000000000040",
         *       "cycle_id": "b0000000-0000-4000-8000-000000000050",
         *       "parent_id": "b0000000-0000-4000-8000-000000000101",
         *       "due_date": "2026-01-31",
         *       "estimate": 3
         *     }
         */
        "application/json": {
          /** @description Id of the team; list_teams gives it. */
          team_id: string;
          /** @description Title. */
          title: string;
          /** @description Description in Markdown. */
          body?: string | null;
          /** @description Id of a workflow state of the issue's team; list_teams gives them. */
          state_id?: string;
          /** @description Id of a person, from list_users; me; or null for nobody. */
          assignee_id?: string | null;
          /** @description 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
          priority?: number;
          /** @description Id of a project, from list_projects, or null for none. */
          project_id?: string | null;
          /** @description Id of a cycle of the issue's team, or null for none. */
          cycle_id?: string | null;
          /** @description Id of the issue that this one is a part of, or null for none. */
          parent_id?: string | null;
          /**
           * Format: date
           * @description Day it is due, such as 2026-01-31, or null for none.
           */
          due_date?: string | null;
          /** @description In the team's own scale, or null for none. */
          estimate?: number | null;
          /** @description Ids of its labels; list_labels gives them. */
          label_ids?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "b0000000-0000-4000-8000-000000000100",
           *         "key": "ENG-7",
           *         "title": "The mill stops at seven",
           *         "body": "It should go on to **eight**.",
           *         "state": "Todo",
           *         "is_closed": false,
           *         "labels": [
           *           {
           *             "id": "b0000000-0000-4000-8000-000000000030",
           *             "name": "Bug",
           *             "color": "#eb5757"
           *           }
           *         ],
           *         "url": "https://linear.app/acme/issue/ENG-7",
           *         "created_at": "2026-01-01T09:00:00.000Z",
           *         "updated_at": "2026-01-02T09:00:00.000Z",
           *         "state_id": "b0000000-0000-4000-8000-000000000020",
           *         "state_type": "unstarted",
           *         "team": {
           *           "id": "b0000000-0000-4000-8000-000000000010",
           *           "key": "ENG",
           *           "name": "Engine"
           *         },
           *         "assignee": {
           *           "id": "b0000000-0000-4000-8000-000000000001",
           *           "name": "Ada",
           *           "email": "ada@example.com",
           *           "avatar_url": null,
           *           "display_name": "ada"
           *         },
           *         "creator": {
           *           "id": "b0000000-0000-4000-8000-000000000002",
           *           "name": "Grace",
           *           "email": "grace@example.com",
           *           "avatar_url": "https://example.com/grace.png",
           *           "display_name": "grace"
           *         },
           *         "priority": 2,
           *         "priority_label": "High",
           *         "estimate": 3,
           *         "due_date": "2026-01-31",
           *         "project": {
           *           "id": "b0000000-0000-4000-8000-000000000040",
           *           "name": "Engine 2"
           *         },
           *         "cycle": {
           *           "id": "b0000000-0000-4000-8000-000000000050",
           *           "number": 4,
           *           "name": null
           *         },
           *         "parent": {
           *           "id": "b0000000-0000-4000-8000-000000000101",
           *           "key": "ENG-1",
           *           "title": "Build the engine"
           *         },
           *         "branch_name": "ada/eng-7-the-mill-stops-at-seven",
           *         "started_at": null,
           *         "completed_at": null,
           *         "canceled_at": null,
           *         "archived_at": null,
           *         "is_trashed": false
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["LinearIssue"];
          };
        };
      };
    };
  };
  linear_search_issues: {
    parameters: {
      query: {
        /**
         * @description Words to search for.
         * @example mill "seven" \ {
         */
        q: string;
        /**
         * @description Key of a team, such as ENG, or its id.
         * @example ENG
         */
        team?: string;
        /** @description Name of a workflow state, such as In Progress. */
        state?: string;
        /** @description Kind of state; open and closed stand for several. */
        state_type?: "open" | "closed" | "triage" | "backlog" | "unstarted" | "started" | "completed" | "canceled" | "duplicate";
        /** @description me, none, or the id or email address of a person. */
        assignee?: string;
        /** @description Name of a label. */
        label?: string;
        /** @description Id of a project; list_projects gives it. */
        project?: string;
        /** @description current, or the id of a cycle. */
        cycle?: string;
        /** @description 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
        priority?: number;
        /** @description Only issues created at or after this time, such as 2026-01-31T09:00:00Z. */
        created_since?: string;
        /** @description Only issues changed at or after this time, such as 2026-01-31T09:00:00Z. */
        updated_since?: string;
        /** @description Only issues due on or before this day. */
        due_before?: string;
        /**
         * @description Whether comments are searched as well.
         * @example true
         */
        include_comments?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "issues": [
           *           {
           *             "id": "b0000000-0000-4000-8000-000000000100",
           *             "key": "ENG-7",
           *             "title": "The mill stops at seven",
           *             "body": "It should go on to **eight**.",
           *             "state": "Todo",
           *             "is_closed": false,
           *             "labels": [
           *               {
           *                 "id": "b0000000-0000-4000-8000-000000000030",
           *                 "name": "Bug",
           *                 "color": "#eb5757"
           *               }
           *             ],
           *             "url": "https://linear.app/acme/issue/ENG-7",
           *             "created_at": "2026-01-01T09:00:00.000Z",
           *             "updated_at": "2026-01-02T09:00:00.000Z",
           *             "state_id": "b0000000-0000-4000-8000-000000000020",
           *             "state_type": "unstarted",
           *             "team": {
           *               "id": "b0000000-0000-4000-8000-000000000010",
           *               "key": "ENG",
           *               "name": "Engine"
           *             },
           *             "assignee": {
           *               "id": "b0000000-0000-4000-8000-000000000001",
           *               "name": "Ada",
           *               "email": "ada@example.com",
           *               "avatar_url": null,
           *               "display_name": "ada"
           *             },
           *             "creator": {
           *               "id": "b0000000-0000-4000-8000-000000000002",
           *               "name": "Grace",
           *               "email": "grace@example.com",
           *               "avatar_url": "https://example.com/grace.png",
           *               "display_name": "grace"
           *             },
           *             "priority": 2,
           *             "priority_label": "High",
           *             "estimate": 3,
           *             "due_date": "2026-01-31",
           *             "project": {
           *               "id": "b0000000-0000-4000-8000-000000000040",
           *               "name": "Engine 2"
           *             },
           *             "cycle": {
           *               "id": "b0000000-0000-4000-8000-000000000050",
           *               "number": 4,
           *               "name": null
           *             },
           *             "parent": {
           *               "id": "b0000000-0000-4000-8000-000000000101",
           *               "key": "ENG-1",
           *               "title": "Build the engine"
           *             },
           *             "branch_name": "ada/eng-7-the-mill-stops-at-seven",
           *             "started_at": null,
           *             "completed_at": null,
           *             "canceled_at": null,
           *             "archived_at": null,
           *             "is_trashed": false
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["LinearIssueList"];
          };
        };
      };
    };
  };
  linear_get_issue: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The issue's identifier, such as ENG-12, or its id.
         * @example ENG-7
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "b0000000-0000-4000-8000-000000000100",
           *         "key": "ENG-7",
           *         "title": "The mill stops at seven",
           *         "body": "It should go on to **eight**.",
           *         "state": "Todo",
           *         "is_closed": false,
           *         "labels": [
           *           {
           *             "id": "b0000000-0000-4000-8000-000000000030",
           *             "name": "Bug",
           *             "color": "#eb5757"
           *           }
           *         ],
           *         "url": "https://linear.app/acme/issue/ENG-7",
           *         "created_at": "2026-01-01T09:00:00.000Z",
           *         "updated_at": "2026-01-02T09:00:00.000Z",
           *         "state_id": "b0000000-0000-4000-8000-000000000020",
           *         "state_type": "unstarted",
           *         "team": {
           *           "id": "b0000000-0000-4000-8000-000000000010",
           *           "key": "ENG",
           *           "name": "Engine"
           *         },
           *         "assignee": {
           *           "id": "b0000000-0000-4000-8000-000000000001",
           *           "name": "Ada",
           *           "email": "ada@example.com",
           *           "avatar_url": null,
           *           "display_name": "ada"
           *         },
           *         "creator": {
           *           "id": "b0000000-0000-4000-8000-000000000002",
           *           "name": "Grace",
           *           "email": "grace@example.com",
           *           "avatar_url": "https://example.com/grace.png",
           *           "display_name": "grace"
           *         },
           *         "priority": 2,
           *         "priority_label": "High",
           *         "estimate": 3,
           *         "due_date": "2026-01-31",
           *         "project": {
           *           "id": "b0000000-0000-4000-8000-000000000040",
           *           "name": "Engine 2"
           *         },
           *         "cycle": {
           *           "id": "b0000000-0000-4000-8000-000000000050",
           *           "number": 4,
           *           "name": null
           *         },
           *         "parent": {
           *           "id": "b0000000-0000-4000-8000-000000000101",
           *           "key": "ENG-1",
           *           "title": "Build the engine"
           *         },
           *         "branch_name": "ada/eng-7-the-mill-stops-at-seven",
           *         "started_at": null,
           *         "completed_at": null,
           *         "canceled_at": null,
           *         "archived_at": "2026-01-03T00:00:00.000Z",
           *         "is_trashed": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["LinearIssue"];
          };
        };
      };
    };
  };
  linear_archive_issue: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The issue's identifier, such as ENG-12, or its id.
         * @example ENG-7
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  linear_update_issue: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The issue's identifier, such as ENG-12, or its id.
         * @example ENG-7
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "state_id": "b0000000-0000-4000-8000-000000000022",
         *       "assignee_id": null,
         *       "added_label_ids": [
         *         "b0000000-0000-4000-8000-000000000030"
         *       ],
         *       "removed_label_ids": [
         *         "b0000000-0000-4000-8000-000000000031"
         *       ],
         *       "due_date": null
         *     }
         */
        "application/json": {
          /** @description New title. */
          title?: string;
          /** @description Description in Markdown. */
          body?: string | null;
          /** @description Id of a workflow state of the issue's team; list_teams gives them. */
          state_id?: string;
          /** @description Id of a person, from list_users; me; or null for nobody. */
          assignee_id?: string | null;
          /** @description 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
          priority?: number;
          /** @description Id of a project, from list_projects, or null for none. */
          project_id?: string | null;
          /** @description Id of a cycle of the issue's team, or null for none. */
          cycle_id?: string | null;
          /** @description Id of the issue that this one is a part of, or null for none. */
          parent_id?: string | null;
          /**
           * Format: date
           * @description Day it is due, such as 2026-01-31, or null for none.
           */
          due_date?: string | null;
          /** @description In the team's own scale, or null for none. */
          estimate?: number | null;
          /** @description Id of the team to move it to; list_teams gives it. */
          team_id?: string;
          /** @description Ids of labels to put on it, from list_labels; it keeps the others. */
          added_label_ids?: string[];
          /** @description Ids of labels to take off. */
          removed_label_ids?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "b0000000-0000-4000-8000-000000000100",
           *         "key": "ENG-7",
           *         "title": "The mill stops at seven",
           *         "body": "It should go on to **eight**.",
           *         "state": "Done",
           *         "is_closed": true,
           *         "labels": [
           *           {
           *             "id": "b0000000-0000-4000-8000-000000000030",
           *             "name": "Bug",
           *             "color": "#eb5757"
           *           }
           *         ],
           *         "url": "https://linear.app/acme/issue/ENG-7",
           *         "created_at": "2026-01-01T09:00:00.000Z",
           *         "updated_at": "2026-01-02T09:00:00.000Z",
           *         "state_id": "b0000000-0000-4000-8000-000000000022",
           *         "state_type": "completed",
           *         "team": {
           *           "id": "b0000000-0000-4000-8000-000000000010",
           *           "key": "ENG",
           *           "name": "Engine"
           *         },
           *         "assignee": null,
           *         "creator": {
           *           "id": "b0000000-0000-4000-8000-000000000002",
           *           "name": "Grace",
           *           "email": "grace@example.com",
           *           "avatar_url": "https://example.com/grace.png",
           *           "display_name": "grace"
           *         },
           *         "priority": 2,
           *         "priority_label": "High",
           *         "estimate": 3,
           *         "due_date": null,
           *         "project": {
           *           "id": "b0000000-0000-4000-8000-000000000040",
           *           "name": "Engine 2"
           *         },
           *         "cycle": {
           *           "id": "b0000000-0000-4000-8000-000000000050",
           *           "number": 4,
           *           "name": null
           *         },
           *         "parent": {
           *           "id": "b0000000-0000-4000-8000-000000000101",
           *           "key": "ENG-1",
           *           "title": "Build the engine"
           *         },
           *         "branch_name": "ada/eng-7-the-mill-stops-at-seven",
           *         "started_at": null,
           *         "completed_at": "2026-01-02T08:00:00.000Z",
           *         "canceled_at": null,
           *         "archived_at": null,
           *         "is_trashed": false
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["LinearIssue"];
          };
        };
      };
    };
  };
  linear_list_comments: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description The issue's identifier, such as ENG-12, or its id.
         * @example ENG-7
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "comments": [
           *           {
           *             "id": "b0000000-0000-4000-8000-000000000200",
           *             "body": "It *does* now.",
           *             "user": {
           *               "id": "b0000000-0000-4000-8000-000000000002",
           *               "name": "Grace",
           *               "email": "grace@example.com",
           *               "avatar_url": "https://example.com/grace.png",
           *               "display_name": "grace"
           *             },
           *             "bot_name": null,
           *             "issue_key": "ENG-7",
           *             "parent_id": null,
           *             "url": "https://linear.app/acme/issue/ENG-7#comment-b0",
           *             "created_at": "2026-01-02T10:00:00.000Z",
           *             "updated_at": "2026-01-02T10:00:00.000Z",
           *             "edited_at": null,
           *             "resolved_at": null
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              comments: components["schemas"]["LinearComment"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  linear_create_comment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The issue's identifier, such as ENG-12, or its id.
         * @example ENG-7
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "body": "Say \"eight\": \\o/",
         *       "parent_id": "b0000000-0000-4000-8000-000000000200"
         *     }
         */
        "application/json": {
          /** @description The comment in Markdown. */
          body: string;
          /** @description Id of the comment to answer; list_comments gives it. */
          parent_id?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "b0000000-0000-4000-8000-000000000202",
           *         "body": "Say \"eight\": \\o/",
           *         "user": {
           *           "id": "b0000000-0000-4000-8000-000000000001",
           *           "name": "Ada",
           *           "email": "ada@example.com",
           *           "avatar_url": null,
           *           "display_name": "ada"
           *         },
           *         "bot_name": null,
           *         "issue_key": "ENG-7",
           *         "parent_id": "b0000000-0000-4000-8000-000000000200",
           *         "url": "https://linear.app/acme/issue/ENG-7#comment-b0",
           *         "created_at": "2026-01-02T10:00:00.000Z",
           *         "updated_at": "2026-01-02T10:00:00.000Z",
           *         "edited_at": null,
           *         "resolved_at": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["LinearComment"];
          };
        };
      };
    };
  };
  linear_list_teams: {
    parameters: {
      query?: {
        /**
         * @description Words in the team's name.
         * @example eng
         */
        q?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "teams": [
           *           {
           *             "id": "b0000000-0000-4000-8000-000000000010",
           *             "key": "ENG",
           *             "name": "Engine",
           *             "description": null,
           *             "states": [
           *               {
           *                 "id": "b0000000-0000-4000-8000-000000000020",
           *                 "name": "Todo",
           *                 "type": "unstarted"
           *               }
           *             ],
           *             "active_cycle": {
           *               "id": "b0000000-0000-4000-8000-000000000050",
           *               "number": 4,
           *               "name": null,
           *               "starts_at": "2026-01-01T00:00:00.000Z",
           *               "ends_at": "2026-01-15T00:00:00.000Z"
           *             }
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              teams: components["schemas"]["LinearTeam"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  linear_list_labels: {
    parameters: {
      query?: {
        /**
         * @description Words in the label's name.
         * @example bu
         */
        q?: string;
        /**
         * @description Key of a team, such as ENG, or its id.
         * @example ENG
         */
        team?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "labels": [
           *           {
           *             "id": "b0000000-0000-4000-8000-000000000030",
           *             "name": "Bug",
           *             "color": "#eb5757",
           *             "description": null,
           *             "is_group": false,
           *             "team": null
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              labels: components["schemas"]["LinearLabel"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  linear_list_projects: {
    parameters: {
      query?: {
        /**
         * @description Words in the project's name.
         * @example engine
         */
        q?: string;
        /**
         * @description Key of a team, such as ENG, or its id.
         * @example ENG
         */
        team?: string;
        /**
         * @description Only projects that stand so.
         * @example started
         */
        status_type?: "backlog" | "planned" | "started" | "paused" | "completed" | "canceled";
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "projects": [
           *           {
           *             "id": "b0000000-0000-4000-8000-000000000040",
           *             "name": "Engine 2",
           *             "description": "The next engine",
           *             "url": "https://linear.app/acme/project/engine-2",
           *             "status": "In Progress",
           *             "status_type": "started",
           *             "health": "onTrack",
           *             "priority": 1,
           *             "progress": 0.25,
           *             "lead": {
           *               "id": "b0000000-0000-4000-8000-000000000002",
           *               "name": "Grace",
           *               "email": "grace@example.com",
           *               "avatar_url": "https://example.com/grace.png",
           *               "display_name": "grace"
           *             },
           *             "teams": [
           *               {
           *                 "id": "b0000000-0000-4000-8000-000000000010",
           *                 "key": "ENG",
           *                 "name": "Engine"
           *               }
           *             ],
           *             "start_date": "2026-01-01",
           *             "target_date": "2026-06-30",
           *             "created_at": "2025-12-01T00:00:00.000Z",
           *             "updated_at": "2026-01-02T00:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              projects: components["schemas"]["LinearProject"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  linear_list_users: {
    parameters: {
      query?: {
        /**
         * @description Part of a name or of an email address.
         * @example ada
         */
        q?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "users": [
           *           {
           *             "id": "b0000000-0000-4000-8000-000000000001",
           *             "name": "Ada",
           *             "email": "ada@example.com",
           *             "avatar_url": null,
           *             "display_name": "ada",
           *             "is_me": true,
           *             "is_active": true,
           *             "is_admin": true,
           *             "is_guest": false
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              users: components["schemas"]["LinearUser"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  linkedin_get_me: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "ada-1",
           *         "name": "Ada Example",
           *         "email": "ada@example.com",
           *         "avatar_url": "https://media.example.com/ada.jpg",
           *         "first_name": "Ada",
           *         "last_name": "Example",
           *         "urn": "urn:li:person:ada-1"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["LinkedinMe"];
          };
        };
      };
    };
  };
  linkedin_list_posts: {
    parameters: {
      query: {
        /**
         * @description The company page; list_organizations gives its id.
         * @example 77
         */
        organization_id: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "posts": [
           *           {
           *             "id": "urn:li:share:1001",
           *             "author_id": "urn:li:organization:77",
           *             "text": "We grow (again) #hiring",
           *             "visibility": "public",
           *             "state": "published",
           *             "content": {
           *               "type": "multi_image",
           *               "url": null,
           *               "title": null,
           *               "media_ids": [
           *                 "urn:li:image:C4E1"
           *               ]
           *             },
           *             "reshare_of": null,
           *             "created_at": "2026-01-01T00:00:00.000Z",
           *             "updated_at": "2026-01-01T00:01:00.000Z",
           *             "published_at": "2026-01-01T00:00:01.000Z",
           *             "url": "https://www.linkedin.com/feed/update/urn:li:share:1001"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              posts: components["schemas"]["LinkedinPost"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  linkedin_create_post: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "We (Acme) are #hiring: mail hr@example.com & see [jobs] *now*",
         *       "visibility": "public"
         *     }
         */
        "application/json": {
          /** @description Plain text. A word behind # becomes a hashtag; nothing else is markup. */
          text: string;
          /** @description Write as this company page in place of the member; list_organizations gives its id. */
          organization_id?: string;
          /**
           * @description Who may see it; connections is for posts of members alone.
           * @default public
           * @enum {string}
           */
          visibility?: "public" | "connections" | "logged_in";
          /** @description A link that is shown as a card. */
          link?: {
            /** @description Where it leads. */
            url: string;
            /** @description Title; LinkedIn does not read it off the page. */
            title: string;
            /** @description Text below the title. */
            description?: string;
            /** @description Preview picture; upload_image gives its id. */
            image_id?: string;
          };
          /** @description Pictures. */
          images?: {
            /** @description Id of the picture; upload_image gives it. */
            id: string;
            /** @description What it shows, for those who cannot see it. */
            alt_text?: string;
          }[];
          /** @description Id of a post to share again, with the text above it. */
          reshare_of?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "urn:li:share:1001",
           *         "author_id": "urn:li:person:ada-1",
           *         "url": "https://www.linkedin.com/feed/update/urn:li:share:1001"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              author_id: string | null;
              /** @description Opens it in the browser. */
              url: string;
            };
          };
        };
      };
    };
  };
  linkedin_get_post: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the post, urn:li:share:… or urn:li:ugcPost:…; create_post and list_posts give it.
         * @example urn:li:share:1001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "urn:li:share:1001",
           *         "author_id": "urn:li:organization:77",
           *         "text": "Thanks Acme (UK)!",
           *         "visibility": "public",
           *         "state": "published",
           *         "content": {
           *           "type": "article",
           *           "url": "https://example.com/news",
           *           "title": "News",
           *           "media_ids": []
           *         },
           *         "reshare_of": null,
           *         "created_at": "2026-01-01T00:00:00.000Z",
           *         "updated_at": "2026-01-01T00:01:00.000Z",
           *         "published_at": "2026-01-01T00:00:01.000Z",
           *         "url": "https://www.linkedin.com/feed/update/urn:li:share:1001"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["LinkedinPost"];
          };
        };
      };
    };
  };
  linkedin_delete_post: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the post, urn:li:share:… or urn:li:ugcPost:…; create_post and list_posts give it.
         * @example urn:li:share:1001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  linkedin_update_post: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the post, urn:li:share:… or urn:li:ugcPost:…; create_post and list_posts give it.
         * @example urn:li:share:1001
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "Better (now)"
         *     }
         */
        "application/json": {
          /** @description Plain text. A word behind # becomes a hashtag; nothing else is markup. */
          text: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "urn:li:share:1001",
           *         "url": "https://www.linkedin.com/feed/update/urn:li:share:1001"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Opens it in the browser. */
              url: string;
            };
          };
        };
      };
    };
  };
  linkedin_upload_image: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "content": "iVBORw0K",
         *       "mime_type": "image/png"
         *     }
         */
        "application/json": {
          /** @description The bytes in base64. */
          content: string;
          /**
           * @description What kind of picture it is.
           * @enum {string}
           */
          mime_type: "image/jpeg" | "image/png" | "image/gif";
          /** @description Write as this company page in place of the member; list_organizations gives its id. */
          organization_id?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "urn:li:image:C4E1"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description For images and link.image_id of create_post. */
              id: string;
            };
          };
        };
      };
    };
  };
  linkedin_list_comments: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Id of the post, urn:li:share:… or urn:li:ugcPost:…; create_post and list_posts give it.
         * @example urn:li:share:1001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "comments": [
           *           {
           *             "id": "urn:li:comment:(urn:li:activity:2001,3001)",
           *             "post_id": "urn:li:share:1001",
           *             "parent_id": null,
           *             "author_id": "urn:li:person:grace-2",
           *             "text": "Well done",
           *             "likes_count": 2,
           *             "replies_count": 1,
           *             "created_at": "2026-01-01T00:00:00.000Z",
           *             "updated_at": "2026-01-01T00:01:40.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              comments: components["schemas"]["LinkedinComment"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  linkedin_create_comment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the post, urn:li:share:… or urn:li:ugcPost:…; create_post and list_posts give it.
         * @example urn:li:share:1001
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "Well (done)"
         *     }
         */
        "application/json": {
          /** @description Plain text. */
          text: string;
          /** @description The comment to answer; list_comments gives its id. */
          parent_id?: string;
          /** @description Write as this company page in place of the member; list_organizations gives its id. */
          organization_id?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "urn:li:comment:(urn:li:activity:2001,3001)",
           *         "post_id": "urn:li:share:1001",
           *         "author_id": "urn:li:person:ada-1"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              post_id: string;
              author_id: string;
            };
          };
        };
      };
    };
  };
  linkedin_add_reaction: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the post, urn:li:share:… or urn:li:ugcPost:…; create_post and list_posts give it.
         * @example urn:li:share:1001
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reaction": "celebrate"
         *     }
         */
        "application/json": {
          /**
           * @description The reaction, as LinkedIn shows it.
           * @enum {string}
           */
          reaction: "like" | "celebrate" | "support" | "love" | "insightful" | "funny";
          /** @description Write as this company page in place of the member; list_organizations gives its id. */
          organization_id?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "post_id": "urn:li:share:1001",
           *         "reaction": "celebrate",
           *         "author_id": "urn:li:person:ada-1"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              post_id: string;
              reaction: string;
              author_id: string;
            };
          };
        };
      };
    };
  };
  linkedin_list_organizations: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "organizations": [
           *           {
           *             "id": "77",
           *             "name": "Acme",
           *             "vanity_name": "acme-inc",
           *             "role": "administrator",
           *             "url": "https://www.linkedin.com/company/acme-inc"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              organizations: components["schemas"]["LinkedinOrganization"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  linkedin_get_organization_statistics: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The company page; list_organizations gives its id.
         * @example 77
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "organization_id": "77",
           *         "followers": 219145,
           *         "impressions": 1000,
           *         "unique_impressions": 700,
           *         "clicks": 40,
           *         "likes": 30,
           *         "comments": 5,
           *         "shares": 2,
           *         "engagement": 0.077
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["LinkedinOrganizationStatistic"];
          };
        };
      };
    };
  };
  microsoft_list_emails: {
    parameters: {
      query?: {
        /** @description Outlook search: words, from:ada@example.com, subject:invoice, hasAttachments:true. Not together with the filters. */
        q?: string;
        /** @description Only in this folder, by id or name: inbox, sentitems, drafts, deleteditems, junkemail, archive. */
        folder?: string;
        /** @description Only unread emails, or only read ones. */
        unread?: boolean;
        /** @description Only from this email address. */
        from?: string;
        /** @description Only of this conversation, by an email's `thread_id`. */
        thread_id?: string;
        /** @description Only received at this time or later, such as 2026-01-31T09:00:00Z. */
        since?: string;
        /** @description Only received before this time. */
        until?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "messages": [
           *           {
           *             "id": "AAkALg1=",
           *             "thread_id": "AAQkC1=",
           *             "subject": "Grüße",
           *             "from": {
           *               "name": "Ana",
           *               "email": "ana@example.com"
           *             },
           *             "to": [
           *               {
           *                 "name": null,
           *                 "email": "ada@example.com"
           *               }
           *             ],
           *             "cc": [],
           *             "bcc": [],
           *             "reply_to": [
           *               {
           *                 "name": "Desk",
           *                 "email": "desk@example.com"
           *               }
           *             ],
           *             "date": "2026-01-01T00:00:00Z",
           *             "snippet": "The plans are ready",
           *             "is_unread": true,
           *             "is_draft": false,
           *             "message_id_header": "<one@example.com>",
           *             "sent_at": "2025-12-31T23:59:58Z",
           *             "has_attachments": true,
           *             "importance": "high",
           *             "flag": "flagged",
           *             "categories": [
           *               "Blue"
           *             ],
           *             "folder_id": "AAMkF1=",
           *             "url": "https://outlook.office365.example.com/owa/?ItemID=AAkALg1"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: components["schemas"]["MicrosoftMessage"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  microsoft_get_email: {
    parameters: {
      query?: {
        /** @description html gives the HTML body, and its text beside it; text lets Outlook turn it into text. */
        body_format?: "html" | "text";
      };
      header?: never;
      path: {
        /**
         * @description Id of the email; list_emails gives it.
         * @example AAkALg1=
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "AAkALg1=",
           *         "thread_id": "AAQkC1=",
           *         "subject": "Grüße",
           *         "from": {
           *           "name": "Ana",
           *           "email": "ana@example.com"
           *         },
           *         "to": [
           *           {
           *             "name": null,
           *             "email": "ada@example.com"
           *           }
           *         ],
           *         "cc": [],
           *         "bcc": [],
           *         "reply_to": [
           *           {
           *             "name": "Desk",
           *             "email": "desk@example.com"
           *           }
           *         ],
           *         "date": "2026-01-01T00:00:00Z",
           *         "snippet": "The plans are ready",
           *         "is_unread": true,
           *         "is_draft": false,
           *         "message_id_header": "<one@example.com>",
           *         "sent_at": "2025-12-31T23:59:58Z",
           *         "has_attachments": true,
           *         "importance": "high",
           *         "flag": "flagged",
           *         "categories": [
           *           "Blue"
           *         ],
           *         "folder_id": "AAMkF1=",
           *         "url": "https://outlook.office365.example.com/owa/?ItemID=AAkALg1",
           *         "body": {
           *           "text": "The plans are ready",
           *           "html": "<p>The plans are <b>ready</b></p><script>x</script>"
           *         },
           *         "attachments": [
           *           {
           *             "id": "AAt1=",
           *             "filename": "plans.pdf",
           *             "mime_type": "application/pdf",
           *             "size": 12,
           *             "inline": false,
           *             "content_id": null
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftEmail"];
          };
        };
      };
    };
  };
  microsoft_delete_email: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the email; list_emails gives it.
         * @example AAkALg1=
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  microsoft_update_email: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the email; list_emails gives it.
         * @example AAkALg1=
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "is_read": true,
         *       "flag": "not_flagged",
         *       "categories": [],
         *       "importance": "low"
         *     }
         */
        "application/json": {
          /** @description Whether it counts as read. */
          is_read?: boolean;
          /**
           * @description flagged asks for follow-up, complete ticks it off, not_flagged takes the flag away.
           * @enum {string}
           */
          flag?: "flagged" | "complete" | "not_flagged";
          /** @description Names of its categories, in place of those it has. */
          categories?: string[];
          /**
           * @description How urgent it is marked: low, normal or high.
           * @enum {string}
           */
          importance?: "low" | "normal" | "high";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "AAkALg1=",
           *         "thread_id": "AAQkC1=",
           *         "subject": "Grüße",
           *         "from": {
           *           "name": "Ana",
           *           "email": "ana@example.com"
           *         },
           *         "to": [
           *           {
           *             "name": null,
           *             "email": "ada@example.com"
           *           }
           *         ],
           *         "cc": [],
           *         "bcc": [],
           *         "reply_to": [
           *           {
           *             "name": "Desk",
           *             "email": "desk@example.com"
           *           }
           *         ],
           *         "date": "2026-01-01T00:00:00Z",
           *         "snippet": "The plans are ready",
           *         "is_unread": false,
           *         "is_draft": false,
           *         "message_id_header": "<one@example.com>",
           *         "sent_at": "2025-12-31T23:59:58Z",
           *         "has_attachments": true,
           *         "importance": "low",
           *         "flag": "not_flagged",
           *         "categories": [],
           *         "folder_id": "AAMkF1=",
           *         "url": "https://outlook.office365.example.com/owa/?ItemID=AAkALg1"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftMessage"];
          };
        };
      };
    };
  };
  microsoft_get_attachment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the email; list_emails gives it.
         * @example AAkALg1=
         */
        id: string;
        /**
         * @description Id of the attachment, from the email's `attachments`.
         * @example AAt1=
         */
        attachment_id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "AAt1=",
           *         "name": "plans.txt",
           *         "mime_type": "text/plain",
           *         "size": 5,
           *         "encoding": "utf-8",
           *         "content": "plans"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailAttachment"];
          };
          "application/octet-stream": string;
        };
      };
    };
  };
  microsoft_move_email: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the email; list_emails gives it.
         * @example AAkALg1=
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "folder": "archive"
         *     }
         */
        "application/json": {
          /** @description Where it goes, by id or name: inbox, sentitems, drafts, deleteditems, junkemail, archive. */
          folder: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "AAkALg1=",
           *         "thread_id": "AAQkC1=",
           *         "subject": "Grüße",
           *         "from": {
           *           "name": "Ana",
           *           "email": "ana@example.com"
           *         },
           *         "to": [
           *           {
           *             "name": null,
           *             "email": "ada@example.com"
           *           }
           *         ],
           *         "cc": [],
           *         "bcc": [],
           *         "reply_to": [
           *           {
           *             "name": "Desk",
           *             "email": "desk@example.com"
           *           }
           *         ],
           *         "date": "2026-01-01T00:00:00Z",
           *         "snippet": "The plans are ready",
           *         "is_unread": true,
           *         "is_draft": false,
           *         "message_id_header": "<one@example.com>",
           *         "sent_at": "2025-12-31T23:59:58Z",
           *         "has_attachments": true,
           *         "importance": "high",
           *         "flag": "flagged",
           *         "categories": [
           *           "Blue"
           *         ],
           *         "folder_id": "AAMkArchive=",
           *         "url": "https://outlook.office365.example.com/owa/?ItemID=AAkALg1"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftMessage"];
          };
        };
      };
    };
  };
  microsoft_list_mail_folders: {
    parameters: {
      query?: {
        /** @description List the folders within this one, by id or name: inbox, sentitems, drafts, deleteditems, junkemail, archive. */
        parent?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "folders": [
           *           {
           *             "id": "AAMkF1=",
           *             "name": "Inbox",
           *             "parent_id": "AAMkRoot=",
           *             "folders": 1,
           *             "unread": 3,
           *             "total": 40,
           *             "is_hidden": false
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              folders: components["schemas"]["MicrosoftFolder"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  microsoft_send_email: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "to": [
         *         "Ada <ada@example.com>"
         *       ],
         *       "cc": "bob@example.com",
         *       "reply_to": "desk@example.com",
         *       "subject": "Plans",
         *       "html": "<p>Hi</p>",
         *       "text": "Hi",
         *       "importance": "high",
         *       "attachments": [
         *         {
         *           "filename": "a.txt",
         *           "mime_type": "text/plain",
         *           "content": "SGVs\r\nbG8="
         *         }
         *       ],
         *       "save_to_sent": false
         *     }
         */
        "application/json": {
          /** @description Recipient, or a list of recipients: `ada@example.com` or `Ada <ada@example.com>`. */
          to: string | string[];
          /** @description Recipients who get a copy. */
          cc?: string | string[];
          /** @description Recipients who get a copy unseen by the others. */
          bcc?: string | string[];
          /** @description Where answers should go. */
          reply_to?: string | string[];
          /** @description Subject line. */
          subject: string;
          /** @description Body as plain text. */
          text?: string;
          /** @description Body as HTML, beside or instead of the text. */
          html?: string;
          /** @description Files to attach. */
          attachments?: components["schemas"]["AttachmentInput"][];
          /**
           * @description How urgent it is marked: low, normal or high.
           * @enum {string}
           */
          importance?: "low" | "normal" | "high";
          /**
           * @description Keep a copy among the sent items.
           * @default true
           */
          save_to_sent?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": null,
           *         "status": "accepted"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftReplyToEmailResult"];
          };
        };
      };
    };
  };
  microsoft_reply_to_email: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the email to answer; list_emails gives it.
         * @example AAkALg1=
         */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "text": "Fine",
         *       "cc": "bob@example.com"
         *     }
         */
        "application/json": {
          /** @description Body as plain text. */
          text?: string;
          /** @description Body as HTML, beside or instead of the text. */
          html?: string;
          /** @description Files to attach. */
          attachments?: components["schemas"]["AttachmentInput"][];
          /** @description Recipients who get a copy. */
          cc?: string | string[];
          /** @description Recipients who get a copy unseen by the others. */
          bcc?: string | string[];
          /** @description Answer everyone on the email, not the sender alone. */
          reply_all?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": null,
           *         "status": "accepted"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftReplyToEmailResult"];
          };
        };
      };
    };
  };
  microsoft_forward_email: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the email to forward; list_emails gives it.
         * @example AAkALg1=
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "to": [
         *         "bob@example.com"
         *       ],
         *       "comment": "Look"
         *     }
         */
        "application/json": {
          /** @description Recipient, or a list of recipients: `ada@example.com` or `Ada <ada@example.com>`. */
          to: string | string[];
          /** @description Text above the forwarded email. */
          comment?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": null,
           *         "status": "accepted"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftReplyToEmailResult"];
          };
        };
      };
    };
  };
  microsoft_create_draft: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "to": "ada@example.com",
         *       "subject": "Plans",
         *       "text": "Hi"
         *     }
         */
        "application/json": {
          /** @description Recipient, or a list of recipients: `ada@example.com` or `Ada <ada@example.com>`. */
          to: string | string[];
          /** @description Recipients who get a copy. */
          cc?: string | string[];
          /** @description Recipients who get a copy unseen by the others. */
          bcc?: string | string[];
          /** @description Where answers should go. */
          reply_to?: string | string[];
          /** @description Subject line. */
          subject: string;
          /** @description Body as plain text. */
          text?: string;
          /** @description Body as HTML, beside or instead of the text. */
          html?: string;
          /** @description Files to attach. */
          attachments?: components["schemas"]["AttachmentInput"][];
          /**
           * @description How urgent it is marked: low, normal or high.
           * @enum {string}
           */
          importance?: "low" | "normal" | "high";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "AAkALg1=",
           *         "thread_id": "AAQkC1=",
           *         "subject": "Plans",
           *         "from": null,
           *         "to": [
           *           {
           *             "name": null,
           *             "email": "ada@example.com"
           *           }
           *         ],
           *         "cc": [],
           *         "bcc": [],
           *         "reply_to": [
           *           {
           *             "name": "Desk",
           *             "email": "desk@example.com"
           *           }
           *         ],
           *         "date": "2026-01-01T00:00:00Z",
           *         "snippet": "The plans are ready",
           *         "is_unread": false,
           *         "is_draft": true,
           *         "message_id_header": "<one@example.com>",
           *         "sent_at": "2025-12-31T23:59:58Z",
           *         "has_attachments": false,
           *         "importance": "high",
           *         "flag": "flagged",
           *         "categories": [
           *           "Blue"
           *         ],
           *         "folder_id": "AAMkF1=",
           *         "url": "https://outlook.office365.example.com/owa/?ItemID=AAkALg1",
           *         "body": {
           *           "text": "Hi",
           *           "html": null
           *         },
           *         "attachments": []
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftEmail"];
          };
        };
      };
    };
  };
  microsoft_send_draft: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the draft; create_draft gives it, and list_emails of the folder drafts.
         * @example AAkALg1=
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": null,
           *         "status": "accepted"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftReplyToEmailResult"];
          };
        };
      };
    };
  };
  microsoft_list_events: {
    parameters: {
      query?: {
        /** @description Id of the calendar, from list_calendars; the user's main one unless given. */
        calendar_id?: string;
        /** @description IANA or Windows zone of the times in the answer; UTC unless given. */
        time_zone?: string;
        /** @description Text within the title. */
        q?: string;
        /**
         * @description Only events that end after this time: 2026-02-01T00:00:00Z.
         * @example 2026-03-01T01:00:00+01:00
         */
        from?: string;
        /** @description Only events that start before this time. */
        to?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "events": [
           *           {
           *             "id": "AAEv1=",
           *             "calendar_id": "primary",
           *             "title": "Plans",
           *             "description": "Bring paper",
           *             "location": "Mill",
           *             "start": {
           *               "date": null,
           *               "date_time": "2026-03-01T09:00:00Z",
           *               "time_zone": "UTC"
           *             },
           *             "end": {
           *               "date": null,
           *               "date_time": "2026-03-01T10:00:00Z",
           *               "time_zone": "UTC"
           *             },
           *             "all_day": false,
           *             "status": "confirmed",
           *             "organizer": {
           *               "name": "Ada",
           *               "email": "ada@example.com"
           *             },
           *             "attendees": [
           *               {
           *                 "email": "Ada@example.com",
           *                 "name": "Ada",
           *                 "response": "accepted",
           *                 "optional": false,
           *                 "is_organizer": true
           *               }
           *             ],
           *             "recurring_event_id": null,
           *             "meeting_url": "https://teams.example.com/l/1",
           *             "url": "https://outlook.office365.example.com/owa/?itemid=AAEv1",
           *             "show_as": "busy",
           *             "created_at": null,
           *             "updated_at": null,
           *             "type": "single",
           *             "recurrence": null,
           *             "visibility": "normal",
           *             "own_response": "accepted",
           *             "reminder_minutes": 15,
           *             "categories": []
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              events: components["schemas"]["MicrosoftEvent"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  microsoft_create_event: {
    parameters: {
      query?: {
        /** @description Id of the calendar, from list_calendars; the user's main one unless given. */
        calendar_id?: string;
        /** @description IANA or Windows zone of the times in the answer; UTC unless given. */
        time_zone?: string;
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Plans",
         *       "start": {
         *         "date_time": "2026-03-01T10:00:00+01:00"
         *       },
         *       "end": {
         *         "date_time": "2026-03-01T11:00:00+01:00"
         *       },
         *       "description": "Bring paper",
         *       "location": "Mill",
         *       "attendees": [
         *         {
         *           "email": "bob@example.com",
         *           "name": "Bob",
         *           "optional": true
         *         }
         *       ],
         *       "reminder_minutes": 15,
         *       "show_as": "out_of_office",
         *       "visibility": "private",
         *       "add_teams": true,
         *       "transaction_id": "t1"
         *     }
         */
        "application/json": {
          /** @description Title. */
          title: string;
          /** @description When it starts. */
          start: components["schemas"]["MicrosoftStartInput"];
          /** @description When it ends; for all-day events the day after the last. */
          end: components["schemas"]["MicrosoftStartInput"];
          /** @description Notes, as plain text. */
          description?: string;
          /** @description Place, as text. */
          location?: string;
          /** @description Guests; Outlook mails them. A change replaces the whole list. */
          attendees?: components["schemas"]["MicrosoftAttendeeInput"][];
          recurrence?: components["schemas"]["MicrosoftRecurrenceInput"];
          /** @description Minutes before the start to remind. */
          reminder_minutes?: number;
          /**
           * @description How the time counts.
           * @enum {string}
           */
          show_as?: "free" | "tentative" | "busy" | "out_of_office" | "working_elsewhere";
          /**
           * @description Who sees the details.
           * @enum {string}
           */
          visibility?: "normal" | "personal" | "private" | "confidential";
          /** @description Names of its categories. */
          categories?: string[];
          /** @description Add a Teams link; work and school accounts only. */
          add_teams?: boolean;
          /** @description A text of your own: asked again with the same one, Outlook makes no second event. */
          transaction_id?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "AAEv1=",
           *         "calendar_id": "primary",
           *         "title": "Plans",
           *         "description": "Bring paper",
           *         "location": "Mill",
           *         "start": {
           *           "date": null,
           *           "date_time": "2026-03-01T09:00:00Z",
           *           "time_zone": "UTC"
           *         },
           *         "end": {
           *           "date": null,
           *           "date_time": "2026-03-01T10:00:00Z",
           *           "time_zone": "UTC"
           *         },
           *         "all_day": false,
           *         "status": "confirmed",
           *         "organizer": {
           *           "name": "Ada",
           *           "email": "ada@example.com"
           *         },
           *         "attendees": [
           *           {
           *             "email": "Ada@example.com",
           *             "name": "Ada",
           *             "response": "accepted",
           *             "optional": false,
           *             "is_organizer": true
           *           }
           *         ],
           *         "recurring_event_id": null,
           *         "meeting_url": "https://teams.example.com/l/1",
           *         "url": "https://outlook.office365.example.com/owa/?itemid=AAEv1",
           *         "show_as": "busy",
           *         "created_at": null,
           *         "updated_at": null,
           *         "type": "single",
           *         "recurrence": null,
           *         "visibility": "normal",
           *         "own_response": "accepted",
           *         "reminder_minutes": 15,
           *         "categories": []
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftEvent"];
          };
        };
      };
    };
  };
  microsoft_get_event: {
    parameters: {
      query?: {
        /** @description Id of the calendar, from list_calendars; the user's main one unless given. */
        calendar_id?: string;
        /** @description IANA or Windows zone of the times in the answer; UTC unless given. */
        time_zone?: string;
      };
      header?: never;
      path: {
        /**
         * @description Id of the event; list_events gives it.
         * @example AAEv1=
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "AAEv1=",
           *         "calendar_id": "primary",
           *         "title": "Plans",
           *         "description": "Bring paper",
           *         "location": "Mill",
           *         "start": {
           *           "date": null,
           *           "date_time": "2026-03-01T09:00:00Z",
           *           "time_zone": "UTC"
           *         },
           *         "end": {
           *           "date": null,
           *           "date_time": "2026-03-01T10:00:00Z",
           *           "time_zone": "UTC"
           *         },
           *         "all_day": false,
           *         "status": "confirmed",
           *         "organizer": {
           *           "name": "Ada",
           *           "email": "ada@example.com"
           *         },
           *         "attendees": [
           *           {
           *             "email": "Ada@example.com",
           *             "name": "Ada",
           *             "response": "accepted",
           *             "optional": false,
           *             "is_organizer": true
           *           }
           *         ],
           *         "recurring_event_id": null,
           *         "meeting_url": "https://teams.example.com/l/1",
           *         "url": "https://outlook.office365.example.com/owa/?itemid=AAEv1",
           *         "show_as": "busy",
           *         "created_at": "2026-01-01T00:00:00Z",
           *         "updated_at": "2026-01-02T00:00:00Z",
           *         "type": "single",
           *         "recurrence": null,
           *         "visibility": "normal",
           *         "own_response": "accepted",
           *         "reminder_minutes": 15,
           *         "categories": []
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftEvent"];
          };
        };
      };
    };
  };
  microsoft_delete_event: {
    parameters: {
      query?: {
        /**
         * @description Id of the calendar, from list_calendars; the user's main one unless given.
         * @example AAC1=
         */
        calendar_id?: string;
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the event; list_events gives it.
         * @example AAEv1=
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  microsoft_update_event: {
    parameters: {
      query?: {
        /** @description Id of the calendar, from list_calendars; the user's main one unless given. */
        calendar_id?: string;
        /**
         * @description IANA or Windows zone of the times in the answer; UTC unless given.
         * @example Europe/Madrid
         */
        time_zone?: string;
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the event; list_events gives it.
         * @example AAEv1=
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "start": {
         *         "date_time": "2026-03-01T10:00:00",
         *         "time_zone": "Europe/Madrid"
         *       },
         *       "end": {
         *         "date_time": "2026-03-01T11:00:00",
         *         "time_zone": "Europe/Madrid"
         *       }
         *     }
         */
        "application/json": {
          /** @description Title. */
          title?: string;
          /** @description When it starts; needs `end` as well. */
          start?: components["schemas"]["MicrosoftStartInput"];
          /** @description When it ends; needs `start` as well. */
          end?: components["schemas"]["MicrosoftStartInput"];
          /** @description Notes, as plain text. */
          description?: string;
          /** @description Place, as text. */
          location?: string;
          /** @description Guests; Outlook mails them. A change replaces the whole list. */
          attendees?: components["schemas"]["MicrosoftAttendeeInput"][];
          recurrence?: components["schemas"]["MicrosoftRecurrenceInput"];
          /** @description Minutes before the start to remind. */
          reminder_minutes?: number;
          /**
           * @description How the time counts.
           * @enum {string}
           */
          show_as?: "free" | "tentative" | "busy" | "out_of_office" | "working_elsewhere";
          /**
           * @description Who sees the details.
           * @enum {string}
           */
          visibility?: "normal" | "personal" | "private" | "confidential";
          /** @description Names of its categories. */
          categories?: string[];
          /** @description Add a Teams link; work and school accounts only. */
          add_teams?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "AAEv1=",
           *         "calendar_id": "primary",
           *         "title": "Plans",
           *         "description": "Bring paper",
           *         "location": "Mill",
           *         "start": {
           *           "date": null,
           *           "date_time": "2026-03-01T10:00:00",
           *           "time_zone": "Europe/Madrid"
           *         },
           *         "end": {
           *           "date": null,
           *           "date_time": "2026-03-01T11:00:00",
           *           "time_zone": "Europe/Madrid"
           *         },
           *         "all_day": false,
           *         "status": "confirmed",
           *         "organizer": {
           *           "name": "Ada",
           *           "email": "ada@example.com"
           *         },
           *         "attendees": [
           *           {
           *             "email": "Ada@example.com",
           *             "name": "Ada",
           *             "response": "accepted",
           *             "optional": false,
           *             "is_organizer": true
           *           }
           *         ],
           *         "recurring_event_id": null,
           *         "meeting_url": "https://teams.example.com/l/1",
           *         "url": "https://outlook.office365.example.com/owa/?itemid=AAEv1",
           *         "show_as": "busy",
           *         "created_at": null,
           *         "updated_at": null,
           *         "type": "single",
           *         "recurrence": null,
           *         "visibility": "normal",
           *         "own_response": "accepted",
           *         "reminder_minutes": 15,
           *         "categories": []
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftEvent"];
          };
        };
      };
    };
  };
  microsoft_respond_to_event: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the event; list_events gives it.
         * @example AAEv1=
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "response": "tentative",
         *       "comment": "Maybe",
         *       "send": true
         *     }
         */
        "application/json": {
          /**
           * @description The answer.
           * @enum {string}
           */
          response: "accepted" | "tentative" | "declined";
          /** @description Words to the organizer. */
          comment?: string;
          /**
           * @description Whether the organizer is told.
           * @default true
           */
          send?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "AAEv1=",
           *         "response": "tentative"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              response: string;
            };
          };
        };
      };
    };
  };
  microsoft_list_calendars: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "calendars": [
           *           {
           *             "id": "AAC1=",
           *             "name": "Calendar",
           *             "is_primary": true,
           *             "can_edit": true,
           *             "can_share": true,
           *             "color": null,
           *             "owner": {
           *               "name": "Ada",
           *               "email": "ada@example.com"
           *             }
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              calendars: components["schemas"]["MicrosoftCalendar"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  microsoft_find_busy_times: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "emails": [
         *         "ada@example.com"
         *       ],
         *       "from": "2026-03-02T09:00:00+01:00",
         *       "to": "2026-03-02T18:00:00Z"
         *     }
         */
        "application/json": {
          /** @description Email addresses of people or rooms. */
          emails: string[];
          /**
           * Format: date-time
           * @description Start of the time to look at: 2026-02-01T00:00:00Z.
           */
          from: string;
          /**
           * Format: date-time
           * @description End of the time to look at.
           */
          to: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "calendars": [
           *           {
           *             "id": "ada@example.com",
           *             "busy": [
           *               {
           *                 "start": "2026-03-02T09:00:00Z",
           *                 "end": "2026-03-02T10:00:00Z",
           *                 "show_as": "busy"
           *               }
           *             ],
           *             "errors": []
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftBusyTime"];
          };
        };
      };
    };
  };
  microsoft_list_files: {
    parameters: {
      query?: {
        /** @description Words to look for in names and contents. */
        q?: string;
        /** @description Only what is in this folder, by id; a search looks into its folders too. */
        folder_id?: string;
        /** @description Only what is in this folder, by its path: Reports/2026. */
        path?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "files": [
           *           {
           *             "id": "ABC!0",
           *             "name": "My Reports",
           *             "mime_type": "inode/directory",
           *             "kind": "folder",
           *             "size": 2048,
           *             "created_at": null,
           *             "modified_at": null,
           *             "parents": [
           *               "ABC!R"
           *             ],
           *             "url": "https://acme-my.sharepoint.com/personal/ada/Documents/My%20Reports",
           *             "shared": false,
           *             "path": "/",
           *             "child_count": 1,
           *             "created_by": null,
           *             "modified_by": null,
           *             "drive_id": "b!1",
           *             "remote": null,
           *             "etag": null
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftFileList"];
          };
        };
      };
    };
  };
  microsoft_upload_file: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Grüße #1 'a'.txt",
         *       "content": "hello",
         *       "mime_type": "text/plain",
         *       "conflict": "rename",
         *       "encoding": "utf-8"
         *     }
         */
        "application/json": {
          /** @description Name of the file. */
          name: string;
          /** @description The content. */
          content: string;
          /**
           * @description How the content is written.
           * @default utf-8
           * @enum {string}
           */
          encoding?: "utf-8" | "base64";
          /** @description Type of the content, such as text/plain. */
          mime_type?: string;
          /** @description Folder to put it in, by id; the drive's root unless given. */
          folder_id?: string;
          /**
           * @description What to do where something of that name is there already.
           * @default fail
           * @enum {string}
           */
          conflict?: "fail" | "rename" | "replace";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "ABC!5",
           *         "name": "Grüße #1 'a'.txt",
           *         "mime_type": "text/plain",
           *         "kind": "file",
           *         "size": 5,
           *         "created_at": "2026-01-01T00:00:00Z",
           *         "modified_at": "2026-01-02T00:00:00Z",
           *         "parents": [
           *           "ABC!0"
           *         ],
           *         "url": "https://acme-my.sharepoint.com/personal/ada/Documents/plans.docx",
           *         "shared": true,
           *         "path": "/My Reports",
           *         "child_count": null,
           *         "created_by": {
           *           "name": "Ada",
           *           "email": "ada@example.com"
           *         },
           *         "modified_by": {
           *           "name": "Ada",
           *           "email": "ada@example.com"
           *         },
           *         "drive_id": "b!1",
           *         "remote": null,
           *         "etag": "\"{1},2\""
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftFile"];
          };
        };
      };
    };
  };
  microsoft_list_folder_files: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Id of the folder, from list_files; root is the drive's own.
         * @example ABC!0
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "files": [
           *           {
           *             "id": "ABC!1",
           *             "name": "plans.docx",
           *             "mime_type": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
           *             "kind": "file",
           *             "size": 2048,
           *             "created_at": "2026-01-01T00:00:00Z",
           *             "modified_at": "2026-01-02T00:00:00Z",
           *             "parents": [
           *               "ABC!0"
           *             ],
           *             "url": "https://acme-my.sharepoint.com/personal/ada/Documents/plans.docx",
           *             "shared": true,
           *             "path": "/My Reports",
           *             "child_count": null,
           *             "created_by": {
           *               "name": "Ada",
           *               "email": "ada@example.com"
           *             },
           *             "modified_by": {
           *               "name": "Ada",
           *               "email": "ada@example.com"
           *             },
           *             "drive_id": "b!1",
           *             "remote": null,
           *             "etag": "\"{1},2\""
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftFileList"];
          };
        };
      };
    };
  };
  microsoft_get_file: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the file or folder; list_files gives it.
         * @example ABC!1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "ABC!1",
           *         "name": "plans.docx",
           *         "mime_type": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
           *         "kind": "file",
           *         "size": 2048,
           *         "created_at": "2026-01-01T00:00:00Z",
           *         "modified_at": "2026-01-02T00:00:00Z",
           *         "parents": [
           *           "ABC!0"
           *         ],
           *         "url": "https://acme-my.sharepoint.com/personal/ada/Documents/plans.docx",
           *         "shared": true,
           *         "path": "/My Reports",
           *         "child_count": null,
           *         "created_by": {
           *           "name": "Ada",
           *           "email": "ada@example.com"
           *         },
           *         "modified_by": {
           *           "name": "Ada",
           *           "email": "ada@example.com"
           *         },
           *         "drive_id": "b!1",
           *         "remote": null,
           *         "etag": "\"{1},2\""
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftFile"];
          };
        };
      };
    };
  };
  microsoft_delete_file: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the file or folder; list_files gives it.
         * @example ABC!1
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  microsoft_update_file: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the file or folder; list_files gives it.
         * @example ABC!1
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "new.docx",
         *       "folder_id": "ABC!7"
         *     }
         */
        "application/json": {
          /** @description New name. */
          name?: string;
          /** @description Folder to move it to, by id. */
          folder_id?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "ABC!1",
           *         "name": "new.docx",
           *         "mime_type": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
           *         "kind": "file",
           *         "size": 2048,
           *         "created_at": "2026-01-01T00:00:00Z",
           *         "modified_at": "2026-01-02T00:00:00Z",
           *         "parents": [
           *           "ABC!7"
           *         ],
           *         "url": "https://acme-my.sharepoint.com/personal/ada/Documents/plans.docx",
           *         "shared": true,
           *         "path": null,
           *         "child_count": null,
           *         "created_by": {
           *           "name": "Ada",
           *           "email": "ada@example.com"
           *         },
           *         "modified_by": {
           *           "name": "Ada",
           *           "email": "ada@example.com"
           *         },
           *         "drive_id": "b!1",
           *         "remote": null,
           *         "etag": "\"{1},2\""
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftFile"];
          };
        };
      };
    };
  };
  microsoft_download_file: {
    parameters: {
      query?: {
        /** @description Convert a Word, Excel, PowerPoint or OpenDocument file to PDF. */
        as_pdf?: boolean;
      };
      header?: never;
      path: {
        /**
         * @description Id of the file or folder; list_files gives it.
         * @example ABC!2
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "ABC!2",
           *         "name": "notes.txt",
           *         "mime_type": "text/plain",
           *         "size": 10,
           *         "encoding": "utf-8",
           *         "content": "hello file"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["GoogleGmailAttachment"];
          };
          "application/octet-stream": string;
        };
      };
    };
  };
  microsoft_create_folder: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "New",
         *       "conflict": "fail"
         *     }
         */
        "application/json": {
          /** @description Name of the folder. */
          name: string;
          /** @description Folder to make it in, by id; the drive's root unless given. */
          folder_id?: string;
          /**
           * @description What to do where something of that name is there already.
           * @default fail
           * @enum {string}
           */
          conflict?: "fail" | "rename" | "replace";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "ABC!7",
           *         "name": "New",
           *         "mime_type": "inode/directory",
           *         "kind": "folder",
           *         "size": 2048,
           *         "created_at": null,
           *         "modified_at": null,
           *         "parents": [
           *           "ABC!R"
           *         ],
           *         "url": "https://acme-my.sharepoint.com/personal/ada/Documents/My%20Reports",
           *         "shared": false,
           *         "path": "/",
           *         "child_count": 0,
           *         "created_by": null,
           *         "modified_by": null,
           *         "drive_id": "b!1",
           *         "remote": null,
           *         "etag": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftFile"];
          };
        };
      };
    };
  };
  microsoft_create_sharing_link: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the file or folder; list_files gives it.
         * @example ABC!1
         */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "type": "edit",
         *       "scope": "organization"
         *     }
         */
        "application/json": {
          /**
           * @description What the link allows.
           * @default view
           * @enum {string}
           */
          type?: "view" | "edit";
          /**
           * @description Whom it serves: anybody, or the organization. The organization's own rule unless given.
           * @enum {string}
           */
          scope?: "anonymous" | "organization";
          /**
           * Format: date-time
           * @description When the link ends, such as 2026-01-31T09:00:00Z.
           */
          expires_at?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "url": "https://acme-my.sharepoint.com/:w:/g/x",
           *         "type": "edit",
           *         "scope": "organization",
           *         "expires_at": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftSharingLink"];
          };
        };
      };
    };
  };
  microsoft_list_contacts: {
    parameters: {
      query?: {
        /** @description What the name, first name or surname starts with. */
        q?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "contacts": [
           *           {
           *             "id": "AACon1=",
           *             "name": "Bob Babbage",
           *             "first_name": "Bob",
           *             "last_name": "Babbage",
           *             "emails": [
           *               "bob@example.com"
           *             ],
           *             "phones": [
           *               "+34 600 000 002"
           *             ],
           *             "company": "Acme",
           *             "title": null,
           *             "url": null,
           *             "created_at": "2026-01-01T00:00:00Z",
           *             "updated_at": "2026-01-02T00:00:00Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              contacts: components["schemas"]["MicrosoftContact"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  microsoft_get_me: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "00000000-0000-4000-8000-000000000001",
           *         "name": "Ada",
           *         "email": null,
           *         "avatar_url": null,
           *         "user_principal_name": "ada@example.com",
           *         "title": "Engineer",
           *         "office": null,
           *         "phone": null,
           *         "language": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["MicrosoftMe"];
          };
        };
      };
    };
  };
  notion_get_page: {
    parameters: {
      query?: {
        /** @description markdown, as by default; blocks: Notion's own form beside it; none: title and properties alone. */
        format?: "markdown" | "blocks" | "none";
      };
      header?: never;
      path: {
        /**
         * @description Page id; search_workspace gives it, and a page's address ends with it.
         * @example a0000000-0000-4000-8000-000000000001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "a0000000-0000-4000-8000-000000000001",
           *         "title": "Launch plan",
           *         "url": "https://www.notion.so/Launch-plan-a0000000000040008000000000000001",
           *         "public_url": null,
           *         "parent": {
           *           "type": "page_id",
           *           "id": "a0000000-0000-4000-8000-000000000002",
           *           "database_id": null
           *         },
           *         "icon": "🚀",
           *         "cover_url": null,
           *         "properties": {
           *           "title": {
           *             "id": "title",
           *             "type": "title",
           *             "value": "Launch plan"
           *           }
           *         },
           *         "created_at": "2026-01-01T09:00:00.000Z",
           *         "updated_at": "2026-01-02T10:30:00.000Z",
           *         "created_by_id": "a0000000-0000-4000-8000-000000000006",
           *         "updated_by_id": "a0000000-0000-4000-8000-000000000006",
           *         "in_trash": false,
           *         "is_locked": false,
           *         "content": {
           *           "markdown": "## Goals\n\n- [x] Ask **Ada** for \\*numbers\\*\n  - [the plan](https://example.com/plan)\n\n[Archive \\[old\\]](https://www.notion.so/a0000000000040008000000000000014)",
           *           "blocks": null,
           *           "is_truncated": false
           *         }
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["NotionPageDetails"];
          };
        };
      };
    };
  };
  notion_archive_page: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Page id; search_workspace gives it, and a page's address ends with it.
         * @example a0000000-0000-4000-8000-000000000001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  notion_update_page: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Page id; search_workspace gives it, and a page's address ends with it.
         * @example a0000000-0000-4000-8000-000000000001
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Launch plan",
         *       "properties": {
         *         "Status": "Done",
         *         "Links": null,
         *         "Empty": null
         *       },
         *       "icon": null,
         *       "cover_url": "https://example.com/c.png",
         *       "is_locked": true
         *     }
         */
        "application/json": {
          /** @description The page's title, as plain text. */
          title?: string;
          /** @description Values by property name or id, of a page in a database: text, number, true or false, a date, a list of names or ids; null empties one. get_data_source lists the properties. Notion's own form is taken too. */
          properties?: {
            [key: string]: unknown;
          };
          /** @description An emoji, or a picture's address; null for none. */
          icon?: string | null;
          /** @description Address of the cover picture; null for none. */
          cover_url?: string | null;
          /** @description Whether people are kept from editing it by mistake. */
          is_locked?: boolean;
          /** @description true archives the page, false restores it. */
          in_trash?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "a0000000-0000-4000-8000-000000000001",
           *         "title": "Launch plan",
           *         "url": "https://www.notion.so/Launch-plan-a0000000000040008000000000000001",
           *         "public_url": null,
           *         "parent": {
           *           "type": "page_id",
           *           "id": "a0000000-0000-4000-8000-000000000002",
           *           "database_id": null
           *         },
           *         "icon": null,
           *         "cover_url": "https://example.com/c.png",
           *         "properties": {
           *           "title": {
           *             "id": "title",
           *             "type": "title",
           *             "value": "Launch plan"
           *           }
           *         },
           *         "created_at": "2026-01-01T09:00:00.000Z",
           *         "updated_at": "2026-01-02T10:30:00.000Z",
           *         "created_by_id": "a0000000-0000-4000-8000-000000000006",
           *         "updated_by_id": "a0000000-0000-4000-8000-000000000006",
           *         "in_trash": false,
           *         "is_locked": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["NotionPage"];
          };
        };
      };
    };
  };
  notion_create_page: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "parent": {
         *         "page_id": "a0000000-0000-4000-8000-000000000002"
         *       },
         *       "title": "Launch plan",
         *       "icon": "🚀",
         *       "content": "## Goals\n\n- [x] Ask **Ada**\n  - [plan](https://example.com/plan)\n"
         *     }
         */
        "application/json": {
          parent: components["schemas"]["NotionParentInput"];
          /** @description The page's title, as plain text. */
          title?: string;
          /** @description Values by property name or id, of a page in a database: text, number, true or false, a date, a list of names or ids; null empties one. get_data_source lists the properties. Notion's own form is taken too. */
          properties?: {
            [key: string]: unknown;
          };
          /** @description The page's content as Markdown; up to 32,767 characters. */
          content?: string;
          /** @description An emoji, or a picture's address; null for none. */
          icon?: string | null;
          /** @description Address of the cover picture; null for none. */
          cover_url?: string | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "a0000000-0000-4000-8000-000000000001",
           *         "title": "Launch plan",
           *         "url": "https://www.notion.so/Launch-plan-a0000000000040008000000000000001",
           *         "public_url": null,
           *         "parent": {
           *           "type": "page_id",
           *           "id": "a0000000-0000-4000-8000-000000000002",
           *           "database_id": null
           *         },
           *         "icon": "🚀",
           *         "cover_url": null,
           *         "properties": {
           *           "title": {
           *             "id": "title",
           *             "type": "title",
           *             "value": "Launch plan"
           *           }
           *         },
           *         "created_at": "2026-01-01T09:00:00.000Z",
           *         "updated_at": "2026-01-02T10:30:00.000Z",
           *         "created_by_id": "a0000000-0000-4000-8000-000000000006",
           *         "updated_by_id": "a0000000-0000-4000-8000-000000000006",
           *         "in_trash": false,
           *         "is_locked": false,
           *         "is_complete": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["NotionCreatePageResult"];
          };
        };
      };
    };
  };
  notion_move_page: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Page id; search_workspace gives it, and a page's address ends with it.
         * @example a0000000-0000-4000-8000-000000000001
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "parent": {
         *         "page_id": "a0000000-0000-4000-8000-000000000002"
         *       }
         *     }
         */
        "application/json": {
          parent: components["schemas"]["NotionParentInput"];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "a0000000-0000-4000-8000-000000000001",
           *         "title": "Launch plan",
           *         "url": "https://www.notion.so/Launch-plan-a0000000000040008000000000000001",
           *         "public_url": null,
           *         "parent": {
           *           "type": "page_id",
           *           "id": "a0000000-0000-4000-8000-000000000002",
           *           "database_id": null
           *         },
           *         "icon": "🚀",
           *         "cover_url": null,
           *         "properties": {
           *           "title": {
           *             "id": "title",
           *             "type": "title",
           *             "value": "Launch plan"
           *           }
           *         },
           *         "created_at": "2026-01-01T09:00:00.000Z",
           *         "updated_at": "2026-01-02T10:30:00.000Z",
           *         "created_by_id": "a0000000-0000-4000-8000-000000000006",
           *         "updated_by_id": "a0000000-0000-4000-8000-000000000006",
           *         "in_trash": false,
           *         "is_locked": false
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["NotionPage"];
          };
        };
      };
    };
  };
  notion_get_page_property: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Page id; search_workspace gives it, and a page's address ends with it.
         * @example a0000000-0000-4000-8000-000000000001
         */
        id: string;
        /**
         * @description The property's id, as get_page gives it.
         * @example %3AUPp
         */
        property_id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "values": [
           *           {
           *             "type": "relation",
           *             "value": [
           *               "a0000000-0000-4000-8000-000000000041"
           *             ]
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              values: {
                type: string;
                /** @description The plain value. */
                value: unknown;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  notion_list_blocks: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Block id, from list_blocks, or a page's id for the page's own blocks.
         * @example a0000000-0000-4000-8000-000000000001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "blocks": [
           *           {
           *             "id": "a0000000-0000-4000-8000-000000000011",
           *             "type": "code",
           *             "markdown": "````typescript\na `b`\n```\n````",
           *             "content": {
           *               "rich_text": [
           *                 {
           *                   "type": "text",
           *                   "text": {
           *                     "content": "a `b`\n```",
           *                     "link": null
           *                   },
           *                   "annotations": {
           *                     "bold": false,
           *                     "italic": false,
           *                     "strikethrough": false,
           *                     "underline": false,
           *                     "code": false,
           *                     "color": "default"
           *                   },
           *                   "plain_text": "a `b`\n```",
           *                   "href": null
           *                 }
           *               ],
           *               "language": "typescript",
           *               "caption": []
           *             },
           *             "has_children": false,
           *             "parent": {
           *               "type": "page_id",
           *               "id": "a0000000-0000-4000-8000-000000000001",
           *               "database_id": null
           *             },
           *             "created_at": "2026-01-01T09:00:00.000Z",
           *             "updated_at": "2026-01-02T10:30:00.000Z",
           *             "in_trash": false
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              blocks: components["schemas"]["NotionBlock"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  notion_append_blocks: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Block id, from list_blocks, or a page's id for the page's own blocks.
         * @example a0000000-0000-4000-8000-000000000001
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "content": "- a\n  - b\n    - c\n\n| x | y |\n| - | - |\n| 1 | `2\\|3` |",
         *       "after": "a0000000-0000-4000-8000-000000000014"
         *     }
         */
        "application/json": {
          /** @description Markdown; up to 32,767 characters. */
          content: string;
          /**
           * @description Before or behind what is there; end unless said.
           * @enum {string}
           */
          position?: "start" | "end";
          /** @description Id of a block that stands directly within, to write behind it; in place of position. */
          after?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "block_ids": [
           *           "a0000000-0000-4000-8000-000000000011"
           *         ],
           *         "is_complete": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["NotionBlockDetails"];
          };
        };
      };
    };
  };
  notion_get_block: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Block id, from list_blocks, or a page's id for the page's own blocks.
         * @example a0000000-0000-4000-8000-000000000011
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "a0000000-0000-4000-8000-000000000011",
           *         "type": "code",
           *         "markdown": "````typescript\na `b`\n```\n````",
           *         "content": {
           *           "rich_text": [
           *             {
           *               "type": "text",
           *               "text": {
           *                 "content": "a `b`\n```",
           *                 "link": null
           *               },
           *               "annotations": {
           *                 "bold": false,
           *                 "italic": false,
           *                 "strikethrough": false,
           *                 "underline": false,
           *                 "code": false,
           *                 "color": "default"
           *               },
           *               "plain_text": "a `b`\n```",
           *               "href": null
           *             }
           *           ],
           *           "language": "typescript",
           *           "caption": []
           *         },
           *         "has_children": false,
           *         "parent": {
           *           "type": "page_id",
           *           "id": "a0000000-0000-4000-8000-000000000001",
           *           "database_id": null
           *         },
           *         "created_at": "2026-01-01T09:00:00.000Z",
           *         "updated_at": "2026-01-02T10:30:00.000Z",
           *         "in_trash": false
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["NotionBlock"];
          };
        };
      };
    };
  };
  notion_delete_block: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Block id, from list_blocks, or a page's id for the page's own blocks.
         * @example a0000000-0000-4000-8000-000000000011
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  notion_update_block: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Block id, from list_blocks, or a page's id for the page's own blocks.
         * @example a0000000-0000-4000-8000-000000000012
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "content": "- [ ] ask *again*"
         *     }
         */
        "application/json": {
          /** @description Markdown of one block of the same kind: `- [x] text` for a to-do, `## text` for a heading. */
          content: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "a0000000-0000-4000-8000-000000000012",
           *         "type": "to_do",
           *         "markdown": "- [x] Ask **Ada** for \\*numbers\\*",
           *         "content": {
           *           "rich_text": [
           *             {
           *               "type": "text",
           *               "text": {
           *                 "content": "Ask ",
           *                 "link": null
           *               },
           *               "annotations": {
           *                 "bold": false,
           *                 "italic": false,
           *                 "strikethrough": false,
           *                 "underline": false,
           *                 "code": false,
           *                 "color": "default"
           *               },
           *               "plain_text": "Ask ",
           *               "href": null
           *             }
           *           ],
           *           "checked": true,
           *           "color": "default"
           *         },
           *         "has_children": true,
           *         "parent": {
           *           "type": "page_id",
           *           "id": "a0000000-0000-4000-8000-000000000001",
           *           "database_id": null
           *         },
           *         "created_at": "2026-01-01T09:00:00.000Z",
           *         "updated_at": "2026-01-02T10:30:00.000Z",
           *         "in_trash": false
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["NotionBlock"];
          };
        };
      };
    };
  };
  notion_get_database: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Database id, as its address has it.
         * @example a0000000-0000-4000-8000-000000000003
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "a0000000-0000-4000-8000-000000000003",
           *         "title": "Tasks",
           *         "description": "All of them",
           *         "url": "https://www.notion.so/tasks",
           *         "icon": "https://example.com/i.png",
           *         "parent": {
           *           "type": "workspace",
           *           "id": null,
           *           "database_id": null
           *         },
           *         "created_at": "2026-01-01T09:00:00.000Z",
           *         "updated_at": "2026-01-02T10:30:00.000Z",
           *         "in_trash": false,
           *         "data_sources": [
           *           {
           *             "id": "a0000000-0000-4000-8000-000000000004",
           *             "name": "Tasks"
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["NotionDatabase"];
          };
        };
      };
    };
  };
  notion_get_data_source: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Data source id; get_database and search_workspace give it.
         * @example a0000000-0000-4000-8000-000000000004
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "a0000000-0000-4000-8000-000000000004",
           *         "title": "Tasks",
           *         "description": "",
           *         "url": "https://www.notion.so/tasks",
           *         "icon": null,
           *         "parent": {
           *           "type": "database_id",
           *           "id": "a0000000-0000-4000-8000-000000000003",
           *           "database_id": "a0000000-0000-4000-8000-000000000003"
           *         },
           *         "created_at": "2026-01-01T09:00:00.000Z",
           *         "updated_at": "2026-01-02T10:30:00.000Z",
           *         "in_trash": false,
           *         "properties": [
           *           {
           *             "id": "title",
           *             "name": "Name",
           *             "type": "title",
           *             "options": null
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["NotionDataSource"];
          };
        };
      };
    };
  };
  notion_query_database: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Database id, or the id of one of its data sources.
         * @example a0000000-0000-4000-8000-000000000003
         */
        id: string;
      };
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "filter": {
         *         "and": [
         *           {
         *             "property": "Name",
         *             "title": {
         *               "contains": "O\"Neil \\ 'x'"
         *             }
         *           }
         *         ]
         *       },
         *       "sorts": [
         *         {
         *           "property": "Due"
         *         }
         *       ]
         *     }
         */
        "application/json": {
          /** @description Which table, where the database has several; get_database lists them. */
          data_source_id?: string;
          /** @description A filter as Notion has it: { "property": "Status", "status": { "equals": "Done" } }, or { "and": [...] } and { "or": [...] } of filters, two levels deep. */
          filter?: {
            [key: string]: unknown;
          };
          /** @description Sort orders, the strongest first. */
          sorts?: {
            /** @description Name or id of the property to sort by. */
            property?: string;
            /**
             * @description Sort by this time, in place of a property.
             * @enum {string}
             */
            timestamp?: "created_time" | "last_edited_time";
            /**
             * @description ascending unless said.
             * @enum {string}
             */
            direction?: "ascending" | "descending";
          }[];
          /** @description Rows in the trash in place of the others. */
          in_trash?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "pages": [
           *           {
           *             "id": "a0000000-0000-4000-8000-000000000051",
           *             "title": "Row 51",
           *             "url": "https://www.notion.so/Launch-plan-a0000000000040008000000000000001",
           *             "public_url": null,
           *             "parent": {
           *               "type": "data_source_id",
           *               "id": "a0000000-0000-4000-8000-000000000004",
           *               "database_id": "a0000000-0000-4000-8000-000000000003"
           *             },
           *             "icon": "🚀",
           *             "cover_url": null,
           *             "properties": {
           *               "Name": {
           *                 "id": "title",
           *                 "type": "title",
           *                 "value": "Row 51"
           *               }
           *             },
           *             "created_at": "2026-01-01T09:00:00.000Z",
           *             "updated_at": "2026-01-02T10:30:00.000Z",
           *             "created_by_id": "a0000000-0000-4000-8000-000000000006",
           *             "updated_by_id": "a0000000-0000-4000-8000-000000000006",
           *             "in_trash": false,
           *             "is_locked": false
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              pages: components["schemas"]["NotionPage"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  notion_search_workspace: {
    parameters: {
      query?: {
        /**
         * @description Words of the title.
         * @example plan "a" \
         */
        q?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        "application/json": {
          /**
           * @description Only pages, or only databases; both unless said.
           * @enum {string}
           */
          type?: "page" | "database" | "data_source";
          /**
           * @description The best match first, as by default, or by the last change.
           * @enum {string}
           */
          sort?: "relevance" | "last_edited_ascending" | "last_edited_descending";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "results": [
           *           {
           *             "id": "a0000000-0000-4000-8000-000000000001",
           *             "type": "page",
           *             "title": "Launch plan",
           *             "url": "https://www.notion.so/Launch-plan-a0000000000040008000000000000001",
           *             "icon": "🚀",
           *             "parent": {
           *               "type": "page_id",
           *               "id": "a0000000-0000-4000-8000-000000000002",
           *               "database_id": null
           *             },
           *             "created_at": "2026-01-01T09:00:00.000Z",
           *             "updated_at": "2026-01-02T10:30:00.000Z",
           *             "in_trash": false
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              results: components["schemas"]["NotionResult"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  notion_list_users: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "users": [
           *           {
           *             "id": "a0000000-0000-4000-8000-000000000006",
           *             "name": "Ada",
           *             "email": "ada@example.com",
           *             "avatar_url": "https://example.com/ada.png",
           *             "type": "person"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              users: components["schemas"]["NotionUser"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  notion_get_user: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description User id; list_users gives it. me is the connection's own bot.
         * @example a0000000-0000-4000-8000-000000000006
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "a0000000-0000-4000-8000-000000000006",
           *         "name": "Ada",
           *         "email": null,
           *         "avatar_url": "https://example.com/ada.png",
           *         "type": "person"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["NotionUser"];
          };
        };
      };
    };
  };
  notion_list_comments: {
    parameters: {
      query: {
        /**
         * @description Id of the page or block; search_workspace and list_blocks give it.
         * @example a0000000-0000-4000-8000-000000000001
         */
        block_id: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "comments": [
           *           {
           *             "id": "a0000000-0000-4000-8000-000000000021",
           *             "parent": {
           *               "type": "page_id",
           *               "id": "a0000000-0000-4000-8000-000000000001",
           *               "database_id": null
           *             },
           *             "discussion_id": "a0000000-0000-4000-8000-000000000031",
           *             "markdown": "Looks **good**\\\n@Ada",
           *             "text": "Looks good\n@Ada",
           *             "author_id": "a0000000-0000-4000-8000-000000000006",
           *             "created_at": "2026-01-01T09:00:00.000Z",
           *             "updated_at": "2026-01-02T10:30:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              comments: components["schemas"]["NotionComment"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  notion_create_comment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "page_id": "a0000000-0000-4000-8000-000000000001",
         *       "content": "Looks **good**\n\n[plan](https://example.com/plan)"
         *     }
         */
        "application/json": {
          /** @description Start a discussion on this page. */
          page_id?: string;
          /** @description Start a discussion on this block. */
          block_id?: string;
          /** @description Answer in this discussion; list_comments gives it. */
          discussion_id?: string;
          /** @description The comment as Markdown: one paragraph or several. */
          content: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "a0000000-0000-4000-8000-000000000021",
           *         "parent": {
           *           "type": "page_id",
           *           "id": "a0000000-0000-4000-8000-000000000001",
           *           "database_id": null
           *         },
           *         "discussion_id": "a0000000-0000-4000-8000-000000000031",
           *         "markdown": "Looks **good**\\\n@Ada",
           *         "text": "Looks good\n@Ada",
           *         "author_id": "a0000000-0000-4000-8000-000000000006",
           *         "created_at": "2026-01-01T09:00:00.000Z",
           *         "updated_at": "2026-01-02T10:30:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["NotionComment"];
          };
        };
      };
    };
  };
  pipedrive_list_deals: {
    parameters: {
      query?: {
        /**
         * @description Only open, won or lost deals; all unless said.
         * @example open
         */
        status?: "open" | "won" | "lost";
        /**
         * @description Only deals of this user; list_users gives it.
         * @example 42
         */
        owner_id?: string;
        /**
         * @description Only deals with this person.
         * @example 11
         */
        person_id?: string;
        /**
         * @description Only deals with this organization.
         * @example 21
         */
        organization_id?: string;
        /**
         * @description Only deals in this pipeline; list_stages gives it.
         * @example 1
         */
        pipeline_id?: string;
        /**
         * @description Only deals in this stage; list_stages gives it.
         * @example 3
         */
        stage_id?: string;
        /**
         * @description Only what was changed at this time or later, ISO 8601.
         * @example 2026-07-01T00:00:00.500+02:00
         */
        updated_since?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deals": [
           *           {
           *             "id": "5",
           *             "title": "Mill for Acme",
           *             "value": 25000,
           *             "currency": "EUR",
           *             "status": "open",
           *             "stage_id": "3",
           *             "pipeline_id": "1",
           *             "person_id": "11",
           *             "organization_id": "21",
           *             "owner_id": "42",
           *             "probability": 60,
           *             "lost_reason": null,
           *             "expected_close_date": "2026-09-30",
           *             "won_at": null,
           *             "lost_at": null,
           *             "url": "https://acme.pipedrive.com/deal/5",
           *             "custom_fields": {
           *               "0123456789abcdef0123456789abcdef01234567": "blue"
           *             },
           *             "created_at": "2026-05-04T08:30:00.000Z",
           *             "updated_at": "2026-08-01T10:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              deals: components["schemas"]["PipedriveDeal"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_create_deal: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Mill for Acme",
         *       "value": 25000,
         *       "currency": "EUR",
         *       "stage_id": "3",
         *       "person_id": "11",
         *       "organization_id": "21",
         *       "owner_id": "42",
         *       "expected_close_date": "2026-09-30",
         *       "custom_fields": {
         *         "0123456789abcdef0123456789abcdef01234567": "blue"
         *       }
         *     }
         */
        "application/json": {
          /** @description Name of the deal. */
          title: string;
          /** @description What it is worth. */
          value?: number;
          /** @description Three letters, such as EUR. */
          currency?: string;
          /** @description Id of the stage to put it in, which decides the pipeline; list_stages gives it. */
          stage_id?: string;
          /**
           * @description open, won or lost.
           * @enum {string}
           */
          status?: "open" | "won" | "lost";
          /** @description Why it was lost. */
          lost_reason?: string;
          /** @description Chance of winning it, percent. */
          probability?: number;
          /**
           * Format: date
           * @description A day, such as 2026-01-31.
           */
          expected_close_date?: string;
          /** @description Id of the person it is with; list_persons gives it. */
          person_id?: string;
          /** @description Id of the organization it is with; list_organizations gives it. */
          organization_id?: string;
          /** @description Id of the user who works on it; list_users gives it. */
          owner_id?: string;
          /** @description Values of custom fields by the 40-character key of each. */
          custom_fields?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "5",
           *         "title": "Mill for Acme",
           *         "value": 25000,
           *         "currency": "EUR",
           *         "status": "open",
           *         "stage_id": "3",
           *         "pipeline_id": "1",
           *         "person_id": "11",
           *         "organization_id": "21",
           *         "owner_id": "42",
           *         "probability": 60,
           *         "lost_reason": null,
           *         "expected_close_date": "2026-09-30",
           *         "won_at": null,
           *         "lost_at": null,
           *         "url": "https://acme.pipedrive.com/deal/5",
           *         "custom_fields": {
           *           "0123456789abcdef0123456789abcdef01234567": "blue"
           *         },
           *         "created_at": "2026-05-04T08:30:00.000Z",
           *         "updated_at": "2026-08-01T10:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["PipedriveDeal"];
          };
        };
      };
    };
  };
  pipedrive_get_deal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the deal; list_deals gives it.
         * @example 5
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "5",
           *         "title": "Mill for Acme",
           *         "value": 25000,
           *         "currency": "EUR",
           *         "status": "open",
           *         "stage_id": "3",
           *         "pipeline_id": "1",
           *         "person_id": "11",
           *         "organization_id": "21",
           *         "owner_id": "42",
           *         "probability": 60,
           *         "lost_reason": null,
           *         "expected_close_date": "2026-09-30",
           *         "won_at": null,
           *         "lost_at": null,
           *         "url": "https://acme.pipedrive.com/deal/5",
           *         "custom_fields": {
           *           "0123456789abcdef0123456789abcdef01234567": "blue"
           *         },
           *         "created_at": "2026-05-04T08:30:00.000Z",
           *         "updated_at": "2026-08-01T10:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["PipedriveDeal"];
          };
        };
      };
    };
  };
  pipedrive_update_deal: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the deal; list_deals gives it.
         * @example 5
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "lost",
         *       "lost_reason": "Too dear"
         *     }
         */
        "application/json": {
          /** @description Name of the deal. */
          title?: string;
          /** @description What it is worth. */
          value?: number;
          /** @description Three letters, such as EUR. */
          currency?: string;
          /** @description Id of the stage to put it in, which decides the pipeline; list_stages gives it. */
          stage_id?: string;
          /**
           * @description open, won or lost.
           * @enum {string}
           */
          status?: "open" | "won" | "lost";
          /** @description Why it was lost. */
          lost_reason?: string;
          /** @description Chance of winning it, percent. */
          probability?: number;
          /**
           * Format: date
           * @description A day, such as 2026-01-31.
           */
          expected_close_date?: string;
          /** @description Id of the person it is with; list_persons gives it. */
          person_id?: string;
          /** @description Id of the organization it is with; list_organizations gives it. */
          organization_id?: string;
          /** @description Id of the user who works on it; list_users gives it. */
          owner_id?: string;
          /** @description Values of custom fields by the 40-character key of each. */
          custom_fields?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "5",
           *         "title": "Mill for Acme",
           *         "value": 25000,
           *         "currency": "EUR",
           *         "status": "lost",
           *         "stage_id": "3",
           *         "pipeline_id": "1",
           *         "person_id": "11",
           *         "organization_id": "21",
           *         "owner_id": "42",
           *         "probability": 60,
           *         "lost_reason": "Too dear",
           *         "expected_close_date": "2026-09-30",
           *         "won_at": null,
           *         "lost_at": "2026-08-02T10:00:00.000Z",
           *         "url": "https://acme.pipedrive.com/deal/5",
           *         "custom_fields": {
           *           "0123456789abcdef0123456789abcdef01234567": "blue"
           *         },
           *         "created_at": "2026-05-04T08:30:00.000Z",
           *         "updated_at": "2026-08-01T10:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["PipedriveDeal"];
          };
        };
      };
    };
  };
  pipedrive_list_persons: {
    parameters: {
      query?: {
        /**
         * @description Only those of this user; list_users gives it.
         * @example 42
         */
        owner_id?: string;
        /**
         * @description Only people of this organization.
         * @example 21
         */
        organization_id?: string;
        /**
         * @description Only what was changed at this time or later, ISO 8601.
         * @example 2026-07-01T00:00:00Z
         */
        updated_since?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "persons": [
           *           {
           *             "id": "11",
           *             "name": "Grace Hill",
           *             "first_name": "Grace",
           *             "last_name": "Hill",
           *             "emails": [
           *               "grace@example.com"
           *             ],
           *             "phones": [
           *               "+1 555 0100"
           *             ],
           *             "company": null,
           *             "title": "Buyer",
           *             "url": "https://acme.pipedrive.com/person/11",
           *             "created_at": "2026-05-04T08:30:00.000Z",
           *             "updated_at": "2026-08-01T10:00:00.000Z",
           *             "organization_id": "21",
           *             "owner_id": "42",
           *             "custom_fields": {
           *               "0123456789abcdef0123456789abcdef01234567": 7
           *             }
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              persons: components["schemas"]["PipedrivePerson"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_create_person: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Grace Hill",
         *       "emails": [
         *         "grace@example.com"
         *       ],
         *       "phones": [
         *         "+1 555 0100"
         *       ],
         *       "organization_id": "21"
         *     }
         */
        "application/json": {
          /** @description Full name. */
          name: string;
          /** @description The main one first. */
          emails?: string[];
          /** @description The main one first. */
          phones?: string[];
          /** @description Id of the organization where the person works; list_organizations gives it. */
          organization_id?: string;
          /** @description Id of the user who looks after it; list_users gives it. */
          owner_id?: string;
          /** @description Values of custom fields by the 40-character key of each. */
          custom_fields?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "11",
           *         "name": "Grace Hill",
           *         "first_name": "Grace",
           *         "last_name": "Hill",
           *         "emails": [
           *           "grace@example.com"
           *         ],
           *         "phones": [
           *           "+1 555 0100"
           *         ],
           *         "company": null,
           *         "title": "Buyer",
           *         "url": "https://acme.pipedrive.com/person/11",
           *         "created_at": "2026-05-04T08:30:00.000Z",
           *         "updated_at": "2026-08-01T10:00:00.000Z",
           *         "organization_id": "21",
           *         "owner_id": "42",
           *         "custom_fields": {
           *           "0123456789abcdef0123456789abcdef01234567": 7
           *         }
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["PipedrivePerson"];
          };
        };
      };
    };
  };
  pipedrive_list_organizations: {
    parameters: {
      query?: {
        /**
         * @description Only those of this user; list_users gives it.
         * @example 42
         */
        owner_id?: string;
        /** @description Only what was changed at this time or later, ISO 8601. */
        updated_since?: components["parameters"]["updated_since"];
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "organizations": [
           *           {
           *             "id": "21",
           *             "name": "Acme",
           *             "address": "1 Mill Road, Paris",
           *             "owner_id": "42",
           *             "url": "https://acme.pipedrive.com/organization/21",
           *             "custom_fields": {},
           *             "created_at": "2026-05-04T08:30:00.000Z",
           *             "updated_at": "2026-08-01T10:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              organizations: components["schemas"]["PipedriveOrganization"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_create_organization: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Acme",
         *       "address": "1 Mill Road, Paris",
         *       "owner_id": "42"
         *     }
         */
        "application/json": {
          /** @description Full name. */
          name: string;
          /** @description In one line. */
          address?: string;
          /** @description Id of the user who looks after it; list_users gives it. */
          owner_id?: string;
          /** @description Values of custom fields by the 40-character key of each. */
          custom_fields?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "21",
           *         "name": "Acme",
           *         "address": "1 Mill Road, Paris",
           *         "owner_id": "42",
           *         "url": "https://acme.pipedrive.com/organization/21",
           *         "custom_fields": {},
           *         "created_at": "2026-05-04T08:30:00.000Z",
           *         "updated_at": "2026-08-01T10:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["PipedriveOrganization"];
          };
        };
      };
    };
  };
  pipedrive_list_activities: {
    parameters: {
      query?: {
        /**
         * @description Only done activities, or only open ones.
         * @example false
         */
        is_done?: boolean;
        /**
         * @description Only activities of this user; list_users gives it.
         * @example 42
         */
        owner_id?: string;
        /**
         * @description Only those of this deal.
         * @example 5
         */
        deal_id?: string;
        /**
         * @description Only those with this person.
         * @example 11
         */
        person_id?: string;
        /**
         * @description Only those with this organization.
         * @example 21
         */
        organization_id?: string;
        /**
         * @description Only what was changed at this time or later, ISO 8601.
         * @example 2026-07-01T00:00:00Z
         */
        updated_since?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "activities": [
           *           {
           *             "id": "8",
           *             "subject": "Call Grace",
           *             "type": "call",
           *             "due_date": "2026-08-10",
           *             "due_time": "09:30",
           *             "duration": "00:30",
           *             "is_done": false,
           *             "done_at": null,
           *             "note": "Ask for the plans\nand & prices",
           *             "location": "Paris",
           *             "meeting_url": null,
           *             "owner_id": "42",
           *             "deal_id": "5",
           *             "lead_id": null,
           *             "person_id": "11",
           *             "organization_id": "21",
           *             "created_at": "2026-07-04T08:30:00.000Z",
           *             "updated_at": "2026-08-01T10:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              activities: components["schemas"]["PipedriveActivity"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_create_activity: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "subject": "Call Grace",
         *       "type": "call",
         *       "due_date": "2026-08-10",
         *       "due_time": "09:30",
         *       "duration": "00:30",
         *       "note": "Ask for <plans>\r\n& \"prices\"",
         *       "location": "Paris",
         *       "deal_id": "5",
         *       "person_id": "11",
         *       "organization_id": "21"
         *     }
         */
        "application/json": {
          /** @description What it is about. */
          subject: string;
          /** @description call, meeting, task, email, or a kind of the company's own. */
          type?: string;
          /**
           * Format: date
           * @description A day, such as 2026-01-31.
           */
          due_date?: string;
          /** @description A time of day as HH:MM, in UTC. */
          due_time?: string;
          /** @description How long, as HH:MM. */
          duration?: string;
          /** @description Whether it is done. */
          is_done?: boolean;
          /** @description Plain text. */
          note?: string;
          /** @description Where it takes place. */
          location?: string;
          /** @description Id of the deal it belongs to; list_deals gives it. */
          deal_id?: string;
          /** @description Id of the lead it belongs to; list_leads gives it. */
          lead_id?: string;
          /** @description Id of the person it is with; list_persons gives it. */
          person_id?: string;
          /** @description Id of the organization it is with; list_organizations gives it. */
          organization_id?: string;
          /** @description Id of the user who is to do it; list_users gives it. */
          owner_id?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "8",
           *         "subject": "Call Grace",
           *         "type": "call",
           *         "due_date": "2026-08-10",
           *         "due_time": "09:30",
           *         "duration": "00:30",
           *         "is_done": false,
           *         "done_at": null,
           *         "note": "Ask for the plans\nand & prices",
           *         "location": "Paris",
           *         "meeting_url": null,
           *         "owner_id": "42",
           *         "deal_id": "5",
           *         "lead_id": null,
           *         "person_id": "11",
           *         "organization_id": "21",
           *         "created_at": "2026-07-04T08:30:00.000Z",
           *         "updated_at": "2026-08-01T10:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["PipedriveActivity"];
          };
        };
      };
    };
  };
  pipedrive_update_activity: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the activity; list_activities gives it.
         * @example 8
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "is_done": true
         *     }
         */
        "application/json": {
          /** @description What it is about. */
          subject?: string;
          /** @description call, meeting, task, email, or a kind of the company's own. */
          type?: string;
          /**
           * Format: date
           * @description A day, such as 2026-01-31.
           */
          due_date?: string;
          /** @description A time of day as HH:MM, in UTC. */
          due_time?: string;
          /** @description How long, as HH:MM. */
          duration?: string;
          /** @description Whether it is done. */
          is_done?: boolean;
          /** @description Plain text. */
          note?: string;
          /** @description Where it takes place. */
          location?: string;
          /** @description Id of the deal it belongs to; list_deals gives it. */
          deal_id?: string;
          /** @description Id of the lead it belongs to; list_leads gives it. */
          lead_id?: string;
          /** @description Id of the person it is with; list_persons gives it. */
          person_id?: string;
          /** @description Id of the organization it is with; list_organizations gives it. */
          organization_id?: string;
          /** @description Id of the user who is to do it; list_users gives it. */
          owner_id?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "8",
           *         "subject": "Call Grace",
           *         "type": "call",
           *         "due_date": "2026-08-10",
           *         "due_time": "09:30",
           *         "duration": "00:30",
           *         "is_done": true,
           *         "done_at": "2026-08-10T10:00:00.000Z",
           *         "note": "Ask for the plans\nand & prices",
           *         "location": "Paris",
           *         "meeting_url": null,
           *         "owner_id": "42",
           *         "deal_id": "5",
           *         "lead_id": null,
           *         "person_id": "11",
           *         "organization_id": "21",
           *         "created_at": "2026-07-04T08:30:00.000Z",
           *         "updated_at": "2026-08-01T10:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["PipedriveActivity"];
          };
        };
      };
    };
  };
  pipedrive_list_notes: {
    parameters: {
      query?: {
        /**
         * @description Id of the deal; list_deals gives it.
         * @example 5
         */
        deal_id?: string;
        /** @description Id of the person; list_persons gives it. */
        person_id?: string;
        /** @description Id of the organization; list_organizations gives it. */
        organization_id?: string;
        /** @description Id of the lead; list_leads gives it. */
        lead_id?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "notes": [
           *           {
           *             "id": "31",
           *             "text": "Wants a second mill.\n\n * by autumn",
           *             "user_id": "42",
           *             "deal_id": "5",
           *             "person_id": null,
           *             "organization_id": "21",
           *             "lead_id": null,
           *             "created_at": "2026-07-04T08:30:00.000Z",
           *             "updated_at": "2026-07-05T09:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              notes: components["schemas"]["PipedriveNote"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_create_note: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "Wants <two> mills.\nBy autumn.",
         *       "deal_id": "5"
         *     }
         */
        "application/json": {
          /** @description Plain text; line breaks are kept. */
          text: string;
          /** @description Id of the deal; list_deals gives it. */
          deal_id?: string;
          /** @description Id of the person; list_persons gives it. */
          person_id?: string;
          /** @description Id of the organization; list_organizations gives it. */
          organization_id?: string;
          /** @description Id of the lead; list_leads gives it. */
          lead_id?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "31",
           *         "text": "Wants <two> mills.\nBy autumn.",
           *         "user_id": "42",
           *         "deal_id": "5",
           *         "person_id": null,
           *         "organization_id": "21",
           *         "lead_id": null,
           *         "created_at": "2026-07-04T08:30:00.000Z",
           *         "updated_at": "2026-07-05T09:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["PipedriveNote"];
          };
        };
      };
    };
  };
  pipedrive_list_leads: {
    parameters: {
      query?: {
        /**
         * @description Only leads of this user; list_users gives it.
         * @example 42
         */
        owner_id?: string;
        /** @description Only leads with this person. */
        person_id?: string;
        /** @description Only leads with this organization. */
        organization_id?: string;
        /**
         * @description Only what was changed at this time or later, ISO 8601.
         * @example 2026-07-01T00:00:00Z
         */
        updated_since?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "leads": [
           *           {
           *             "id": "adf21080-0e10-11eb-879b-05d71fb426ec",
           *             "title": "Mill for Hill",
           *             "value": 900,
           *             "currency": "EUR",
           *             "person_id": "11",
           *             "organization_id": null,
           *             "owner_id": "42",
           *             "source": "Manually created",
           *             "is_archived": false,
           *             "expected_close_date": null,
           *             "url": "https://acme.pipedrive.com/leads/inbox/adf21080-0e10-11eb-879b-05d71fb426ec",
           *             "created_at": "2026-07-04T08:30:00.123Z",
           *             "updated_at": "2026-07-05T09:00:00.456Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              leads: components["schemas"]["PipedriveLead"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_create_lead: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Mill for Hill",
         *       "person_id": "11",
         *       "value": 900,
         *       "currency": "EUR"
         *     }
         */
        "application/json": {
          /** @description Name of the lead. */
          title: string;
          /** @description Id of the person; this or organization_id is needed. */
          person_id?: string;
          /** @description Id of the organization; list_organizations gives it. */
          organization_id?: string;
          /** @description What it may be worth; goes with currency. */
          value?: number;
          /** @description Three letters, such as EUR. */
          currency?: string;
          /**
           * Format: date
           * @description A day, such as 2026-01-31.
           */
          expected_close_date?: string;
          /** @description Id of the user who works on it; list_users gives it. */
          owner_id?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "adf21080-0e10-11eb-879b-05d71fb426ec",
           *         "title": "Mill for Hill",
           *         "value": 900,
           *         "currency": "EUR",
           *         "person_id": "11",
           *         "organization_id": null,
           *         "owner_id": "42",
           *         "source": "Manually created",
           *         "is_archived": false,
           *         "expected_close_date": null,
           *         "url": "https://acme.pipedrive.com/leads/inbox/adf21080-0e10-11eb-879b-05d71fb426ec",
           *         "created_at": "2026-07-04T08:30:00.123Z",
           *         "updated_at": "2026-07-05T09:00:00.456Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["PipedriveLead"];
          };
        };
      };
    };
  };
  pipedrive_search_items: {
    parameters: {
      query: {
        /**
         * @description What to look for, such as a name or email address.
         * @example mill & "x"
         */
        q: string;
        /** @description Only this kind of thing. */
        type?: "deal" | "person" | "organization" | "lead" | "product" | "file" | "project";
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "results": [
           *           {
           *             "id": "5",
           *             "type": "deal",
           *             "name": "Mill for Acme",
           *             "status": "open",
           *             "value": 25000,
           *             "currency": "EUR",
           *             "emails": [],
           *             "phones": [],
           *             "stage": {
           *               "id": "3",
           *               "name": "Offer"
           *             },
           *             "person": {
           *               "id": "11",
           *               "name": "Grace Hill"
           *             },
           *             "organization": {
           *               "id": "21",
           *               "name": "Acme"
           *             },
           *             "url": "https://acme.pipedrive.com/deal/5"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              results: components["schemas"]["PipedriveResult"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_list_stages: {
    parameters: {
      query?: {
        /**
         * @description Only stages of this pipeline.
         * @example 1
         */
        pipeline_id?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "stages": [
           *           {
           *             "id": "3",
           *             "name": "Offer",
           *             "position": 2,
           *             "probability": 97,
           *             "pipeline_id": "1",
           *             "pipeline_name": "Sales"
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              stages: components["schemas"]["PipedriveStage"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_list_users: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "users": [
           *           {
           *             "id": "42",
           *             "name": "Ada",
           *             "email": "ada@example.com",
           *             "avatar_url": null,
           *             "is_active": true,
           *             "time_zone": "Europe/Paris"
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              users: components["schemas"]["PipedriveUser"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  salesforce_list_contacts: {
    parameters: {
      query?: {
        /** @description Part of the name or email address. */
        q?: string;
        /** @description Only those of this account; list_accounts gives it. */
        account_id?: string;
        /** @description Only contacts of this user. */
        owner_id?: string;
        /** @description Only what was changed at this time or later, ISO 8601. */
        updated_since?: components["parameters"]["updated_since"];
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "contacts": [
           *           {
           *             "id": "0035g00000AAAA1AAO",
           *             "name": "Grace Hill",
           *             "first_name": "Grace",
           *             "last_name": "Hill",
           *             "emails": [
           *               "grace@example.com"
           *             ],
           *             "phones": [
           *               "+1 555 0100"
           *             ],
           *             "company": "Acme",
           *             "title": "Buyer",
           *             "url": "https://acme.my.salesforce.com/0035g00000AAAA1AAO",
           *             "created_at": "2026-05-04T08:30:00.000Z",
           *             "updated_at": "2026-08-01T10:00:00.000Z",
           *             "owner_id": "0055g00000BcD2EAAV",
           *             "account_id": "0015g00000BBBB1AAO"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              contacts: components["schemas"]["SalesforceContact"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  salesforce_list_leads: {
    parameters: {
      query?: {
        /** @description Part of the name, company or email address. */
        q?: string;
        /**
         * @description Only leads of this status, such as Open - Not Contacted.
         * @example Working - Contacted
         */
        status?: string;
        /**
         * @description Only converted leads, or only those that are not.
         * @example false
         */
        is_converted?: boolean;
        /**
         * @description Only leads of the user with this id.
         * @example 0055g00000BcD2EAAV
         */
        owner_id?: string;
        /** @description Only what was changed at this time or later, ISO 8601. */
        updated_since?: components["parameters"]["updated_since"];
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "leads": [
           *           {
           *             "id": "00Q5g00000CCCC1AAO",
           *             "name": "Ada Mill",
           *             "first_name": "Ada",
           *             "last_name": "Mill",
           *             "emails": [],
           *             "phones": [
           *               "+1 555 0101"
           *             ],
           *             "company": "Mill & Sons",
           *             "title": null,
           *             "url": "https://acme.my.salesforce.com/00Q5g00000CCCC1AAO",
           *             "created_at": "2026-05-04T08:30:00.000Z",
           *             "updated_at": "2026-08-01T10:00:00.000Z",
           *             "owner_id": "0055g00000BcD2EAAV",
           *             "status": "Working - Contacted",
           *             "source": "Web",
           *             "is_converted": false,
           *             "converted_contact_id": null
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              leads: components["schemas"]["SalesforceLead"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  salesforce_list_accounts: {
    parameters: {
      query?: {
        /**
         * @description Part of the name or website.
         * @example acme
         */
        q?: string;
        /**
         * @description Only this industry.
         * @example Energy
         */
        industry?: string;
        /** @description Only those of the user with this id. */
        owner_id?: string;
        /** @description Only what was changed at this time or later, ISO 8601. */
        updated_since?: components["parameters"]["updated_since"];
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "accounts": [
           *           {
           *             "id": "0015g00000BBBB1AAO",
           *             "name": "Acme",
           *             "website": "https://acme.example.com",
           *             "industry": "Energy",
           *             "type": "Customer - Direct",
           *             "phone": null,
           *             "city": "Paris",
           *             "country": "France",
           *             "employees": 120,
           *             "annual_revenue": 1500000,
           *             "owner_id": "0055g00000BcD2EAAV",
           *             "url": "https://acme.my.salesforce.com/0015g00000BBBB1AAO",
           *             "created_at": "2026-05-04T08:30:00.000Z",
           *             "updated_at": "2026-08-01T10:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              accounts: components["schemas"]["SalesforceAccount"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  salesforce_list_opportunities: {
    parameters: {
      query?: {
        /** @description Part of the name. */
        q?: string;
        /**
         * @description Only this stage, such as Negotiation/Review.
         * @example Negotiation/Review
         */
        stage?: string;
        /**
         * @description Only closed opportunities, or only open ones.
         * @example false
         */
        is_closed?: boolean;
        /**
         * @description Only those that were won, or only those that were not.
         * @example false
         */
        is_won?: boolean;
        /**
         * @description Only those of this account; list_accounts gives it.
         * @example 0015g00000BBBB1AAO
         */
        account_id?: string;
        /** @description Only those of the user with this id. */
        owner_id?: string;
        /** @description Only what was changed at this time or later, ISO 8601. */
        updated_since?: components["parameters"]["updated_since"];
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "opportunities": [
           *           {
           *             "id": "0065g00000DDDD1AAO",
           *             "name": "Acme mill",
           *             "stage": "Negotiation/Review",
           *             "amount": 25000,
           *             "close_date": "2026-09-30",
           *             "probability": 90,
           *             "is_closed": false,
           *             "is_won": false,
           *             "account_id": "0015g00000BBBB1AAO",
           *             "account_name": "Acme",
           *             "owner_id": "0055g00000BcD2EAAV",
           *             "url": "https://acme.my.salesforce.com/0065g00000DDDD1AAO",
           *             "created_at": "2026-05-04T08:30:00.000Z",
           *             "updated_at": "2026-08-01T10:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              opportunities: components["schemas"]["SalesforceOpportunity"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  salesforce_get_record: {
    parameters: {
      query?: {
        /**
         * @description API names of the fields wanted, with commas between; all unless said.
         * @example Id,Subject,Contact.Name
         */
        fields?: string;
      };
      header?: never;
      path: {
        /**
         * @description The object's API name, such as Contact, Case or Invoice__c; list_objects gives it.
         * @example Case
         */
        object: string;
        /**
         * @description Id of the record, of 15 or 18 characters; lists and search_records give it.
         * @example 5005g00000EEEE1AAO
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "5005g00000EEEE1AAO",
           *         "type": "Case",
           *         "url": "https://acme.my.salesforce.com/5005g00000EEEE1AAO",
           *         "fields": {
           *           "Id": "5005g00000EEEE1AAO",
           *           "Subject": "No power",
           *           "Contact": {
           *             "type": "Contact",
           *             "Name": "Grace Hill"
           *           }
           *         }
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SalesforceRecord"];
          };
        };
      };
    };
  };
  salesforce_delete_record: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The object's API name, such as Contact, Case or Invoice__c; list_objects gives it.
         * @example Task
         */
        object: string;
        /**
         * @description Id of the record, of 15 or 18 characters; lists and search_records give it.
         * @example 00T5g00000FFFF1AAO
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  salesforce_update_record: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The object's API name, such as Contact, Case or Invoice__c; list_objects gives it.
         * @example Opportunity
         */
        object: string;
        /**
         * @description Id of the record, of 15 or 18 characters; lists and search_records give it.
         * @example 0065g00000DDDD1AAO
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": {
         *         "StageName": "Closed Won",
         *         "Amount": null
         *       }
         *     }
         */
        "application/json": components["schemas"]["SalesforceCreateRecordInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "0065g00000DDDD1AAO",
           *         "type": "Opportunity",
           *         "url": "https://acme.my.salesforce.com/0065g00000DDDD1AAO"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SalesforceTask"];
          };
        };
      };
    };
  };
  salesforce_create_record: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The object's API name, such as Contact, Case or Invoice__c; list_objects gives it.
         * @example Contact
         */
        object: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "fields": {
         *         "LastName": "Hill",
         *         "Nick__c": "G"
         *       }
         *     }
         */
        "application/json": components["schemas"]["SalesforceCreateRecordInput"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "0035g00000AAAA1AAO",
           *         "type": "Contact",
           *         "url": "https://acme.my.salesforce.com/0035g00000AAAA1AAO"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SalesforceTask"];
          };
        };
      };
    };
  };
  salesforce_create_task: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "subject": "Call",
         *       "description": "Spoke about the mill.",
         *       "due_date": "2026-08-10",
         *       "status": "Completed",
         *       "person_id": "0035g00000AAAA1AAO",
         *       "related_id": "0065g00000DDDD1AAO"
         *     }
         */
        "application/json": {
          /** @description What it is about, such as Call. */
          subject: string;
          /** @description Comments, plain text. */
          description?: string;
          /**
           * Format: date
           * @description A day, such as 2026-01-31.
           */
          due_date?: string;
          /** @description The org's own words, such as Not Started, the default, or Completed. */
          status?: string;
          /** @description The org's own words, such as Normal, the default, or High. */
          priority?: string;
          /** @description Id of the contact or lead that it is about. */
          person_id?: string;
          /** @description Id of the account, opportunity, case or other record that it belongs to. */
          related_id?: string;
          /** @description Id of the user who is to do it; the connected user unless said. */
          owner_id?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "00T5g00000FFFF1AAO",
           *         "type": "Task",
           *         "url": "https://acme.my.salesforce.com/00T5g00000FFFF1AAO"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SalesforceTask"];
          };
        };
      };
    };
  };
  salesforce_run_query: {
    parameters: {
      query: {
        /**
         * @description SOQL that begins with SELECT, such as SELECT Id, Name FROM Case WHERE IsClosed = FALSE LIMIT 20.
         * @example SELECT Id, Subject, Contact.Name, (SELECT Id FROM Tasks) FROM Case
         */
        q: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "records": [
           *           {
           *             "id": "5005g00000EEEE1AAO",
           *             "type": "Case",
           *             "url": "https://acme.my.salesforce.com/5005g00000EEEE1AAO",
           *             "fields": {
           *               "Id": "5005g00000EEEE1AAO",
           *               "Subject": "No power",
           *               "Contact": {
           *                 "type": "Contact",
           *                 "Name": "Grace Hill"
           *               },
           *               "Tasks": {
           *                 "totalSize": 1,
           *                 "done": true,
           *                 "records": [
           *                   {
           *                     "type": "Task",
           *                     "Id": "00T5g00000FFFF1AAO"
           *                   }
           *                 ]
           *               }
           *             }
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              records: components["schemas"]["SalesforceRecord"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  salesforce_search_records: {
    parameters: {
      query: {
        /**
         * @description Words that the record must all hold.
         * @example acme & sons {x} "y\ OR z
         */
        q: string;
        /** @description Only this kind of record. */
        type?: "Account" | "Contact" | "Lead" | "Opportunity" | "Case";
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "results": [
           *           {
           *             "id": "0035g00000AAAA1AAO",
           *             "type": "Contact",
           *             "name": "Grace Hill",
           *             "company": "Acme",
           *             "email": "grace@example.com",
           *             "phone": null,
           *             "status": null,
           *             "url": "https://acme.my.salesforce.com/0035g00000AAAA1AAO"
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              results: components["schemas"]["SalesforceResult"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  salesforce_list_objects: {
    parameters: {
      query?: {
        /**
         * @description Part of the label or API name.
         * @example bill
         */
        q?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "objects": [
           *           {
           *             "name": "Invoice__c",
           *             "label": "Bill",
           *             "label_plural": "Bills",
           *             "id_prefix": "a01",
           *             "is_custom": true,
           *             "can_create": true,
           *             "can_update": true,
           *             "can_delete": true
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              objects: components["schemas"]["SalesforceObject"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  salesforce_describe_object: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The object's API name, such as Opportunity; list_objects gives it.
         * @example Opportunity
         */
        object: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "name": "Opportunity",
           *         "label": "Opportunity",
           *         "label_plural": "Opportunities",
           *         "id_prefix": "006",
           *         "is_custom": false,
           *         "can_create": true,
           *         "can_update": true,
           *         "can_delete": true,
           *         "fields": [
           *           {
           *             "name": "Id",
           *             "label": "Opportunity ID",
           *             "type": "id",
           *             "max_length": 18,
           *             "is_custom": false,
           *             "is_required": false,
           *             "can_create": false,
           *             "can_update": false,
           *             "relationship": null,
           *             "refers_to": [],
           *             "choices": []
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SalesforceObjectDetails"];
          };
        };
      };
    };
  };
  slack_list_channels: {
    parameters: {
      query?: {
        /** @description Only channels whose name contains this text. */
        q?: string;
        /** @description Leave out archived channels; default false. */
        exclude_archived?: boolean;
        /** @description Kinds of channel; by default both, as far as the granted scopes allow. */
        types?: ("public_channel" | "private_channel")[];
        /** @description Only channels that the app is in; much faster. */
        member_only?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "channels": [
           *           {
           *             "id": "C012AB3CD",
           *             "name": "general",
           *             "type": "public",
           *             "topic": "Acme at work",
           *             "purpose": "For everybody",
           *             "is_archived": false,
           *             "is_member": true,
           *             "is_general": true,
           *             "is_shared": false,
           *             "member_count": 4,
           *             "creator": "U012AB3CD",
           *             "user_id": null,
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackChannelList"];
          };
        };
      };
    };
  };
  slack_create_channel: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "launch",
         *       "is_private": true
         *     }
         */
        "application/json": {
          /** @description Lower-case letters, digits, hyphens, underscores. */
          name: string;
          /** @description True makes a private channel. */
          is_private?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "C0LAUNCH1",
           *         "name": "launch",
           *         "type": "private",
           *         "topic": "",
           *         "purpose": "",
           *         "is_archived": false,
           *         "is_member": true,
           *         "is_general": false,
           *         "is_shared": false,
           *         "member_count": null,
           *         "creator": "U012AB3CD",
           *         "user_id": null,
           *         "created_at": "2026-01-02T00:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackChannel"];
          };
        };
      };
    };
  };
  slack_list_private_channels: {
    parameters: {
      query?: {
        /** @description Only channels whose name contains this text. */
        q?: string;
        /** @description Leave out archived channels; default false. */
        exclude_archived?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "channels": [
           *           {
           *             "id": "C0LAUNCH1",
           *             "name": "launch",
           *             "type": "private",
           *             "topic": "",
           *             "purpose": "",
           *             "is_archived": false,
           *             "is_member": false,
           *             "is_general": false,
           *             "is_shared": false,
           *             "member_count": null,
           *             "creator": "U012AB3CD",
           *             "user_id": null,
           *             "created_at": "2026-01-02T00:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackChannelList"];
          };
        };
      };
    };
  };
  slack_get_channel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "C012AB3CD",
           *         "name": "general",
           *         "type": "public",
           *         "topic": "Acme at work",
           *         "purpose": "For everybody",
           *         "is_archived": false,
           *         "is_member": true,
           *         "is_general": true,
           *         "is_shared": false,
           *         "member_count": 4,
           *         "creator": "U012AB3CD",
           *         "user_id": null,
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackChannel"];
          };
        };
      };
    };
  };
  slack_list_channel_members: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "members": [
           *           {
           *             "user_id": "U012AB3CD"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              members: {
                user_id: string;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  slack_join_channel: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "C012AB3CD",
           *         "name": "general",
           *         "type": "public",
           *         "topic": "Acme at work",
           *         "purpose": "For everybody",
           *         "is_archived": false,
           *         "is_member": true,
           *         "is_general": true,
           *         "is_shared": false,
           *         "member_count": 4,
           *         "creator": "U012AB3CD",
           *         "user_id": null,
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackChannel"];
          };
        };
      };
    };
  };
  slack_invite_to_channel: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "user_ids": [
         *         "U012AB3CD"
         *       ]
         *     }
         */
        "application/json": {
          /** @description Ids of the users to invite; list_users gives them. */
          user_ids: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "C012AB3CD",
           *         "name": "general",
           *         "type": "public",
           *         "topic": "Acme at work",
           *         "purpose": "For everybody",
           *         "is_archived": false,
           *         "is_member": true,
           *         "is_general": true,
           *         "is_shared": false,
           *         "member_count": 4,
           *         "creator": "U012AB3CD",
           *         "user_id": null,
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackChannel"];
          };
        };
      };
    };
  };
  slack_set_channel_topic: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "topic": "Release on Friday"
         *     }
         */
        "application/json": {
          /** @description The new topic; empty removes it. */
          topic: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "channel_id": "C012AB3CD",
           *         "topic": "Release on Friday"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              channel_id: string;
              topic: string;
            };
          };
        };
      };
    };
  };
  slack_archive_channel: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "channel_id": "C012AB3CD",
           *         "is_archived": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              channel_id: string;
              is_archived: boolean;
            };
          };
        };
      };
    };
  };
  slack_list_messages: {
    parameters: {
      query: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        channel: components["parameters"]["channel"];
        /** @description Only messages after this. A message's ts, or an ISO 8601 time with an offset. */
        oldest?: string;
        /** @description Only messages before this. A message's ts, or an ISO 8601 time with an offset. */
        latest?: string;
        /** @description Whether messages exactly at oldest or latest count; default false. */
        inclusive?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "messages": [
           *           {
           *             "id": "1767225600.000100",
           *             "ts": "1767225600.000100",
           *             "channel_id": "C012AB3CD",
           *             "user_id": "U012AB3CD",
           *             "bot_id": null,
           *             "username": null,
           *             "subtype": null,
           *             "thread_ts": "1767225600.000100",
           *             "is_thread_parent": true,
           *             "reply_count": 2,
           *             "reactions": [
           *               {
           *                 "name": "tada",
           *                 "count": 2,
           *                 "user_ids": [
           *                   "U012AB3CD"
           *                 ]
           *               }
           *             ],
           *             "files": [
           *               {
           *                 "id": "F012AB3CD",
           *                 "name": "plan.pdf",
           *                 "mime_type": "application/pdf",
           *                 "size": 1024,
           *                 "url_private": "https://files.example.com/plan.pdf",
           *                 "permalink": "https://acme.example.com/files/F012AB3CD"
           *               }
           *             ],
           *             "edited_at": "2026-01-01T00:01:00.000Z",
           *             "text": "Hello <@W0GRACE01|grace>, see <https://example.com/plan|the plan> &amp; <#C0LAUNCH1|launch>",
           *             "plain_text": "Hello @grace, see the plan (https://example.com/plan) & #launch",
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackMessageList"];
          };
        };
      };
    };
  };
  slack_send_message: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "channel": "C012AB3CD",
         *       "text": "Deploy *done*"
         *     }
         */
        "application/json": {
          /** @description Channel id; a user's id sends a direct message. A name such as #general works where Slack finds it. */
          channel: string;
          /** @description Text in Slack's markup (*bold*, <@U012AB3CD>, <https://example.com|label>). With blocks: the notification. */
          text?: string;
          /** @description Text in standard Markdown, instead of text and blocks. */
          markdown_text?: string;
          /** @description Layout as Block Kit blocks: docs.slack.dev/reference/block-kit/blocks. */
          blocks?: components["schemas"]["SlackBlockInput"][];
          /** @description To reply in a thread: the ts of the thread's first message. */
          thread_ts?: string;
          /** @description With thread_ts: show the reply in the channel as well. */
          reply_broadcast?: boolean;
          /** @description False shows the text without reading its markup. */
          mrkdwn?: boolean;
          /** @description Turn @names and #channels of the text into links. */
          link_names?: boolean;
          /** @description Whether links in the text get a preview. */
          unfurl_links?: boolean;
          /** @description Whether images and videos in the text get a preview. */
          unfurl_media?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "bot_id": "B012AB3CD",
           *         "username": null,
           *         "subtype": "bot_message",
           *         "thread_ts": null,
           *         "is_thread_parent": false,
           *         "reply_count": 0,
           *         "reactions": [],
           *         "files": [],
           *         "edited_at": null,
           *         "id": "1767225600.000100",
           *         "ts": "1767225600.000100",
           *         "channel_id": "C012AB3CD",
           *         "user_id": "U0BOT0001",
           *         "text": "Deploy *done*",
           *         "plain_text": "Deploy *done*",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackMessage"];
          };
        };
      };
    };
  };
  slack_list_replies: {
    parameters: {
      query: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        channel: components["parameters"]["channel"];
        /** @description Only messages after this. A message's ts, or an ISO 8601 time with an offset. */
        oldest?: string;
        /** @description Only messages before this. A message's ts, or an ISO 8601 time with an offset. */
        latest?: string;
        /** @description Whether messages exactly at oldest or latest count; default false. */
        inclusive?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path: {
        /**
         * @description The ts of the thread's first message.
         * @example 1767225600.000100
         */
        ts: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "messages": [
           *           {
           *             "id": "1767225600.000100",
           *             "ts": "1767225600.000100",
           *             "channel_id": "C012AB3CD",
           *             "user_id": "U012AB3CD",
           *             "bot_id": null,
           *             "username": null,
           *             "subtype": null,
           *             "thread_ts": "1767225600.000100",
           *             "is_thread_parent": true,
           *             "reply_count": 2,
           *             "reactions": [
           *               {
           *                 "name": "tada",
           *                 "count": 2,
           *                 "user_ids": [
           *                   "U012AB3CD"
           *                 ]
           *               }
           *             ],
           *             "files": [
           *               {
           *                 "id": "F012AB3CD",
           *                 "name": "plan.pdf",
           *                 "mime_type": "application/pdf",
           *                 "size": 1024,
           *                 "url_private": "https://files.example.com/plan.pdf",
           *                 "permalink": "https://acme.example.com/files/F012AB3CD"
           *               }
           *             ],
           *             "edited_at": "2026-01-01T00:01:00.000Z",
           *             "text": "Hello <@W0GRACE01|grace>, see <https://example.com/plan|the plan> &amp; <#C0LAUNCH1|launch>",
           *             "plain_text": "Hello @grace, see the plan (https://example.com/plan) & #launch",
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackMessageList"];
          };
        };
      };
    };
  };
  slack_delete_message: {
    parameters: {
      query: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        channel: components["parameters"]["channel"];
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The message's ts, such as 1767225600.000100; list_messages gives it.
         * @example 1767225600.000100
         */
        ts: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  slack_update_message: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description The message's ts, such as 1767225600.000100; list_messages gives it.
         * @example 1767225600.000100
         */
        ts: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "channel": "C012AB3CD",
         *       "text": "Deploy *undone*"
         *     }
         */
        "application/json": {
          /** @description Channel id, such as C012AB3CD; list_channels gives it. */
          channel: string;
          /** @description Text in Slack's markup (*bold*, <@U012AB3CD>, <https://example.com|label>). With blocks: the notification. */
          text?: string;
          /** @description Text in standard Markdown, instead of text and blocks. */
          markdown_text?: string;
          /** @description Layout as Block Kit blocks: docs.slack.dev/reference/block-kit/blocks. */
          blocks?: components["schemas"]["SlackBlockInput"][];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "bot_id": "B012AB3CD",
           *         "username": null,
           *         "subtype": null,
           *         "thread_ts": null,
           *         "is_thread_parent": false,
           *         "reply_count": 0,
           *         "reactions": [],
           *         "files": [],
           *         "edited_at": "2026-01-01T00:01:00.000Z",
           *         "id": "1767225600.000100",
           *         "ts": "1767225600.000100",
           *         "channel_id": "C012AB3CD",
           *         "user_id": "U0BOT0001",
           *         "text": "Deploy *undone*",
           *         "plain_text": "Deploy *undone*",
           *         "created_at": "2026-01-01T00:00:00.000Z"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackMessage"];
          };
        };
      };
    };
  };
  slack_get_permalink: {
    parameters: {
      query: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        channel: components["parameters"]["channel"];
      };
      header?: never;
      path: {
        /**
         * @description The message's ts, such as 1767225600.000100; list_messages gives it.
         * @example 1767225600.000100
         */
        ts: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "channel_id": "C012AB3CD",
           *         "ts": "1767225600.000100",
           *         "permalink": "https://acme.example.com/archives/C012AB3CD/p1767225600000100"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              channel_id: string;
              ts: string;
              /** @description URL for people. */
              permalink: string;
            };
          };
        };
      };
    };
  };
  slack_list_scheduled_messages: {
    parameters: {
      query?: {
        /** @description Only those for this channel id. */
        channel?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "scheduled_messages": [
           *           {
           *             "id": "Q012AB3CD",
           *             "channel_id": "C012AB3CD",
           *             "text": "Good morning",
           *             "send_at": "2026-02-01T08:00:00.000Z",
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              scheduled_messages: components["schemas"]["SlackScheduledMessage"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  slack_schedule_message: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "channel": "C012AB3CD",
         *       "send_at": "2026-02-01T09:00:00+01:00",
         *       "text": "Good morning"
         *     }
         */
        "application/json": {
          /** @description Channel id, such as C012AB3CD; list_channels gives it. */
          channel: string;
          /**
           * Format: date-time
           * @description When to send it, ISO 8601 with an offset.
           */
          send_at: string;
          /** @description Text in Slack's markup (*bold*, <@U012AB3CD>, <https://example.com|label>). With blocks: the notification. */
          text?: string;
          /** @description Text in standard Markdown, instead of text and blocks. */
          markdown_text?: string;
          /** @description Layout as Block Kit blocks: docs.slack.dev/reference/block-kit/blocks. */
          blocks?: components["schemas"]["SlackBlockInput"][];
          /** @description To reply in a thread: the ts of the thread's first message. */
          thread_ts?: string;
          /** @description Whether links in the text get a preview. */
          unfurl_links?: boolean;
          /** @description Whether images and videos in the text get a preview. */
          unfurl_media?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "Q012AB3CD",
           *         "channel_id": "C012AB3CD",
           *         "text": "Good morning",
           *         "send_at": "2026-02-01T08:00:00.000Z",
           *         "created_at": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackScheduledMessage"];
          };
        };
      };
    };
  };
  slack_cancel_scheduled_message: {
    parameters: {
      query: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        channel: components["parameters"]["channel"];
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Id of the scheduled message; list_scheduled_messages gives it.
         * @example Q012AB3CD
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  slack_list_dms: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "channels": [
           *           {
           *             "id": "D012AB3CD",
           *             "name": null,
           *             "type": "im",
           *             "topic": "",
           *             "purpose": "",
           *             "is_archived": false,
           *             "is_member": true,
           *             "is_general": false,
           *             "is_shared": false,
           *             "member_count": null,
           *             "creator": null,
           *             "user_id": "U012AB3CD",
           *             "created_at": "2026-01-01T00:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackChannelList"];
          };
        };
      };
    };
  };
  slack_open_dm: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "user_ids": [
         *         "U012AB3CD"
         *       ]
         *     }
         */
        "application/json": {
          /** @description Ids of the other users; list_users gives them. */
          user_ids: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "channel_id": "D012AB3CD",
           *         "was_open": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackDm"];
          };
        };
      };
    };
  };
  slack_get_reactions: {
    parameters: {
      query: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        channel: components["parameters"]["channel"];
        /**
         * @description The message's ts, such as 1767225600.000100; list_messages gives it.
         * @example 1767225600.000100
         */
        ts: string;
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "channel_id": "C012AB3CD",
           *         "ts": "1767225600.000100",
           *         "reactions": [
           *           {
           *             "name": "tada",
           *             "count": 2,
           *             "user_ids": [
           *               "U012AB3CD"
           *             ]
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackReaction"];
          };
        };
      };
    };
  };
  slack_add_reaction: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "channel": "C012AB3CD",
         *       "ts": "1767225600.000100",
         *       "name": ":tada:"
         *     }
         */
        "application/json": {
          /** @description Channel id, such as C012AB3CD; list_channels gives it. */
          channel: string;
          /** @description The message's ts, such as 1767225600.000100; list_messages gives it. */
          ts: string;
          /** @description Name of the emoji, such as thumbsup, with or without colons. */
          name: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "channel_id": "C012AB3CD",
           *         "ts": "1767225600.000100",
           *         "name": "tada"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              channel_id: string;
              ts: string;
              name: string;
            };
          };
        };
      };
    };
  };
  slack_remove_reaction: {
    parameters: {
      query: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        channel: components["parameters"]["channel"];
        /**
         * @description The message's ts, such as 1767225600.000100; list_messages gives it.
         * @example 1767225600.000100
         */
        ts: string;
        /**
         * @description Name of the emoji, such as thumbsup, with or without colons.
         * @example tada
         */
        name: string;
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  slack_list_pins: {
    parameters: {
      query: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        channel: components["parameters"]["channel"];
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "pins": [
           *           {
           *             "id": "1767225600.000100",
           *             "ts": "1767225600.000100",
           *             "channel_id": "C012AB3CD",
           *             "user_id": "U012AB3CD",
           *             "text": "Read &lt;this&gt;",
           *             "plain_text": "Read <this>",
           *             "edited_at": null,
           *             "created_at": "2026-01-01T00:00:00.000Z",
           *             "permalink": "https://acme.example.com/archives/C012AB3CD/p1767225600000100",
           *             "pinned_by": "W0GRACE01",
           *             "pinned_at": "2026-01-02T00:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": null
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              pins: components["schemas"]["SlackPin"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  slack_pin_message: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "channel": "C012AB3CD",
         *       "ts": "1767225600.000100"
         *     }
         */
        "application/json": {
          /** @description Channel id, such as C012AB3CD; list_channels gives it. */
          channel: string;
          /** @description The message's ts, such as 1767225600.000100; list_messages gives it. */
          ts: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "channel_id": "C012AB3CD",
           *         "ts": "1767225600.000100"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              channel_id: string;
              ts: string;
            };
          };
        };
      };
    };
  };
  slack_unpin_message: {
    parameters: {
      query: {
        /**
         * @description Channel id, such as C012AB3CD; list_channels gives it.
         * @example C012AB3CD
         */
        channel: components["parameters"]["channel"];
        /**
         * @description The message's ts, such as 1767225600.000100; list_messages gives it.
         * @example 1767225600.000100
         */
        ts: string;
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  slack_list_users: {
    parameters: {
      query?: {
        /** @description Only users with this text in one of their names. */
        q?: string;
        /** @description Bots as well; default false. */
        include_bots?: boolean;
        /** @description Deactivated users as well; default false. */
        include_deleted?: boolean;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "users": [
           *           {
           *             "id": "U012AB3CD",
           *             "name": "ada",
           *             "email": "ada@example.com",
           *             "avatar_url": "https://avatars.example.com/ada_192.png",
           *             "display_name": "ada",
           *             "real_name": "Ada Example",
           *             "title": "Engineer",
           *             "status": {
           *               "text": "Lunch",
           *               "emoji": ":sandwich:",
           *               "expires_at": "2026-01-01T01:00:00.000Z"
           *             },
           *             "username": "ada",
           *             "timezone": "Europe/London",
           *             "is_bot": false,
           *             "is_admin": true,
           *             "is_owner": false,
           *             "is_guest": false,
           *             "is_deleted": false,
           *             "team_id": "T012AB3CD"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              users: components["schemas"]["SlackUser"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  slack_get_user: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description User id, such as U012AB3CD; list_users gives it.
         * @example U012AB3CD
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "U012AB3CD",
           *         "name": "ada",
           *         "email": "ada@example.com",
           *         "avatar_url": "https://avatars.example.com/ada_192.png",
           *         "display_name": "ada",
           *         "real_name": "Ada Example",
           *         "title": "Engineer",
           *         "status": {
           *           "text": "Lunch",
           *           "emoji": ":sandwich:",
           *           "expires_at": "2026-01-01T01:00:00.000Z"
           *         },
           *         "username": "ada",
           *         "timezone": "Europe/London",
           *         "is_bot": false,
           *         "is_admin": true,
           *         "is_owner": false,
           *         "is_guest": false,
           *         "is_deleted": false,
           *         "team_id": "T012AB3CD"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackUser"];
          };
        };
      };
    };
  };
  slack_get_user_profile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description User id, such as U012AB3CD; list_users gives it.
         * @example U012AB3CD
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "user_id": "U012AB3CD",
           *         "id": "U012AB3CD",
           *         "name": "ada",
           *         "email": "ada@example.com",
           *         "avatar_url": "https://avatars.example.com/ada_192.png",
           *         "display_name": "ada",
           *         "real_name": "Ada Example",
           *         "title": "Engineer",
           *         "status": {
           *           "text": "Lunch",
           *           "emoji": ":sandwich:",
           *           "expires_at": "2026-01-01T01:00:00.000Z"
           *         },
           *         "phone": null,
           *         "pronouns": "she/her"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackUserProfile"];
          };
        };
      };
    };
  };
  slack_find_user_by_email: {
    parameters: {
      query: {
        /**
         * @description The email address.
         * @example ada@example.com
         */
        email: string;
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "U012AB3CD",
           *         "name": "ada",
           *         "email": "ada@example.com",
           *         "avatar_url": "https://avatars.example.com/ada_192.png",
           *         "display_name": "ada",
           *         "real_name": "Ada Example",
           *         "title": "Engineer",
           *         "status": {
           *           "text": "Lunch",
           *           "emoji": ":sandwich:",
           *           "expires_at": "2026-01-01T01:00:00.000Z"
           *         },
           *         "username": "ada",
           *         "timezone": "Europe/London",
           *         "is_bot": false,
           *         "is_admin": true,
           *         "is_owner": false,
           *         "is_guest": false,
           *         "is_deleted": false,
           *         "team_id": "T012AB3CD"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackUser"];
          };
        };
      };
    };
  };
  slack_get_team: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "T012AB3CD",
           *         "name": "Acme",
           *         "domain": "acme",
           *         "email_domain": null,
           *         "url": "https://acme.example.com/",
           *         "icon_url": "https://avatars.example.com/acme_132.png"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["SlackTeam"];
          };
        };
      };
    };
  };
  slack_search_messages: {
    parameters: {
      query: {
        /**
         * @description Words to look for; modifiers such as in:general, from:ada, after:2026-01-01, has:link work.
         * @example plan in:general
         */
        q: string;
        /** @description Best or newest first; default score. */
        sort?: "score" | "timestamp";
        /** @description Direction; default desc. */
        sort_dir?: "desc" | "asc";
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "messages": [
           *           {
           *             "id": "1767225600.000100",
           *             "ts": "1767225600.000100",
           *             "channel_id": "C012AB3CD",
           *             "user_id": "U012AB3CD",
           *             "username": "ada",
           *             "text": "The <https://example.com/plan> is final",
           *             "plain_text": "The https://example.com/plan is final",
           *             "edited_at": null,
           *             "created_at": "2026-01-01T00:00:00.000Z",
           *             "channel_name": "general",
           *             "permalink": "https://acme.example.com/archives/C012AB3CD/p1767225600000100"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: components["schemas"]["SlackMessageSummary"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  twitter_get_me: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "1100000000000000001",
           *         "name": "Ada",
           *         "email": null,
           *         "avatar_url": "https://pbs.twimg.example/ada.jpg",
           *         "username": "ada",
           *         "description": "Builds mills & engines: https://example.com/mills",
           *         "is_verified": true,
           *         "is_protected": false,
           *         "metrics": {
           *           "followers": 12,
           *           "following": 3,
           *           "posts": 45,
           *           "listed": 1
           *         },
           *         "created_at": "2020-02-03T04:05:06.000Z",
           *         "url": "https://x.com/ada"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["TwitterMe"];
          };
        };
      };
    };
  };
  twitter_get_user: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The username, such as ada or @ada.
         * @example @bob_acme
         */
        username: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "1100000000000000002",
           *         "name": "Bob of Acme",
           *         "email": null,
           *         "avatar_url": null,
           *         "username": "bob_acme",
           *         "description": null,
           *         "is_verified": false,
           *         "is_protected": true,
           *         "metrics": {
           *           "followers": 1,
           *           "following": 2,
           *           "posts": 7,
           *           "listed": 0
           *         },
           *         "created_at": null,
           *         "url": "https://x.com/bob_acme"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["TwitterMe"];
          };
        };
      };
    };
  };
  twitter_get_post: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Post id; the lists of posts give it, and it ends the post's address.
         * @example 1900000000000000001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "1900000000000000001",
           *         "text": "A long text about mills, in full: https://example.com/?a=1&lt;=2. Mills < engines",
           *         "author_id": "1100000000000000002",
           *         "author": {
           *           "id": "1100000000000000002",
           *           "name": "Bob of Acme",
           *           "username": "bob_acme"
           *         },
           *         "created_at": "2026-01-01T10:00:00.000Z",
           *         "conversation_id": "1900000000000000009",
           *         "in_reply_to_user_id": "1100000000000000001",
           *         "references": [
           *           {
           *             "type": "replied_to",
           *             "id": "1900000000000000009",
           *             "text": "How are mills built?"
           *           }
           *         ],
           *         "metrics": {
           *           "replies": 2,
           *           "reposts": 1,
           *           "likes": 3,
           *           "quotes": 0,
           *           "bookmarks": 4,
           *           "impressions": 50
           *         },
           *         "media": [
           *           {
           *             "type": "photo",
           *             "url": "https://pbs.twimg.example/mill.jpg",
           *             "alt_text": "A mill"
           *           }
           *         ],
           *         "lang": "en",
           *         "url": "https://x.com/bob_acme/status/1900000000000000001"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["TwitterPost"];
          };
        };
      };
    };
  };
  twitter_delete_post: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Post id; the lists of posts give it, and it ends the post's address.
         * @example 1900000000000000006
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "deleted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @constant */
              deleted: true;
            };
          };
        };
      };
    };
  };
  twitter_list_posts: {
    parameters: {
      query?: {
        /** @description Id of the user whose posts are wanted; get_user gives it. */
        user_id?: string;
        /**
         * @description Leave replies out.
         * @example true
         */
        exclude_replies?: boolean;
        /**
         * @description Leave reposts out.
         * @example true
         */
        exclude_reposts?: boolean;
        /**
         * @description Only posts newer than the one with this id.
         * @example 5
         */
        since_id?: string;
        /** @description Only posts older than the one with this id. */
        until_id?: string;
        /**
         * @description Only posts of this time or later, such as 2026-01-31T09:00:00Z.
         * @example 2026-01-01T01:00:00.500+01:00
         */
        since?: string;
        /**
         * @description Only posts before this time.
         * @example 2026-01-09T00:00:00Z
         */
        until?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "posts": [
           *           {
           *             "id": "1900000000000000005",
           *             "text": "Post 5",
           *             "author_id": "1100000000000000002",
           *             "author": {
           *               "id": "1100000000000000002",
           *               "name": "Bob of Acme",
           *               "username": "bob_acme"
           *             },
           *             "created_at": "2026-01-05T10:00:00.000Z",
           *             "conversation_id": "1900000000000000005",
           *             "in_reply_to_user_id": null,
           *             "references": [],
           *             "metrics": {
           *               "replies": 2,
           *               "reposts": 1,
           *               "likes": 3,
           *               "quotes": 0,
           *               "bookmarks": 4,
           *               "impressions": 50
           *             },
           *             "media": [],
           *             "lang": "en",
           *             "url": "https://x.com/bob_acme/status/1900000000000000005"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["TwitterPostList"];
          };
        };
      };
    };
  };
  twitter_create_post: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "Hello <mills>",
         *       "reply_settings": "following",
         *       "made_with_ai": true
         *     }
         */
        "application/json": {
          /** @description Text; 280 characters unless the account has Premium. A link counts as 23, an emoji as 2. */
          text: string;
          /** @description Id of the post to reply to. X may refuse where its author has not mentioned the connected user. */
          reply_to_id?: string;
          /**
           * @description Who may reply; everybody unless said.
           * @enum {string}
           */
          reply_settings?: "following" | "mentionedUsers" | "subscribers" | "verified";
          /** @description A poll below the text. */
          poll?: {
            /** @description Two to four choices of at most 25 characters. */
            options: string[];
            /** @description How long it runs. */
            duration_minutes: number;
          };
          /** @description Whether X shall label the post as made with AI. */
          made_with_ai?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "1900000000000000006",
           *         "text": "Hello <mills>",
           *         "url": "https://x.com/i/status/1900000000000000006"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              text: string;
              /** @description Opens it in the browser. */
              url: string;
            };
          };
        };
      };
    };
  };
  twitter_list_mentions: {
    parameters: {
      query?: {
        /**
         * @description Only posts newer than the one with this id.
         * @example 1900000000000000001
         */
        since_id?: string;
        /** @description Only posts older than the one with this id. */
        until_id?: string;
        /** @description Only posts of this time or later, such as 2026-01-31T09:00:00Z. */
        since?: string;
        /** @description Only posts before this time. */
        until?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "posts": [
           *           {
           *             "id": "1900000000000000002",
           *             "text": "Hey @ada & all",
           *             "author_id": "1100000000000000002",
           *             "author": {
           *               "id": "1100000000000000002",
           *               "name": "Bob of Acme",
           *               "username": "bob_acme"
           *             },
           *             "created_at": "2026-01-02T10:00:00.000Z",
           *             "conversation_id": "1900000000000000002",
           *             "in_reply_to_user_id": null,
           *             "references": [],
           *             "metrics": {
           *               "replies": 2,
           *               "reposts": 1,
           *               "likes": 3,
           *               "quotes": 0,
           *               "bookmarks": 4,
           *               "impressions": 50
           *             },
           *             "media": [],
           *             "lang": "en",
           *             "url": "https://x.com/bob_acme/status/1900000000000000002"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["TwitterPostList"];
          };
        };
      };
    };
  };
  twitter_list_timeline: {
    parameters: {
      query?: {
        /** @description Leave replies out. */
        exclude_replies?: boolean;
        /** @description Leave reposts out. */
        exclude_reposts?: boolean;
        /** @description Only posts newer than the one with this id. */
        since_id?: string;
        /** @description Only posts older than the one with this id. */
        until_id?: string;
        /** @description Only posts of this time or later, such as 2026-01-31T09:00:00Z. */
        since?: string;
        /** @description Only posts before this time. */
        until?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "posts": [
           *           {
           *             "id": "1900000000000000002",
           *             "text": "Good morning",
           *             "author_id": "1100000000000000002",
           *             "author": {
           *               "id": "1100000000000000002",
           *               "name": "Bob of Acme",
           *               "username": "bob_acme"
           *             },
           *             "created_at": "2026-01-02T10:00:00.000Z",
           *             "conversation_id": "1900000000000000002",
           *             "in_reply_to_user_id": null,
           *             "references": [],
           *             "metrics": {
           *               "replies": 2,
           *               "reposts": 1,
           *               "likes": 3,
           *               "quotes": 0,
           *               "bookmarks": 4,
           *               "impressions": 50
           *             },
           *             "media": [],
           *             "lang": "en",
           *             "url": "https://x.com/bob_acme/status/1900000000000000002"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["TwitterPostList"];
          };
        };
      };
    };
  };
  twitter_search_posts: {
    parameters: {
      query: {
        /**
         * @description Words and operators of X: "exact words", from:ada, to:ada, #tag, has:links, -is:retweet, lang:en.
         * @example "mills & engines" \ from:bob_acme #x
         */
        q: string;
        /**
         * @description Newest first, the default, or best.
         * @example relevancy
         */
        sort?: "recency" | "relevancy";
        /** @description Only posts newer than the one with this id. */
        since_id?: string;
        /** @description Only posts older than the one with this id. */
        until_id?: string;
        /** @description Only posts of this time or later, such as 2026-01-31T09:00:00Z. */
        since?: string;
        /** @description Only posts before this time. */
        until?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "posts": [
           *           {
           *             "id": "1900000000000000005",
           *             "text": "Post 5",
           *             "author_id": "1100000000000000002",
           *             "author": {
           *               "id": "1100000000000000002",
           *               "name": "Bob of Acme",
           *               "username": "bob_acme"
           *             },
           *             "created_at": "2026-01-05T10:00:00.000Z",
           *             "conversation_id": "1900000000000000005",
           *             "in_reply_to_user_id": null,
           *             "references": [],
           *             "metrics": {
           *               "replies": 2,
           *               "reposts": 1,
           *               "likes": 3,
           *               "quotes": 0,
           *               "bookmarks": 4,
           *               "impressions": 50
           *             },
           *             "media": [],
           *             "lang": "en",
           *             "url": "https://x.com/bob_acme/status/1900000000000000005"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: components["schemas"]["TwitterPostList"];
          };
        };
      };
    };
  };
  twitter_repost: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /**
         * @description Post id; the lists of posts give it, and it ends the post's address.
         * @example 1900000000000000001
         */
        id: string;
      };
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "1900000000000000001",
           *         "is_reposted": true
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description The post. */
              id: string;
              is_reposted: boolean;
            };
          };
        };
      };
    };
  };
  twitter_list_messages: {
    parameters: {
      query?: {
        /** @description Only the conversation with this person; get_user gives the id. */
        user_id?: string;
        /** @description Most items to return. */
        limit?: components["parameters"]["limit"];
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: components["parameters"]["cursor"];
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: components["parameters"]["raw"];
      };
      header?: never;
      path?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "messages": [
           *           {
           *             "id": "1800000000000000002",
           *             "channel_id": "1100000000000000001-1100000000000000002",
           *             "user_id": "1100000000000000002",
           *             "sender": {
           *               "id": "1100000000000000002",
           *               "name": "Bob of Acme",
           *               "username": "bob_acme"
           *             },
           *             "text": "Mills &amp; engines?",
           *             "plain_text": "Mills & engines?",
           *             "media": [],
           *             "edited_at": null,
           *             "created_at": "2026-01-02T10:00:00.000Z"
           *           }
           *         ],
           *         "next_cursor": "eyJ…"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: components["schemas"]["TwitterMessage"][];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  twitter_send_message: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "user_id": "1100000000000000002",
         *       "text": "Hello"
         *     }
         */
        "application/json": {
          /** @description Id of the user who gets it; get_user gives it. */
          user_id: string;
          /** @description Text. */
          text: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "id": "1800000000000000003",
           *         "channel_id": "1100000000000000001-1100000000000000002"
           *       }
           *     }
           */
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description The conversation. */
              channel_id: string;
            };
          };
        };
      };
    };
  };
}
