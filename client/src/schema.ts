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
     */
    get: operations["list_sources"];
    /**
     * Watch a chosen thing of an integration, such as a repository; its events come to the inbox.
     * @description The key needs the permission `gateway:integrations.write`.
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
     */
    get: operations["list_accounts"];
    /**
     * Create a connected account for one of your customers.
     * @description The key needs the permission `gateway:accounts.write`.
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
     */
    get: operations["get_account"];
    /**
     * Delete an account with everything about it; the grants are ended at the providers.
     * @description The key needs the permission `gateway:accounts.write`.
     */
    delete: operations["delete_account"];
    /**
     * Change an account's display name or metadata.
     * @description The key needs the permission `gateway:accounts.write`.
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
     * Start connecting a provider for an account; send the customer's browser to connect_url.
     * @description The key needs the permission `gateway:integrations.write`.
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
     */
    delete: operations["disconnect_account_integration"];
    /**
     * Switch services of an account's integration off or on.
     * @description The key needs the permission `gateway:integrations.write`.
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
     */
    put: operations["save_oauth_app"];
    /**
     * Remove your own OAuth client of a provider; refused while integrations hang on it.
     * @description The key needs the permission `gateway:partner.manage`.
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
     */
    get: operations["get_redirect_origins"];
    /**
     * Replace the list of origins that your redirect_url may have.
     * @description The key needs the permission `gateway:partner.manage`.
     */
    put: operations["replace_redirect_origins"];
  };
  "/api/v1/tools": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /** Tools of your connected integrations; every tool with all=true. */
    get: operations["list_tools"];
  };
  "/api/v1/tools/search/{query}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /** Fuzzy search over names and descriptions, best first, with scores from 0 to 1. */
    get: operations["search_tools"];
  };
  "/api/v1/tools/names/{query}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /** Search by tool name only, best first, with scores from 0 to 1. */
    get: operations["search_tool_names"];
  };
  "/api/v1/tools/provider/{provider}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /** All tools of one provider. */
    get: operations["list_provider_tools"];
  };
  "/api/v1/tools/service/{service}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
    };
    /** All tools of one service. */
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
     */
    get: operations["get_event"];
    /**
     * Mark an event as read, archived or unread.
     * @description The key needs the permission `gateway:inbox.write`.
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
     */
    get: operations["list_webhook_deliveries"];
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
     */
    get: operations["discord_list_messages"];
    /**
     * Send (post) a message to a Discord channel or thread, or reply to one.
     * @description Send (post) a message to a Discord channel or thread, or reply to one. It appears as the app's bot. Give content, embeds or both.
     *
     *     The key needs the permission `discord:messages.write`.
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
     */
    get: operations["discord_get_message"];
    /**
     * Delete a message of a Discord channel or thread, for people who may manage messages there.
     * @description Delete a message of a Discord channel or thread, for people who may manage messages there. Others' messages need that right of the app's bot too.
     *
     *     The key needs the permission `discord:messages.manage`.
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
     */
    get: operations["github_list_branches"];
    /**
     * Create a branch in a GitHub repository, from another branch, a tag or a commit.
     * @description The key needs the permission `github:repos.write`.
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
     */
    get: operations["github_get_file"];
    /**
     * Create or change a file in a GitHub repository, as one commit.
     * @description The key needs the permission `github:repos.write`.
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
     */
    get: operations["github_list_releases"];
    /**
     * Publish a release of a GitHub repository, or save it as a draft; makes the tag where it is missing.
     * @description The key needs the permission `github:repos.write`.
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
     */
    get: operations["github_list_issues"];
    /**
     * Open an issue in a GitHub repository.
     * @description The key needs the permission `github:issues.write`.
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
     */
    get: operations["github_get_issue"];
    /**
     * Change a GitHub issue: edit its text, close or reopen it, label or assign it.
     * @description The key needs the permission `github:issues.write`.
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
     */
    get: operations["github_list_issue_comments"];
    /**
     * Comment on a GitHub issue or pull request.
     * @description The key needs the permission `github:issues.write`.
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
     */
    get: operations["github_list_pull_requests"];
    /**
     * Open a pull request in a GitHub repository.
     * @description The key needs the permission `github:pulls.write`.
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
     */
    get: operations["github_get_pull_request"];
    /**
     * Change a GitHub pull request: edit its text, close or reopen it, change its base branch.
     * @description The key needs the permission `github:pulls.write`.
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
     */
    get: operations["github_list_pull_request_reviews"];
    /**
     * Review a GitHub pull request: approve it, request changes or comment, also on single lines.
     * @description The key needs the permission `github:pulls.write`.
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
     */
    get: operations["google_gmail_list_drafts"];
    /**
     * Write an email draft in Gmail, for a person to look over and send later.
     * @description The key needs the permission `google:gmail.drafts`.
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
     */
    get: operations["google_gmail_get_draft"];
    /**
     * Delete an email draft in Gmail, for good.
     * @description The key needs the permission `google:gmail.drafts`.
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
     */
    get: operations["google_calendar_list_events"];
    /**
     * Create an event in Google Calendar, with guests, reminders, repetition or a Google Meet link.
     * @description The key needs the permission `google:calendar.write`.
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
     */
    get: operations["google_calendar_get_event"];
    /**
     * Change an event in Google Calendar.
     * @description Change an event in Google Calendar. Only the fields given change, the others stay; lists such as guests are replaced whole.
     *
     *     The key needs the permission `google:calendar.write`.
     */
    put: operations["google_calendar_update_event"];
    /**
     * Delete an event in Google Calendar.
     * @description Delete an event in Google Calendar. Deleting it again is no error.
     *
     *     The key needs the permission `google:calendar.write`.
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
     */
    get: operations["google_drive_list_files"];
    /**
     * Upload a file to Google Drive, or create a folder, a Google Doc or a Google Sheet.
     * @description The key needs the permission `google:drive.write`.
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
     */
    get: operations["google_drive_get_file"];
    /**
     * Rename, describe, star, move or trash a file or folder in Google Drive.
     * @description Rename, describe, star, move or trash a file or folder in Google Drive. Moving: add the new folder's id and remove the old one's.
     *
     *     The key needs the permission `google:drive.write`.
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
     */
    get: operations["hubspot_list_contacts"];
    /**
     * Create a contact in HubSpot.
     * @description Create a contact in HubSpot. If one with that email address is there, it is refused with that one's id.
     *
     *     The key needs the permission `hubspot:contacts.write`.
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
     */
    get: operations["hubspot_get_contact"];
    /**
     * Change a HubSpot contact: name, phone number, lifecycle stage, owner or any other property.
     * @description The key needs the permission `hubspot:contacts.write`.
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
     */
    get: operations["hubspot_list_companies"];
    /**
     * Create a company in HubSpot.
     * @description Create a company in HubSpot. HubSpot does not refuse a second one of the same domain: search first.
     *
     *     The key needs the permission `hubspot:companies.write`.
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
     */
    get: operations["hubspot_get_company"];
    /**
     * Change a company in HubSpot: name, domain, owner or any other property.
     * @description The key needs the permission `hubspot:companies.write`.
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
     */
    get: operations["hubspot_list_deals"];
    /**
     * Create a deal in HubSpot, in a stage of a pipeline, for contacts and companies.
     * @description The key needs the permission `hubspot:deals.write`.
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
     */
    get: operations["hubspot_get_deal"];
    /**
     * Change a deal in HubSpot: move it to another stage, set its amount, closing date, owner or any property.
     * @description The key needs the permission `hubspot:deals.write`.
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
     */
    get: operations["hubspot_list_tickets"];
    /**
     * Create a support ticket in HubSpot, in a stage of a pipeline, for contacts, companies and deals.
     * @description The key needs the permission `hubspot:tickets.write`.
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
     */
    get: operations["jira_search_issues"];
    /**
     * Create a Jira issue in a project, with its description as Markdown.
     * @description Create a Jira issue in a project, with its description as Markdown. list_projects gives the types.
     *
     *     The key needs the permission `jira:issues.write`.
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
     */
    get: operations["jira_get_issue"];
    /**
     * Delete a Jira issue for good.
     * @description Delete a Jira issue for good. One with sub-tasks is only deleted together with them.
     *
     *     The key needs the permission `jira:issues.write`.
     */
    delete: operations["jira_delete_issue"];
    /**
     * Change a Jira issue: title, description, assignee, priority, labels, due date, parent or custom fields.
     * @description The key needs the permission `jira:issues.write` and `jira:issues.read`.
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
     */
    get: operations["jira_list_transitions"];
    /**
     * Move a Jira issue to another status, such as In Progress or Done, with a comment if wanted.
     * @description The key needs the permission `jira:issues.write` and `jira:issues.read`.
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
     */
    get: operations["jira_list_comments"];
    /**
     * Comment on a Jira issue, in Markdown; a person is mentioned as [@Name](accountid:ID).
     * @description The key needs the permission `jira:comments.write`.
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
     */
    get: operations["linear_list_issues"];
    /**
     * Create a Linear issue in a team.
     * @description The key needs the permission `linear:issues.create`.
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
     */
    get: operations["linear_get_issue"];
    /**
     * Archive a Linear issue.
     * @description Archive a Linear issue. It leaves the lists, can still be read, and can be restored in Linear.
     *
     *     The key needs the permission `linear:issues.write`.
     */
    delete: operations["linear_archive_issue"];
    /**
     * Change a Linear issue: its text, state, assignee, priority, labels, project, cycle or due date.
     * @description The key needs the permission `linear:issues.write`.
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
     */
    get: operations["linear_list_comments"];
    /**
     * Comment on a Linear issue, or answer a comment; the text is Markdown.
     * @description The key needs the permission `linear:comments.write`.
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
     */
    get: operations["linkedin_list_posts"];
    /**
     * Publish a post on LinkedIn, as the connected member or as a company page: text, a link, pictures or a reshare.
     * @description The key needs the permission `linkedin:posts.write`.
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
     */
    get: operations["linkedin_get_post"];
    /**
     * Delete a LinkedIn post of the connected member, or of a company page they manage.
     * @description The key needs the permission `linkedin:posts.write`.
     */
    delete: operations["linkedin_delete_post"];
    /**
     * Change the text of a LinkedIn post of the connected member, or of a company page they manage.
     * @description The key needs the permission `linkedin:posts.write`.
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
     */
    get: operations["linkedin_list_comments"];
    /**
     * Comment on a LinkedIn post, or answer a comment, as the connected member or as a company page.
     * @description The key needs the permission `linkedin:comments.write`.
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
     */
    get: operations["microsoft_get_email"];
    /**
     * Delete an email in Outlook: it goes to the deleted items.
     * @description Delete an email in Outlook: it goes to the deleted items. Drafts are deleted the same way.
     *
     *     The key needs the permission `microsoft:mail.write`.
     */
    delete: operations["microsoft_delete_email"];
    /**
     * Mark an email in Outlook as read or unread, flag it, or set its categories or importance.
     * @description The key needs the permission `microsoft:mail.write`.
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
     */
    get: operations["microsoft_list_events"];
    /**
     * Create an event in the Outlook calendar, with guests, a reminder, repetition or a Teams link.
     * @description Create an event in the Outlook calendar, with guests, a reminder, repetition or a Teams link. Guests are always invited by email.
     *
     *     The key needs the permission `microsoft:calendar.write`.
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
     */
    get: operations["microsoft_get_event"];
    /**
     * Delete an event in the Outlook calendar; guests of the user's own meetings are told.
     * @description Delete an event in the Outlook calendar; guests of the user's own meetings are told. The id of a series deletes all of it.
     *
     *     The key needs the permission `microsoft:calendar.write`.
     */
    delete: operations["microsoft_delete_event"];
    /**
     * Change an event in the Outlook calendar.
     * @description Change an event in the Outlook calendar. Only the fields given change; the list of guests is replaced whole.
     *
     *     The key needs the permission `microsoft:calendar.write`.
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
     */
    get: operations["microsoft_list_files"];
    /**
     * Upload a small file to OneDrive, into a folder or the root.
     * @description The key needs the permission `microsoft:drive.write`.
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
     */
    get: operations["microsoft_get_file"];
    /**
     * Delete a file or folder in OneDrive: it goes to the recycle bin.
     * @description The key needs the permission `microsoft:drive.write`.
     */
    delete: operations["microsoft_delete_file"];
    /**
     * Rename a file or folder in OneDrive, or move it to another folder.
     * @description The key needs the permission `microsoft:drive.write`.
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
     */
    get: operations["notion_get_page"];
    /**
     * Archive a Notion page: move it to the trash, with all that is below it.
     * @description The key needs the permission `notion:pages.write`.
     */
    delete: operations["notion_archive_page"];
    /**
     * Change a Notion page's title, properties, icon or cover, lock it, or take it out of the trash.
     * @description Change a Notion page's title, properties, icon or cover, lock it, or take it out of the trash. Its content is changed by append_blocks and update_block.
     *
     *     The key needs the permission `notion:pages.write`.
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
     */
    get: operations["notion_list_blocks"];
    /**
     * Add content to a Notion page or block, written as Markdown; at the end unless said.
     * @description The key needs the permission `notion:pages.write`.
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
     */
    get: operations["notion_get_block"];
    /**
     * Delete a Notion block: move it to the trash, with all that is within it.
     * @description The key needs the permission `notion:pages.write`.
     */
    delete: operations["notion_delete_block"];
    /**
     * Replace the text of one Notion block, written as Markdown of the same kind; ticks a to-do as well.
     * @description The key needs the permission `notion:pages.write`.
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
     */
    get: operations["notion_list_comments"];
    /**
     * Comment on a Notion page or block, or answer in a discussion; the text is Markdown.
     * @description The key needs the permission `notion:comments.write`.
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
     */
    get: operations["pipedrive_list_deals"];
    /**
     * Create a deal in Pipedrive, in a stage of a pipeline, with its person or organization.
     * @description The key needs the permission `pipedrive:deals.write`.
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
     */
    get: operations["pipedrive_get_deal"];
    /**
     * Change a Pipedrive deal: move it to another stage, mark it as won or lost, or set its value.
     * @description The key needs the permission `pipedrive:deals.write`.
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
     */
    get: operations["pipedrive_list_persons"];
    /**
     * Create a person (contact) in Pipedrive, with email addresses, phone numbers and an organization.
     * @description The key needs the permission `pipedrive:contacts.write`.
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
     */
    get: operations["pipedrive_list_organizations"];
    /**
     * Create an organization (company) in Pipedrive.
     * @description The key needs the permission `pipedrive:contacts.write`.
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
     */
    get: operations["pipedrive_list_activities"];
    /**
     * Plan a call, meeting or task in Pipedrive, or log one that is done, on a deal, person or organization.
     * @description The key needs the permission `pipedrive:activities.write`.
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
     */
    get: operations["pipedrive_list_notes"];
    /**
     * Write a note in Pipedrive on a deal, a person, an organization or a lead.
     * @description The key needs the permission `pipedrive:notes.write`.
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
     */
    get: operations["pipedrive_list_leads"];
    /**
     * Create a lead in Pipedrive's leads inbox, with a person or an organization.
     * @description The key needs the permission `pipedrive:leads.write`.
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
     */
    get: operations["salesforce_get_record"];
    /**
     * Delete a Salesforce record.
     * @description Delete a Salesforce record. It goes to the org's recycle bin.
     *
     *     The key needs the permission `salesforce:records.write`.
     */
    delete: operations["salesforce_delete_record"];
    /**
     * Change fields of a Salesforce record, such as the stage of an opportunity or a contact's phone number.
     * @description The key needs the permission `salesforce:records.write`.
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
     */
    get: operations["slack_list_channels"];
    /**
     * Create a Slack channel, public or private.
     * @description Create a Slack channel, public or private. The app becomes its first member.
     *
     *     The key needs the permission `slack:channels.manage`.
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
     */
    get: operations["slack_list_messages"];
    /**
     * Send (post) a message to a Slack channel, a thread or a person.
     * @description Send (post) a message to a Slack channel, a thread or a person. Give at least one of text, markdown_text and blocks.
     *
     *     The key needs the permission `slack:messages.write`.
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
     */
    delete: operations["slack_delete_message"];
    /**
     * Edit a Slack message that the app itself has sent.
     * @description Edit a Slack message that the app itself has sent. Text without blocks removes the message's old blocks.
     *
     *     The key needs the permission `slack:messages.write`.
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
     */
    get: operations["slack_list_scheduled_messages"];
    /**
     * Schedule a message that Slack sends to a channel later, at most 120 days ahead.
     * @description The key needs the permission `slack:messages.write`.
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
     */
    get: operations["slack_list_dms"];
    /**
     * Open a direct message (DM) with one Slack user, or a group DM with up to 8, and get its channel id.
     * @description The key needs the permission `slack:dms.write`.
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
     */
    get: operations["slack_get_reactions"];
    /**
     * Add an emoji reaction to a Slack message.
     * @description Add an emoji reaction to a Slack message. One that the app has given already is no error.
     *
     *     The key needs the permission `slack:reactions.write`.
     */
    post: operations["slack_add_reaction"];
    /**
     * Remove the app's emoji reaction from a Slack message.
     * @description Remove the app's emoji reaction from a Slack message. One that is not there is no error.
     *
     *     The key needs the permission `slack:reactions.write`.
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
     */
    get: operations["slack_list_pins"];
    /**
     * Pin a message in its Slack channel.
     * @description Pin a message in its Slack channel. One that is pinned already is no error.
     *
     *     The key needs the permission `slack:pins.write`.
     */
    post: operations["slack_pin_message"];
    /**
     * Unpin a message in its Slack channel.
     * @description Unpin a message in its Slack channel. One that is not pinned is no error.
     *
     *     The key needs the permission `slack:pins.write`.
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
     */
    get: operations["twitter_get_post"];
    /**
     * Delete a post of the connected user from X (a tweet).
     * @description Delete a post of the connected user from X (a tweet). This cannot be undone.
     *
     *     The key needs the permission `twitter:posts.write`.
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
     */
    get: operations["twitter_list_posts"];
    /**
     * Write a post on X (a tweet), a reply to one, or a poll, as the connected user.
     * @description Write a post on X (a tweet), a reply to one, or a poll, as the connected user. It is public at once.
     *
     *     The key needs the permission `twitter:posts.write`.
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
     */
    get: operations["twitter_list_messages"];
    /**
     * Send a direct message on X (a Twitter DM) to one person.
     * @description The key needs the permission `twitter:dms.write`.
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
    /** @description Area A: the key is refused, or lacks the permission. X-Error-Code has the code. */
    AuthenticationErrorA: {
      error: string;
    };
    /** @description Area A: every other error. */
    ErrorA: {
      error: string;
      /** @description A stable code; X-Error-Code carries it as well. */
      code: string;
      details: {
        [key: string]: unknown;
      };
    };
    /** @description Area A: too many requests. */
    RateLimitErrorA: {
      error: string;
      /** @constant */
      code: "RATE_LIMITED";
      /** @description Seconds. */
      retry_after: number;
    };
    /** @description Area B: any error. */
    ErrorB: {
      /** @constant */
      ok: false;
      error: string;
      /** @description A stable code; X-Error-Code carries it as well. */
      error_code: string;
    };
  };
  responses: never;
  parameters: {
    /** @description A connected account's external_id in UTF-8: the call is made for it, and answered as area B. Without it the call is about the key user's own integrations, which a key for partner use only does not reach. */
    "X-Account-Id": string;
    /**
     * @description The same as an RFC 8187 ext-value, for ids that no header can hold. Not together with X-Account-Id.
     * @example UTF-8''caf%C3%A9
     */
    "X-Account-Id-Extended": string;
    /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
    "Idempotency-Key": string;
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
          "application/json": {
            data: {
              integrations: {
                /** Format: uuid */
                id: string;
                provider: string;
                status: "active" | "pending" | "expired" | "revoked";
                /** Format: date-time */
                connected_at: string;
                enabled_services: {
                  /** @description `<service>.<permission>`. */
                  service_name: string;
                  /** @description Whether the granted scopes allow it and nobody has switched it off. */
                  is_enabled: boolean;
                }[];
                /** @description Who granted access, in the provider's words. */
                identity: {
                  /** @description The provider's id of who granted. */
                  id: string;
                  /** @description A name to show, such as a login or an e-mail address. */
                  name: string;
                  /** @description The workspace, where there is one. */
                  workspace?: {
                    id: string;
                    name: string;
                  } | null;
                };
                sources: {
                  /** @description The source's name, such as gmail. */
                  name: string;
                  /** @description The thing that is watched; null where there is one alone. */
                  resource: string | null;
                  /** @description Whether events are pushed or polled. */
                  mode: "push" | "poll";
                  state: "pending" | "active" | "failed";
                  /** @description When the subscription ends unless the gateway renews it, as it does in time. */
                  expires_at: string | null;
                  /** @description Why it failed. */
                  error: {
                    code: string;
                    message: string;
                  } | null;
                }[];
              }[];
            };
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
        "application/json": {
          /** @description Which provider to connect, such as google. */
          provider: string;
          /** @description Where the browser goes afterwards; https, at most 2,048 characters. */
          redirect_url: string;
          /** @description The provider's scopes to ask for, instead of the default set. */
          scopes?: string[];
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
          "application/json": {
            data: {
              /** @description The provider's authorization page; open it in the user's browser. */
              connect_url: string;
              /** Format: uuid */
              session_id: string;
              /** Format: date-time */
              expires_at: string;
            };
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
        /** @description The connect session's id. */
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
          "application/json": {
            data: {
              /** Format: uuid */
              session_id: string;
              provider: string;
              status: "pending" | "completed" | "expired" | "failed";
              /** @description Present when the status is failed. */
              error?: string;
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              expires_at: string;
              /** @description Who granted access, in the provider's words. */
              identity?: {
                /** @description The provider's id of who granted. */
                id: string;
                /** @description A name to show, such as a login or an e-mail address. */
                name: string;
                /** @description The workspace, where there is one. */
                workspace?: {
                  id: string;
                  name: string;
                } | null;
              };
            };
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
        /** @description A provider, such as google. */
        provider: string;
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
          "application/json": {
            data: {
              /** @constant */
              deleted: true;
              provider: string;
            };
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
        /** @description A provider, such as google. */
        provider: string;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              sources: {
                /** Format: uuid */
                id: string;
                /** @description The source's name, such as gmail. */
                name: string;
                /** @description The thing that is watched; null where there is one alone. */
                resource: string | null;
                /** @description Whether events are pushed or polled. */
                mode: "push" | "poll";
                state: "pending" | "active" | "failed";
                /** @description When the subscription ends unless the gateway renews it, as it does in time. */
                expires_at: string | null;
                /** @description Why it failed. */
                error: {
                  code: string;
                  message: string;
                } | null;
              }[];
            };
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
        /** @description A provider, such as google. */
        provider: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** Format: uuid */
              id: string;
              /** @description The source's name, such as gmail. */
              name: string;
              /** @description The thing that is watched; null where there is one alone. */
              resource: string | null;
              /** @description Whether events are pushed or polled. */
              mode: "push" | "poll";
              state: "pending" | "active" | "failed";
              /** @description When the subscription ends unless the gateway renews it, as it does in time. */
              expires_at: string | null;
              /** @description Why it failed. */
              error: {
                code: string;
                message: string;
              } | null;
            };
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
        /** @description A provider, such as google. */
        provider: string;
        /** @description The source's id. */
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
        /** @description Most accounts to return. */
        limit?: number;
        /** @description How many to skip. */
        offset?: number;
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              accounts: {
                /** Format: uuid */
                id: string;
                external_id: string;
                display_name: string | null;
                metadata: {
                  [key: string]: unknown;
                };
                /** Format: date-time */
                created_at: string;
              }[];
              total: number;
              limit: number;
              offset: number;
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
        "application/json": {
          /** @description Your own id of the account: 1 to 255 characters without control characters, compared exactly. */
          external_id: string;
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
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
        /** @description The account's id. */
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              /** Format: uuid */
              id: string;
              external_id: string;
              display_name: string | null;
              metadata: {
                [key: string]: unknown;
              };
              /** Format: date-time */
              created_at: string;
              integrations: {
                /** Format: uuid */
                id: string;
                provider: string;
                status: "active" | "pending" | "expired" | "revoked";
                /** Format: date-time */
                connected_at: string;
              }[];
            };
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
        /** @description The account's id. */
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
        /** @description The account's id. */
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
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
        /** @description The account's id. */
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Which provider to connect, such as google. */
          provider: string;
          /** @description Where the browser goes afterwards; https, at most 2,048 characters. */
          redirect_url: string;
          /** @description The provider's scopes to ask for, instead of the default set. */
          scopes?: string[];
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              /** @description The provider's authorization page; open it in the user's browser. */
              connect_url: string;
              /** Format: uuid */
              session_id: string;
              /** Format: date-time */
              expires_at: string;
            };
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
        /** @description The account's id. */
        id: string;
        /** @description The connect session's id. */
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              /** Format: uuid */
              session_id: string;
              provider: string;
              status: "pending" | "completed" | "expired" | "failed";
              /** @description Present when the status is failed. */
              error?: string;
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              expires_at: string;
              /** @description Who granted access, in the provider's words. */
              identity?: {
                /** @description The provider's id of who granted. */
                id: string;
                /** @description A name to show, such as a login or an e-mail address. */
                name: string;
                /** @description The workspace, where there is one. */
                workspace?: {
                  id: string;
                  name: string;
                } | null;
              };
            };
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
        /** @description The account's id. */
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              integrations: {
                /** Format: uuid */
                id: string;
                provider: string;
                status: "active" | "pending" | "expired" | "revoked";
                /** Format: date-time */
                connected_at: string;
                enabled_services: {
                  /** @description `<service>.<permission>`. */
                  service_name: string;
                  /** @description Whether the granted scopes allow it and nobody has switched it off. */
                  is_enabled: boolean;
                }[];
                /** @description Who granted access, in the provider's words. */
                identity: {
                  /** @description The provider's id of who granted. */
                  id: string;
                  /** @description A name to show, such as a login or an e-mail address. */
                  name: string;
                  /** @description The workspace, where there is one. */
                  workspace?: {
                    id: string;
                    name: string;
                  } | null;
                };
                sources: {
                  /** @description The source's name, such as gmail. */
                  name: string;
                  /** @description The thing that is watched; null where there is one alone. */
                  resource: string | null;
                  /** @description Whether events are pushed or polled. */
                  mode: "push" | "poll";
                  state: "pending" | "active" | "failed";
                  /** @description When the subscription ends unless the gateway renews it, as it does in time. */
                  expires_at: string | null;
                  /** @description Why it failed. */
                  error: {
                    code: string;
                    message: string;
                  } | null;
                }[];
              }[];
            };
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
        /** @description The account's id. */
        id: string;
        /** @description A provider, such as google. */
        provider: string;
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              /** @constant */
              deleted: true;
              provider: string;
            };
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
        /** @description The account's id. */
        id: string;
        /** @description A provider, such as google. */
        provider: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              /** Format: uuid */
              id: string;
              provider: string;
              status: "active" | "pending" | "expired" | "revoked";
              /** Format: date-time */
              connected_at: string;
              enabled_services: {
                /** @description `<service>.<permission>`. */
                service_name: string;
                /** @description Whether the granted scopes allow it and nobody has switched it off. */
                is_enabled: boolean;
              }[];
              /** @description Who granted access, in the provider's words. */
              identity: {
                /** @description The provider's id of who granted. */
                id: string;
                /** @description A name to show, such as a login or an e-mail address. */
                name: string;
                /** @description The workspace, where there is one. */
                workspace?: {
                  id: string;
                  name: string;
                } | null;
              };
              sources: {
                /** @description The source's name, such as gmail. */
                name: string;
                /** @description The thing that is watched; null where there is one alone. */
                resource: string | null;
                /** @description Whether events are pushed or polled. */
                mode: "push" | "poll";
                state: "pending" | "active" | "failed";
                /** @description When the subscription ends unless the gateway renews it, as it does in time. */
                expires_at: string | null;
                /** @description Why it failed. */
                error: {
                  code: string;
                  message: string;
                } | null;
              }[];
            };
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
        /** @description The account's id. */
        id: string;
        /** @description A provider, such as google. */
        provider: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              /** Format: uuid */
              id: string;
              provider: string;
              status: "active" | "pending" | "expired" | "revoked";
              /** Format: date-time */
              connected_at: string;
              enabled_services: {
                /** @description `<service>.<permission>`. */
                service_name: string;
                /** @description Whether the granted scopes allow it and nobody has switched it off. */
                is_enabled: boolean;
              }[];
              /** @description Who granted access, in the provider's words. */
              identity: {
                /** @description The provider's id of who granted. */
                id: string;
                /** @description A name to show, such as a login or an e-mail address. */
                name: string;
                /** @description The workspace, where there is one. */
                workspace?: {
                  id: string;
                  name: string;
                } | null;
              };
              sources: {
                /** @description The source's name, such as gmail. */
                name: string;
                /** @description The thing that is watched; null where there is one alone. */
                resource: string | null;
                /** @description Whether events are pushed or polled. */
                mode: "push" | "poll";
                state: "pending" | "active" | "failed";
                /** @description When the subscription ends unless the gateway renews it, as it does in time. */
                expires_at: string | null;
                /** @description Why it failed. */
                error: {
                  code: string;
                  message: string;
                } | null;
              }[];
            };
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              oauth_apps: {
                provider: string;
                client_id: string;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                updated_at: string;
              }[];
            };
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
        /** @description A provider, such as google. */
        provider: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              provider: string;
              client_id: string;
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              updated_at: string;
            };
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
        /** @description A provider, such as google. */
        provider: string;
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              /** @constant */
              deleted: true;
              provider: string;
            };
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              /** @description Exact origins. An empty list lifts the restriction. */
              origins: string[];
            };
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
        "application/json": {
          /** @description Exact origins. An empty list lifts the restriction. */
          origins: string[];
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              /** @description Exact origins. An empty list lifts the restriction. */
              origins: string[];
            };
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              tools: {
                /** @constant */
                type: "function";
                function: {
                  name: string;
                  description: string;
                  /** @description JSON Schema of the arguments. */
                  parameters: {
                    [key: string]: unknown;
                  };
                };
                metadata: {
                  provider: string;
                  service: string;
                  /** @description `<service>.<action>`. */
                  permission: string;
                  method: string;
                  path: string;
                  /** @description Whether a call would find a usable integration. */
                  connected: boolean;
                };
                /** @description Relevance; in search answers only. */
                score?: number;
              }[];
              total: number;
            };
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
        /** @description What to look for, URL-encoded. */
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              tools: {
                /** @constant */
                type: "function";
                function: {
                  name: string;
                  description: string;
                  /** @description JSON Schema of the arguments. */
                  parameters: {
                    [key: string]: unknown;
                  };
                };
                metadata: {
                  provider: string;
                  service: string;
                  /** @description `<service>.<action>`. */
                  permission: string;
                  method: string;
                  path: string;
                  /** @description Whether a call would find a usable integration. */
                  connected: boolean;
                };
                /** @description Relevance; in search answers only. */
                score?: number;
              }[];
              total: number;
            };
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
        /** @description What to look for, URL-encoded. */
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              tools: {
                /** @constant */
                type: "function";
                function: {
                  name: string;
                  description: string;
                  /** @description JSON Schema of the arguments. */
                  parameters: {
                    [key: string]: unknown;
                  };
                };
                metadata: {
                  provider: string;
                  service: string;
                  /** @description `<service>.<action>`. */
                  permission: string;
                  method: string;
                  path: string;
                  /** @description Whether a call would find a usable integration. */
                  connected: boolean;
                };
                /** @description Relevance; in search answers only. */
                score?: number;
              }[];
              total: number;
            };
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
        /** @description A provider, such as google. */
        provider: string;
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              tools: {
                /** @constant */
                type: "function";
                function: {
                  name: string;
                  description: string;
                  /** @description JSON Schema of the arguments. */
                  parameters: {
                    [key: string]: unknown;
                  };
                };
                metadata: {
                  provider: string;
                  service: string;
                  /** @description `<service>.<action>`. */
                  permission: string;
                  method: string;
                  path: string;
                  /** @description Whether a call would find a usable integration. */
                  connected: boolean;
                };
                /** @description Relevance; in search answers only. */
                score?: number;
              }[];
              total: number;
            };
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
        /** @description A service, such as gmail. */
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
          "application/json": {
            /** @constant */
            ok: true;
            data: {
              tools: {
                /** @constant */
                type: "function";
                function: {
                  name: string;
                  description: string;
                  /** @description JSON Schema of the arguments. */
                  parameters: {
                    [key: string]: unknown;
                  };
                };
                metadata: {
                  provider: string;
                  service: string;
                  /** @description `<service>.<action>`. */
                  permission: string;
                  method: string;
                  path: string;
                  /** @description Whether a call would find a usable integration. */
                  connected: boolean;
                };
                /** @description Relevance; in search answers only. */
                score?: number;
              }[];
              total: number;
            };
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
        provider?: string;
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
          "application/json": {
            data: {
              entries: {
                /** Format: uuid */
                id: string;
                /** Format: date-time */
                timestamp: string;
                request_id: string;
                /** @description The path's template. */
                endpoint: string;
                method: string;
                provider: string | null;
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
              }[];
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
        provider?: string;
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
          "application/json": {
            data: {
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
              by_provider: {
                provider: string | null;
                calls: number;
                errors: number;
              }[];
              by_status: {
                status: number | null;
                calls: number;
              }[];
              limits: {
                tier: string;
                per_minute: number | null;
                per_day: number | null;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              entries: {
                /** Format: uuid */
                id: string;
                /** Format: date-time */
                timestamp: string;
                /** @description What happened, such as key_created or integration_disconnected. */
                event: string;
                /** @description Who did it: a key by its id and the ends of its text, the operator, a provider's callback, the gateway. */
                actor: {
                  /** @description key, admin, provider, system or anonymous. */
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
                code: string | null;
                /** @description How many times it happened in that minute; more than 1 only for what was refused. */
                times: number;
                address: string | null;
                request_id: string | null;
                details: {
                  [key: string]: unknown;
                };
              }[];
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
        provider?: string;
        /** @description Only events of this service, such as gmail. */
        service?: string;
        /** @description Only events of this type, such as gmail.message_received. */
        type?: string;
        /** @description Only events received at or after this time, ISO 8601. */
        since?: string;
        /** @description Only events with this text in their title, summary or actor, in capitals or not. */
        q?: string;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              events: {
                /** Format: uuid */
                id: string;
                provider: string;
                service: string;
                /** @description <service>.<what>, such as gmail.message_received. */
                type: string;
                title: string;
                summary: string | null;
                actor: string | null;
                url: string | null;
                account_id: string | null;
                external_id: string | null;
                /** @description New events are unread. */
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
              }[];
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
        /** @description The event's id. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** Format: uuid */
              id: string;
              provider: string;
              service: string;
              /** @description <service>.<what>, such as gmail.message_received. */
              type: string;
              title: string;
              summary: string | null;
              actor: string | null;
              url: string | null;
              account_id: string | null;
              external_id: string | null;
              /** @description New events are unread. */
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
        /** @description The event's id. */
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The event's new status. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** Format: uuid */
              id: string;
              provider: string;
              service: string;
              /** @description <service>.<what>, such as gmail.message_received. */
              type: string;
              title: string;
              summary: string | null;
              actor: string | null;
              url: string | null;
              account_id: string | null;
              external_id: string | null;
              /** @description New events are unread. */
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
        "application/json": {
          /** @description The events' new status. */
          status: "unread" | "read" | "archived";
          /** @description The events to mark. */
          ids?: string[];
          /** @description Which events to mark, where ids does not name them. */
          filter?: {
            /** @description Only events with this status; left out: unread and read ones. */
            status?: "unread" | "read" | "archived";
            /** @description Only events of this provider, such as google. */
            provider?: string;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description Events whose status has changed. */
              marked: number;
              /** @description Whether the filter may fit further events: send the same with the cursor. */
              remaining: boolean;
              next_cursor: string | null;
            };
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
          "application/json": {
            data: {
              webhook_endpoints: {
                /** Format: uuid */
                id: string;
                /** @description Where to deliver: https, with a host that has public addresses. */
                url: string;
                description: string | null;
                /** @description Types of events; by default all. */
                event_types: string[];
                /** @description Only events of these providers; null for all. */
                providers: string[] | null;
                /** @description Whose events: your own (user), those of your connected accounts, or all. */
                scope: "all" | "user" | "accounts";
                /** @description With the scope accounts: only the events of these accounts; null for all. */
                account_ids: string[] | null;
                enabled: boolean;
                /** @description gone: it responded with 410. failing: no success for three days. */
                disabled_reason: "manual" | "gone" | "failing" | null;
                disabled_at: string | null;
                /** @description Failed attempts in a row. */
                failures: number;
                last_success_at: string | null;
                /** @description The queue is full: new events are not queued, and counted as dropped. */
                is_full: boolean;
                /** @description Events that were not queued. */
                dropped: number;
                /** @description Until then the secret before signs as well. */
                previous_secret_expires_at: string | null;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                updated_at: string;
              }[];
            };
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
        "application/json": {
          /** @description Where to deliver: https, with a host that has public addresses. */
          url: string;
          description?: string | null;
          /** @description Types of events; by default all. */
          event_types?: string[];
          /** @description Only events of these providers; null for all. */
          providers?: string[] | null;
          /** @description Whose events: your own (user), those of your connected accounts, or all. */
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
          "application/json": {
            data: {
              /** Format: uuid */
              id: string;
              /** @description Where to deliver: https, with a host that has public addresses. */
              url: string;
              description: string | null;
              /** @description Types of events; by default all. */
              event_types: string[];
              /** @description Only events of these providers; null for all. */
              providers: string[] | null;
              /** @description Whose events: your own (user), those of your connected accounts, or all. */
              scope: "all" | "user" | "accounts";
              /** @description With the scope accounts: only the events of these accounts; null for all. */
              account_ids: string[] | null;
              enabled: boolean;
              /** @description gone: it responded with 410. failing: no success for three days. */
              disabled_reason: "manual" | "gone" | "failing" | null;
              disabled_at: string | null;
              /** @description Failed attempts in a row. */
              failures: number;
              last_success_at: string | null;
              /** @description The queue is full: new events are not queued, and counted as dropped. */
              is_full: boolean;
              /** @description Events that were not queued. */
              dropped: number;
              /** @description Until then the secret before signs as well. */
              previous_secret_expires_at: string | null;
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              updated_at: string;
              /** @description Verifies the signatures: whsec_ and base64. Never returned again. */
              secret: string;
            };
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
        /** @description The endpoint's id. */
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
          "application/json": {
            data: {
              /** Format: uuid */
              id: string;
              /** @description Where to deliver: https, with a host that has public addresses. */
              url: string;
              description: string | null;
              /** @description Types of events; by default all. */
              event_types: string[];
              /** @description Only events of these providers; null for all. */
              providers: string[] | null;
              /** @description Whose events: your own (user), those of your connected accounts, or all. */
              scope: "all" | "user" | "accounts";
              /** @description With the scope accounts: only the events of these accounts; null for all. */
              account_ids: string[] | null;
              enabled: boolean;
              /** @description gone: it responded with 410. failing: no success for three days. */
              disabled_reason: "manual" | "gone" | "failing" | null;
              disabled_at: string | null;
              /** @description Failed attempts in a row. */
              failures: number;
              last_success_at: string | null;
              /** @description The queue is full: new events are not queued, and counted as dropped. */
              is_full: boolean;
              /** @description Events that were not queued. */
              dropped: number;
              /** @description Until then the secret before signs as well. */
              previous_secret_expires_at: string | null;
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              updated_at: string;
            };
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
        /** @description The endpoint's id. */
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
        /** @description The endpoint's id. */
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Where to deliver: https, with a host that has public addresses. */
          url?: string;
          description?: string | null;
          /** @description Types of events; by default all. */
          event_types?: string[];
          /** @description Only events of these providers; null for all. */
          providers?: string[] | null;
          /** @description Whose events: your own (user), those of your connected accounts, or all. */
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
          "application/json": {
            data: {
              /** Format: uuid */
              id: string;
              /** @description Where to deliver: https, with a host that has public addresses. */
              url: string;
              description: string | null;
              /** @description Types of events; by default all. */
              event_types: string[];
              /** @description Only events of these providers; null for all. */
              providers: string[] | null;
              /** @description Whose events: your own (user), those of your connected accounts, or all. */
              scope: "all" | "user" | "accounts";
              /** @description With the scope accounts: only the events of these accounts; null for all. */
              account_ids: string[] | null;
              enabled: boolean;
              /** @description gone: it responded with 410. failing: no success for three days. */
              disabled_reason: "manual" | "gone" | "failing" | null;
              disabled_at: string | null;
              /** @description Failed attempts in a row. */
              failures: number;
              last_success_at: string | null;
              /** @description The queue is full: new events are not queued, and counted as dropped. */
              is_full: boolean;
              /** @description Events that were not queued. */
              dropped: number;
              /** @description Until then the secret before signs as well. */
              previous_secret_expires_at: string | null;
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              updated_at: string;
            };
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
        /** @description The endpoint's id. */
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
          "application/json": {
            data: {
              /** Format: uuid */
              id: string;
              /** @description Where to deliver: https, with a host that has public addresses. */
              url: string;
              description: string | null;
              /** @description Types of events; by default all. */
              event_types: string[];
              /** @description Only events of these providers; null for all. */
              providers: string[] | null;
              /** @description Whose events: your own (user), those of your connected accounts, or all. */
              scope: "all" | "user" | "accounts";
              /** @description With the scope accounts: only the events of these accounts; null for all. */
              account_ids: string[] | null;
              enabled: boolean;
              /** @description gone: it responded with 410. failing: no success for three days. */
              disabled_reason: "manual" | "gone" | "failing" | null;
              disabled_at: string | null;
              /** @description Failed attempts in a row. */
              failures: number;
              last_success_at: string | null;
              /** @description The queue is full: new events are not queued, and counted as dropped. */
              is_full: boolean;
              /** @description Events that were not queued. */
              dropped: number;
              /** @description Until then the secret before signs as well. */
              previous_secret_expires_at: string | null;
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              updated_at: string;
              /** @description Verifies the signatures: whsec_ and base64. Never returned again. */
              secret: string;
            };
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
        /** @description The endpoint's id. */
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
          "application/json": {
            data: {
              deliveries: {
                /**
                 * Format: uuid
                 * @description The webhook-id.
                 */
                event_id: string;
                type: string;
                state: "pending" | "delivered" | "failed";
                is_test: boolean;
                is_replay: boolean;
                next_attempt_at: string | null;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                updated_at: string;
                /** @description The latest 20, oldest first. */
                attempts: {
                  /** Format: date-time */
                  at: string;
                  status: number | null;
                  duration_ms: number;
                  error: string | null;
                  /** @description The response's first 1,024 bytes, where they are text. */
                  response: string | null;
                }[];
              }[];
              next_cursor: string | null;
            };
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
        /** @description The endpoint's id. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            data: {
              queued: number;
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
        /** @description The endpoint's id. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description As it is shown to others. */
              name: string | null;
              email: string | null;
              avatar_url: string | null;
              /** @description The page where others book a time. */
              scheduling_url: string | null;
              time_zone: string | null;
              organization_id: string | null;
              created_at: string | null;
            };
          };
        };
      };
    };
  };
  calendly_list_event_types: {
    parameters: {
      query?: {
        /** @description Only those that can be booked, or only those that are off. */
        active?: boolean;
        /** @description Those of everybody in the organization, for its owners and admins, in place of the user's own. */
        whole_organization?: boolean;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              event_types: {
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
                questions: {
                  question: string;
                  required: boolean;
                }[];
                /** @description The page where it is booked. */
                url: string | null;
                created_at: string | null;
                updated_at: string | null;
              }[];
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
        /** @description Id of the event type; list_event_types gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              questions: {
                question: string;
                required: boolean;
              }[];
              /** @description The page where it is booked. */
              url: string | null;
              created_at: string | null;
              updated_at: string | null;
            };
          };
        };
      };
    };
  };
  calendly_list_available_times: {
    parameters: {
      query: {
        /** @description Where the span begins, such as 2026-01-31T09:00:00Z; it must lie in the future. */
        from: string;
        /** @description Where the span ends, 31 days later at most. */
        to: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Id of the event type; list_event_types gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              times: {
                /**
                 * Format: date-time
                 * @description For start_time of create_booking.
                 */
                start_time: string;
                /** @description How many can still book it. */
                invitees_remaining: number | null;
                /** @description The page where this time is booked. */
                url: string | null;
              }[];
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
        /** @description Where the span begins, such as 2026-01-31T09:00:00Z. */
        from: string;
        /** @description Where the span ends, 7 days later at most. */
        to: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              busy_times: {
                /** @description calendly for a booked meeting, external for another calendar, reserved. */
                type: string;
                /** Format: date-time */
                start_time: string;
                /** Format: date-time */
                end_time: string;
                /** @description The booked meeting. */
                event_id: string | null;
              }[];
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              schedules: {
                id: string;
                name: string | null;
                is_default: boolean;
                time_zone: string | null;
                rules: {
                  /** @description monday to sunday, for a rule of every week. */
                  weekday: string | null;
                  /** @description For a rule of one day, which wins over its weekday. */
                  date: string | null;
                  /** @description From and to in the time zone, such as 09:00; none means that the day is off. */
                  intervals: {
                    from: string;
                    to: string;
                  }[];
                }[];
              }[];
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
        /** @description Only meetings that start at this time or later, such as 2026-01-31T09:00:00Z. */
        from?: string;
        /** @description Only meetings that start before this time. */
        to?: string;
        /** @description Only meetings that stand, or only cancelled ones. */
        status?: "confirmed" | "cancelled";
        /** @description Only meetings with the person of this email address. */
        invitee_email?: string;
        /** @description Earliest or latest start first. */
        sort?: "asc" | "desc";
        /** @description Those of everybody in the organization, for its owners and admins, in place of the user's own. */
        whole_organization?: boolean;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              events: {
                id: string;
                calendar_id: string;
                title: string;
                /** @description May hold HTML. */
                description: string | null;
                location: string | null;
                start: {
                  date: string | null;
                  date_time: string | null;
                  time_zone: string | null;
                } | null;
                /** @description When it ends; the date of an all-day event is the day after its last. */
                end: {
                  date: string | null;
                  date_time: string | null;
                  time_zone: string | null;
                } | null;
                all_day: boolean;
                /** @description confirmed, tentative or cancelled. */
                status: string;
                organizer: {
                  name: string | null;
                  email: string | null;
                } | null;
                attendees: {
                  email: string | null;
                  name: string | null;
                  /** @description needs_action, declined, tentative or accepted. */
                  response: string;
                  optional: boolean;
                  is_organizer: boolean;
                }[];
                /** @description The series that this is one event of. */
                recurring_event_id: string | null;
                meeting_url: string | null;
                /** @description Opens it in the browser. */
                url: string | null;
                /** @description busy or free; some providers know more, such as tentative. */
                show_as: string;
                created_at: string | null;
                updated_at: string | null;
                /** @description The event type that it was booked by. */
                event_type_id: string | null;
                /** @description physical, zoom_conference, outbound_call and so on. */
                location_kind: string | null;
                /** @description Who booked it. */
                invitees_count: {
                  active: number;
                  total: number;
                  limit: number;
                } | null;
                cancellation: {
                  /** @description Name of who did it. */
                  by: string | null;
                  /** @description host or invitee. */
                  by_type: string | null;
                  reason: string | null;
                  at: string | null;
                } | null;
              }[];
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
        /** @description Id of the meeting; list_events gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              calendar_id: string;
              title: string;
              /** @description May hold HTML. */
              description: string | null;
              location: string | null;
              start: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              /** @description When it ends; the date of an all-day event is the day after its last. */
              end: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              all_day: boolean;
              /** @description confirmed, tentative or cancelled. */
              status: string;
              organizer: {
                name: string | null;
                email: string | null;
              } | null;
              attendees: {
                email: string | null;
                name: string | null;
                /** @description needs_action, declined, tentative or accepted. */
                response: string;
                optional: boolean;
                is_organizer: boolean;
              }[];
              /** @description The series that this is one event of. */
              recurring_event_id: string | null;
              meeting_url: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              /** @description busy or free; some providers know more, such as tentative. */
              show_as: string;
              created_at: string | null;
              updated_at: string | null;
              /** @description The event type that it was booked by. */
              event_type_id: string | null;
              /** @description physical, zoom_conference, outbound_call and so on. */
              location_kind: string | null;
              /** @description Who booked it. */
              invitees_count: {
                active: number;
                total: number;
                limit: number;
              } | null;
              cancellation: {
                /** @description Name of who did it. */
                by: string | null;
                /** @description host or invitee. */
                by_type: string | null;
                reason: string | null;
                at: string | null;
              } | null;
            };
          };
        };
      };
    };
  };
  calendly_list_invitees: {
    parameters: {
      query?: {
        /** @description Only those that stand, or only cancelled ones. */
        status?: "active" | "canceled";
        /** @description Only the person of this email address. */
        email?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Id of the meeting; list_events gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              invitees: {
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
                answers: {
                  question: string;
                  answer: string;
                }[];
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
                cancellation: {
                  /** @description Name of who did it. */
                  by: string | null;
                  /** @description host or invitee. */
                  by_type: string | null;
                  reason: string | null;
                  at: string | null;
                } | null;
                /** @description The page where the invitee cancels. */
                cancel_url: string | null;
                /** @description The page where the invitee picks another time. */
                reschedule_url: string | null;
                created_at: string | null;
                updated_at: string | null;
              }[];
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
        /** @description Id of the meeting; list_events gives it. */
        id: string;
      };
    };
    requestBody?: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              event_id: string;
              /** @description Name of who did it. */
              canceled_by: string | null;
              reason: string | null;
              canceled_at: string | null;
            };
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              answers: {
                question: string;
                answer: string;
              }[];
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
              cancellation: {
                /** @description Name of who did it. */
                by: string | null;
                /** @description host or invitee. */
                by_type: string | null;
                reason: string | null;
                at: string | null;
              } | null;
              /** @description The page where the invitee cancels. */
              cancel_url: string | null;
              /** @description The page where the invitee picks another time. */
              reschedule_url: string | null;
              created_at: string | null;
              updated_at: string | null;
            };
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              guilds: {
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
              }[];
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
        /** @description Server id; list_guilds gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
          };
        };
      };
    };
  };
  discord_list_roles: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Server id; list_guilds gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              roles: {
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
              }[];
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
        /** @description How the name starts. */
        q: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Server id; list_guilds gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              members: {
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
                joined_at: string | null;
              }[];
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Server id; list_guilds gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              channels: {
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
                tags: {
                  id: string;
                  name: string;
                }[];
                /** @description Whether the connected user may read its messages. */
                can_read: boolean;
                /** @description Whether the connected user may write there. */
                can_send: boolean;
                /** Format: date-time */
                created_at: string;
                /** @description Opens it in Discord. */
                url: string;
              }[];
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Server id; list_guilds gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              threads: {
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
                tags: {
                  id: string;
                  name: string;
                }[];
                /** @description Whether the connected user may read its messages. */
                can_read: boolean;
                /** @description Whether the connected user may write there. */
                can_send: boolean;
                /** Format: date-time */
                created_at: string;
                /** @description Opens it in Discord. */
                url: string;
              }[];
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
        /** @description Channel or thread id; list_channels and list_threads give it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              tags: {
                id: string;
                name: string;
              }[];
              /** @description Whether the connected user may read its messages. */
              can_read: boolean;
              /** @description Whether the connected user may write there. */
              can_send: boolean;
              /** Format: date-time */
              created_at: string;
              /** @description Opens it in Discord. */
              url: string;
            };
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
        /** @description Channel or thread id; list_channels and list_threads give it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              tags: {
                id: string;
                name: string;
              }[];
              /** @description Whether the connected user may read its messages. */
              can_read: boolean;
              /** @description Whether the connected user may write there. */
              can_send: boolean;
              /** Format: date-time */
              created_at: string;
              /** @description Opens it in Discord. */
              url: string;
            };
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Channel or thread id; list_channels and list_threads give it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: {
                /** @description Unique within the channel. */
                id: string;
                channel_id: string;
                /** @description Who wrote it; null for some apps. */
                user_id: string | null;
                /** @description In the provider's markup. */
                text: string;
                /** @description The text for people: mentions, links and escapes resolved. */
                plain_text: string;
                /** @description Last change. */
                edited_at: string | null;
                /**
                 * Format: date-time
                 * @description When it was sent.
                 */
                created_at: string;
                /** @description The server. */
                guild_id: string;
                author: {
                  id: string;
                  /** @description As it is shown. */
                  name: string;
                  username: string;
                  avatar_url: string | null;
                  is_bot: boolean;
                };
                /** @description message, reply, command, or what Discord itself reports, such as member_joined. */
                type: string;
                is_pinned: boolean;
                /** @description Empty because Discord hides it from the app, which lacks the Message Content intent. */
                is_content_hidden: boolean;
                attachments: {
                  id: string;
                  filename: string;
                  mime_type: string | null;
                  /** @description Bytes. */
                  size: number | null;
                  /** @description Ends after about a day; read the message again for a new one. */
                  url: string;
                }[];
                embeds: {
                  title: string | null;
                  description: string | null;
                  url: string | null;
                }[];
                reactions: {
                  /** @description An emoji, or name:id of a server's own. */
                  emoji: string;
                  count: number;
                }[];
                /** @description The message that this one answers. */
                reply_to_id: string | null;
                /** @description The thread that hangs on this message. */
                thread_id: string | null;
                /** @description Opens it in Discord. */
                url: string;
              }[];
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
        /** @description Channel or thread id; list_channels and list_threads give it. */
        id: string;
      };
    };
    requestBody?: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description Unique within the channel. */
              id: string;
              channel_id: string;
              /** @description Who wrote it; null for some apps. */
              user_id: string | null;
              /** @description In the provider's markup. */
              text: string;
              /** @description The text for people: mentions, links and escapes resolved. */
              plain_text: string;
              /** @description Last change. */
              edited_at: string | null;
              /**
               * Format: date-time
               * @description When it was sent.
               */
              created_at: string;
              /** @description The server. */
              guild_id: string;
              author: {
                id: string;
                /** @description As it is shown. */
                name: string;
                username: string;
                avatar_url: string | null;
                is_bot: boolean;
              };
              /** @description message, reply, command, or what Discord itself reports, such as member_joined. */
              type: string;
              is_pinned: boolean;
              /** @description Empty because Discord hides it from the app, which lacks the Message Content intent. */
              is_content_hidden: boolean;
              attachments: {
                id: string;
                filename: string;
                mime_type: string | null;
                /** @description Bytes. */
                size: number | null;
                /** @description Ends after about a day; read the message again for a new one. */
                url: string;
              }[];
              embeds: {
                title: string | null;
                description: string | null;
                url: string | null;
              }[];
              reactions: {
                /** @description An emoji, or name:id of a server's own. */
                emoji: string;
                count: number;
              }[];
              /** @description The message that this one answers. */
              reply_to_id: string | null;
              /** @description The thread that hangs on this message. */
              thread_id: string | null;
              /** @description Opens it in Discord. */
              url: string;
            };
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
        /** @description Channel or thread id; list_channels and list_threads give it. */
        id: string;
        /** @description Message id; list_messages gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description Unique within the channel. */
              id: string;
              channel_id: string;
              /** @description Who wrote it; null for some apps. */
              user_id: string | null;
              /** @description In the provider's markup. */
              text: string;
              /** @description The text for people: mentions, links and escapes resolved. */
              plain_text: string;
              /** @description Last change. */
              edited_at: string | null;
              /**
               * Format: date-time
               * @description When it was sent.
               */
              created_at: string;
              /** @description The server. */
              guild_id: string;
              author: {
                id: string;
                /** @description As it is shown. */
                name: string;
                username: string;
                avatar_url: string | null;
                is_bot: boolean;
              };
              /** @description message, reply, command, or what Discord itself reports, such as member_joined. */
              type: string;
              is_pinned: boolean;
              /** @description Empty because Discord hides it from the app, which lacks the Message Content intent. */
              is_content_hidden: boolean;
              attachments: {
                id: string;
                filename: string;
                mime_type: string | null;
                /** @description Bytes. */
                size: number | null;
                /** @description Ends after about a day; read the message again for a new one. */
                url: string;
              }[];
              embeds: {
                title: string | null;
                description: string | null;
                url: string | null;
              }[];
              reactions: {
                /** @description An emoji, or name:id of a server's own. */
                emoji: string;
                count: number;
              }[];
              /** @description The message that this one answers. */
              reply_to_id: string | null;
              /** @description The thread that hangs on this message. */
              thread_id: string | null;
              /** @description Opens it in Discord. */
              url: string;
            };
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
        /** @description Channel or thread id; list_channels and list_threads give it. */
        id: string;
        /** @description Message id; list_messages gives it. */
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
        /** @description Channel or thread id; list_channels and list_threads give it. */
        id: string;
        /** @description Message id; list_messages gives it. */
        message_id: string;
      };
    };
    requestBody: {
      content: {
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Channel or thread id; list_channels and list_threads give it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: {
                /** @description Unique within the channel. */
                id: string;
                channel_id: string;
                /** @description Who wrote it; null for some apps. */
                user_id: string | null;
                /** @description In the provider's markup. */
                text: string;
                /** @description The text for people: mentions, links and escapes resolved. */
                plain_text: string;
                /** @description Last change. */
                edited_at: string | null;
                /**
                 * Format: date-time
                 * @description When it was sent.
                 */
                created_at: string;
                /** @description The server. */
                guild_id: string;
                author: {
                  id: string;
                  /** @description As it is shown. */
                  name: string;
                  username: string;
                  avatar_url: string | null;
                  is_bot: boolean;
                };
                /** @description message, reply, command, or what Discord itself reports, such as member_joined. */
                type: string;
                is_pinned: boolean;
                /** @description Empty because Discord hides it from the app, which lacks the Message Content intent. */
                is_content_hidden: boolean;
                attachments: {
                  id: string;
                  filename: string;
                  mime_type: string | null;
                  /** @description Bytes. */
                  size: number | null;
                  /** @description Ends after about a day; read the message again for a new one. */
                  url: string;
                }[];
                embeds: {
                  title: string | null;
                  description: string | null;
                  url: string | null;
                }[];
                reactions: {
                  /** @description An emoji, or name:id of a server's own. */
                  emoji: string;
                  count: number;
                }[];
                /** @description The message that this one answers. */
                reply_to_id: string | null;
                /** @description The thread that hangs on this message. */
                thread_id: string | null;
                /** @description Opens it in Discord. */
                url: string;
                pinned_at: string | null;
              }[];
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              repos: {
                id: string;
                name: string;
                /** @description owner/name. */
                full_name: string;
                owner: {
                  id: string;
                  login: string;
                  /** @description User, Organization or Bot. */
                  type: string;
                  avatar_url: string;
                } | null;
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
                permissions: {
                  admin: boolean;
                  maintain: boolean;
                  push: boolean;
                  triage: boolean;
                  pull: boolean;
                } | null;
                pushed_at: string | null;
                created_at: string | null;
                updated_at: string | null;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              /** @description owner/name. */
              full_name: string;
              owner: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              } | null;
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
              permissions: {
                admin: boolean;
                maintain: boolean;
                push: boolean;
                triage: boolean;
                pull: boolean;
              } | null;
              pushed_at: string | null;
              created_at: string | null;
              updated_at: string | null;
            };
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              collaborators: {
                id: string;
                /** @description As it is shown to others. */
                name: string | null;
                email: string | null;
                avatar_url: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                role_name: string;
                permissions: {
                  admin: boolean;
                  maintain: boolean;
                  push: boolean;
                  triage: boolean;
                  pull: boolean;
                } | null;
              }[];
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
      };
    };
    requestBody: {
      content: {
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              commits: {
                sha: string;
                message: string;
                author: {
                  name: string | null;
                  email: string | null;
                  login: string | null;
                };
                html_url: string;
                parents: string[];
                authored_at: string | null;
                committed_at: string | null;
              }[];
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
        /** @description Path of the folder; the repository's root unless said. */
        path?: string;
        /** @description Branch, tag or commit to read; the default branch unless said. */
        ref?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              files: {
                name: string;
                path: string;
                /** @description file, dir, symlink or submodule. */
                type: string;
                sha: string;
                /** @description Bytes; 0 for a folder. */
                size: number;
                html_url: string | null;
              }[];
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
        /** @description Path of the file, such as docs/guide.md. */
        path: string;
        /** @description Branch, tag or commit to read; the default branch unless said. */
        ref?: string;
      };
      header?: never;
      path: {
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              mime_type: string;
              /** @description Bytes. */
              size: number;
              encoding: "utf-8" | "base64";
              content: string;
            };
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Path of the file, such as docs/guide.md. */
          path: string;
          /** @description The file's whole new content. */
          content: string;
          /** @description How content is written: utf-8 text, as by default, or bytes in base64. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
          };
        };
      };
    };
  };
  github_list_releases: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              releases: {
                id: string;
                tag_name: string;
                name: string | null;
                body: string | null;
                draft: boolean;
                prerelease: boolean;
                /** @description The branch or commit that the tag is made from. */
                target: string;
                html_url: string;
                author: {
                  id: string;
                  login: string;
                  /** @description User, Organization or Bot. */
                  type: string;
                  avatar_url: string;
                } | null;
                assets: {
                  id: string;
                  name: string;
                  mime_type: string;
                  /** @description Bytes. */
                  size: number;
                  download_count: number;
                  download_url: string;
                }[];
                /** Format: date-time */
                created_at: string;
                published_at: string | null;
              }[];
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
      };
    };
    requestBody: {
      content: {
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
          /** @description Whether it becomes the latest release; legacy decides by date and version. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              tag_name: string;
              name: string | null;
              body: string | null;
              draft: boolean;
              prerelease: boolean;
              /** @description The branch or commit that the tag is made from. */
              target: string;
              html_url: string;
              author: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              } | null;
              assets: {
                id: string;
                name: string;
                mime_type: string;
                /** @description Bytes. */
                size: number;
                download_count: number;
                download_url: string;
              }[];
              /** Format: date-time */
              created_at: string;
              published_at: string | null;
            };
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              tag_name: string;
              name: string | null;
              body: string | null;
              draft: boolean;
              prerelease: boolean;
              /** @description The branch or commit that the tag is made from. */
              target: string;
              html_url: string;
              author: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              } | null;
              assets: {
                id: string;
                name: string;
                mime_type: string;
                /** @description Bytes. */
                size: number;
                download_count: number;
                download_url: string;
              }[];
              /** Format: date-time */
              created_at: string;
              published_at: string | null;
            };
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              issues: {
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
                labels: {
                  id: string | null;
                  name: string;
                  /** @description Six hex digits. */
                  color: string | null;
                  description: string | null;
                }[];
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
                user: {
                  id: string;
                  login: string;
                  /** @description User, Organization or Bot. */
                  type: string;
                  avatar_url: string;
                } | null;
                assignees: {
                  id: string;
                  login: string;
                  /** @description User, Organization or Bot. */
                  type: string;
                  avatar_url: string;
                }[];
                milestone: {
                  number: number;
                  title: string;
                  /** @description open or closed. */
                  state: string;
                  due_on: string | null;
                } | null;
                /** @description Issue type of the organization, such as Bug. */
                type: string | null;
                /** @description How many comments it has. */
                comments: number;
                is_pull_request: boolean;
                /** @description OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE and so on. */
                author_association: string | null;
                closed_at: string | null;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              labels: {
                id: string | null;
                name: string;
                /** @description Six hex digits. */
                color: string | null;
                description: string | null;
              }[];
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
              user: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              } | null;
              assignees: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              }[];
              milestone: {
                number: number;
                title: string;
                /** @description open or closed. */
                state: string;
                due_on: string | null;
              } | null;
              /** @description Issue type of the organization, such as Bug. */
              type: string | null;
              /** @description How many comments it has. */
              comments: number;
              is_pull_request: boolean;
              /** @description OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE and so on. */
              author_association: string | null;
              closed_at: string | null;
            };
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
        /** @description Number of the issue, as in #12; a pull request's number works as well. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              labels: {
                id: string | null;
                name: string;
                /** @description Six hex digits. */
                color: string | null;
                description: string | null;
              }[];
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
              user: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              } | null;
              assignees: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              }[];
              milestone: {
                number: number;
                title: string;
                /** @description open or closed. */
                state: string;
                due_on: string | null;
              } | null;
              /** @description Issue type of the organization, such as Bug. */
              type: string | null;
              /** @description How many comments it has. */
              comments: number;
              is_pull_request: boolean;
              /** @description OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE and so on. */
              author_association: string | null;
              closed_at: string | null;
            };
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
        /** @description Number of the issue, as in #12; a pull request's number works as well. */
        number: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description New title. */
          title?: string;
          /** @description Text in Markdown. */
          body?: string;
          /** @description Number of a milestone, or null for none. */
          milestone?: number | null;
          /** @description Name of an issue type of the organization, or null for none. */
          type?: string | null;
          /** @description Open or close it. */
          state?: "open" | "closed";
          /** @description Why; counts only together with a new state. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              labels: {
                id: string | null;
                name: string;
                /** @description Six hex digits. */
                color: string | null;
                description: string | null;
              }[];
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
              user: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              } | null;
              assignees: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              }[];
              milestone: {
                number: number;
                title: string;
                /** @description open or closed. */
                state: string;
                due_on: string | null;
              } | null;
              /** @description Issue type of the organization, such as Bug. */
              type: string | null;
              /** @description How many comments it has. */
              comments: number;
              is_pull_request: boolean;
              /** @description OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE and so on. */
              author_association: string | null;
              closed_at: string | null;
            };
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
        /** @description Number of the issue, as in #12; a pull request's number works as well. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              comments: {
                id: string;
                /** @description Markdown. */
                body: string;
                user: {
                  id: string;
                  login: string;
                  /** @description User, Organization or Bot. */
                  type: string;
                  avatar_url: string;
                } | null;
                html_url: string;
                /** @description OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE and so on. */
                author_association: string | null;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                updated_at: string;
              }[];
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
        /** @description Number of the issue, as in #12; a pull request's number works as well. */
        number: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Markdown. */
              body: string;
              user: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              } | null;
              html_url: string;
              /** @description OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE and so on. */
              author_association: string | null;
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  github_list_labels: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              labels: {
                id: string | null;
                name: string;
                /** @description Six hex digits. */
                color: string | null;
                description: string | null;
                /** @description Whether GitHub made it. */
                default: boolean;
              }[];
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              pulls: {
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
                head: {
                  /** @description Branch. */
                  ref: string;
                  sha: string;
                  /** @description owner/name; null where the fork is gone. */
                  repository: string | null;
                };
                base: {
                  /** @description Branch. */
                  ref: string;
                  sha: string;
                  /** @description owner/name; null where the fork is gone. */
                  repository: string | null;
                };
                user: {
                  id: string;
                  login: string;
                  /** @description User, Organization or Bot. */
                  type: string;
                  avatar_url: string;
                } | null;
                assignees: {
                  id: string;
                  login: string;
                  /** @description User, Organization or Bot. */
                  type: string;
                  avatar_url: string;
                }[];
                requested_reviewers: {
                  id: string;
                  login: string;
                  /** @description User, Organization or Bot. */
                  type: string;
                  avatar_url: string;
                }[];
                requested_teams: string[];
                labels: {
                  id: string | null;
                  name: string;
                  /** @description Six hex digits. */
                  color: string | null;
                  description: string | null;
                }[];
                milestone: {
                  number: number;
                  title: string;
                  /** @description open or closed. */
                  state: string;
                  due_on: string | null;
                } | null;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                updated_at: string;
                closed_at: string | null;
                merged_at: string | null;
              }[];
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              head: {
                /** @description Branch. */
                ref: string;
                sha: string;
                /** @description owner/name; null where the fork is gone. */
                repository: string | null;
              };
              base: {
                /** @description Branch. */
                ref: string;
                sha: string;
                /** @description owner/name; null where the fork is gone. */
                repository: string | null;
              };
              user: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              } | null;
              assignees: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              }[];
              requested_reviewers: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              }[];
              requested_teams: string[];
              labels: {
                id: string | null;
                name: string;
                /** @description Six hex digits. */
                color: string | null;
                description: string | null;
              }[];
              milestone: {
                number: number;
                title: string;
                /** @description open or closed. */
                state: string;
                due_on: string | null;
              } | null;
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              updated_at: string;
              closed_at: string | null;
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
        /** @description Number of the pull request, as in #12. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              head: {
                /** @description Branch. */
                ref: string;
                sha: string;
                /** @description owner/name; null where the fork is gone. */
                repository: string | null;
              };
              base: {
                /** @description Branch. */
                ref: string;
                sha: string;
                /** @description owner/name; null where the fork is gone. */
                repository: string | null;
              };
              user: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              } | null;
              assignees: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              }[];
              requested_reviewers: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              }[];
              requested_teams: string[];
              labels: {
                id: string | null;
                name: string;
                /** @description Six hex digits. */
                color: string | null;
                description: string | null;
              }[];
              milestone: {
                number: number;
                title: string;
                /** @description open or closed. */
                state: string;
                due_on: string | null;
              } | null;
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              updated_at: string;
              closed_at: string | null;
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
        /** @description Number of the pull request, as in #12. */
        number: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description New title. */
          title?: string;
          /** @description New text in Markdown. */
          body?: string;
          /** @description Open or close it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              head: {
                /** @description Branch. */
                ref: string;
                sha: string;
                /** @description owner/name; null where the fork is gone. */
                repository: string | null;
              };
              base: {
                /** @description Branch. */
                ref: string;
                sha: string;
                /** @description owner/name; null where the fork is gone. */
                repository: string | null;
              };
              user: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              } | null;
              assignees: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              }[];
              requested_reviewers: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              }[];
              requested_teams: string[];
              labels: {
                id: string | null;
                name: string;
                /** @description Six hex digits. */
                color: string | null;
                description: string | null;
              }[];
              milestone: {
                number: number;
                title: string;
                /** @description open or closed. */
                state: string;
                due_on: string | null;
              } | null;
              /** Format: date-time */
              created_at: string;
              /** Format: date-time */
              updated_at: string;
              closed_at: string | null;
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
        /** @description Number of the pull request, as in #12. */
        number: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description How to merge; merge unless said. */
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
        /** @description Number of the pull request, as in #12. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              files: {
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
              }[];
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
        /** @description Number of the pull request, as in #12. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              reviews: {
                id: string;
                /** @description APPROVED, CHANGES_REQUESTED, COMMENTED, DISMISSED or PENDING. */
                state: string;
                /** @description Markdown. */
                body: string;
                user: {
                  id: string;
                  login: string;
                  /** @description User, Organization or Bot. */
                  type: string;
                  avatar_url: string;
                } | null;
                /** @description The commit that was reviewed. */
                commit_sha: string | null;
                html_url: string;
                submitted_at: string | null;
              }[];
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
        /** @description Account that owns the repository: a user or an organization. */
        owner: string;
        /** @description Repository name, without the owner. */
        repo: string;
        /** @description Number of the pull request, as in #12. */
        number: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The verdict; the last two need a body. */
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
            /** @description RIGHT for the new version of the file, LEFT for the old one. */
            side?: "LEFT" | "RIGHT";
            /** @description First line of a remark that spans several. */
            start_line?: number;
            /** @description Side of the first line. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description APPROVED, CHANGES_REQUESTED, COMMENTED, DISMISSED or PENDING. */
              state: string;
              /** @description Markdown. */
              body: string;
              user: {
                id: string;
                login: string;
                /** @description User, Organization or Bot. */
                type: string;
                avatar_url: string;
              } | null;
              /** @description The commit that was reviewed. */
              commit_sha: string | null;
              html_url: string;
              submitted_at: string | null;
            };
          };
        };
      };
    };
  };
  github_search_issues: {
    parameters: {
      query: {
        /** @description Words and qualifiers, such as repo:acme/site is:issue is:open label:bug author:ada; @me is the connected user. */
        q: string;
        /** @description Best match unless said. */
        sort?: "comments" | "reactions" | "interactions" | "created" | "updated";
        /** @description Sort direction; counts only together with sort. */
        order?: "asc" | "desc";
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              issues: {
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
                labels: {
                  id: string | null;
                  name: string;
                  /** @description Six hex digits. */
                  color: string | null;
                  description: string | null;
                }[];
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
                user: {
                  id: string;
                  login: string;
                  /** @description User, Organization or Bot. */
                  type: string;
                  avatar_url: string;
                } | null;
                assignees: {
                  id: string;
                  login: string;
                  /** @description User, Organization or Bot. */
                  type: string;
                  avatar_url: string;
                }[];
                milestone: {
                  number: number;
                  title: string;
                  /** @description open or closed. */
                  state: string;
                  due_on: string | null;
                } | null;
                /** @description Issue type of the organization, such as Bug. */
                type: string | null;
                /** @description How many comments it has. */
                comments: number;
                is_pull_request: boolean;
                /** @description OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE and so on. */
                author_association: string | null;
                closed_at: string | null;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_search_repos: {
    parameters: {
      query: {
        /** @description Words and qualifiers, such as gateway language:typescript stars:>100 user:acme. */
        q: string;
        /** @description Best match unless said. */
        sort?: "stars" | "forks" | "help-wanted-issues" | "updated";
        /** @description Sort direction; counts only together with sort. */
        order?: "asc" | "desc";
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              repos: {
                id: string;
                name: string;
                /** @description owner/name. */
                full_name: string;
                owner: {
                  id: string;
                  login: string;
                  /** @description User, Organization or Bot. */
                  type: string;
                  avatar_url: string;
                } | null;
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
                permissions: {
                  admin: boolean;
                  maintain: boolean;
                  push: boolean;
                  triage: boolean;
                  pull: boolean;
                } | null;
                pushed_at: string | null;
                created_at: string | null;
                updated_at: string | null;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  github_search_code: {
    parameters: {
      query: {
        /** @description At least one plain word, and qualifiers such as repo:acme/site path:src language:go extension:md. */
        q: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              matches: {
                name: string;
                path: string;
                sha: string;
                html_url: string;
                /** @description owner/name. */
                repository: string;
                fragments: string[];
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
          };
        };
      };
    };
  };
  github_list_orgs: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              orgs: {
                id: string;
                login: string;
                description: string | null;
                avatar_url: string;
              }[];
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              notifications: {
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
                last_read_at: string | null;
              }[];
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
        /** @description Gmail search, as in its search box: words, from:ada@example.com, subject:invoice, is:unread, has:attachment, newer_than:7d. */
        q?: string;
        /** @description Only with all of these labels, by label id, such as INBOX, UNREAD, STARRED, SENT. */
        label?: string[];
        /** @description Also look in spam and trash. */
        include_spam_trash?: boolean;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: {
                /** @description The provider's id of the message. */
                id: string;
                /** @description The provider's id of its conversation. */
                thread_id: string;
                subject: string;
                from: {
                  name: string | null;
                  email: string;
                } | null;
                to: {
                  name: string | null;
                  email: string;
                }[];
                cc: {
                  name: string | null;
                  email: string;
                }[];
                bcc: {
                  name: string | null;
                  email: string;
                }[];
                reply_to: {
                  name: string | null;
                  email: string;
                }[];
                /** @description When the mailbox received it. */
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
              }[];
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
        /** @description Id of the message; gmail_list_messages gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description The provider's id of the message. */
              id: string;
              /** @description The provider's id of its conversation. */
              thread_id: string;
              subject: string;
              from: {
                name: string | null;
                email: string;
              } | null;
              to: {
                name: string | null;
                email: string;
              }[];
              cc: {
                name: string | null;
                email: string;
              }[];
              bcc: {
                name: string | null;
                email: string;
              }[];
              reply_to: {
                name: string | null;
                email: string;
              }[];
              /** @description When the mailbox received it. */
              date: string | null;
              /** @description Its first words. */
              snippet: string;
              is_unread: boolean;
              is_draft: boolean;
              /** @description The Message-ID header, as replies name it. */
              message_id_header: string | null;
              body: {
                text: string | null;
                html: string | null;
              };
              attachments: {
                /** @description Names the attachment within its message. */
                id: string;
                filename: string;
                mime_type: string;
                /** @description Bytes. */
                size: number | null;
                /** @description Shown within the HTML body. */
                inline: boolean;
                content_id: string | null;
              }[];
              /** @description Label ids, such as INBOX, UNREAD, STARRED. */
              labels: string[];
              is_starred: boolean;
              /** @description Bytes, estimated by Gmail. */
              size: number | null;
              history_id: string | null;
              in_reply_to: string | null;
              references: string[];
            };
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
        /** @description Id of the message; gmail_list_messages gives it. */
        id: string;
        /** @description Id of the attachment, from the message's `attachments`. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              mime_type: string;
              /** @description Bytes. */
              size: number;
              encoding: "utf-8" | "base64";
              content: string;
            };
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
        /** @description Id of the message; gmail_list_messages gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description The provider's id of the message. */
              id: string;
              /** @description The provider's id of its conversation. */
              thread_id: string;
              /** @description Label ids, such as INBOX, UNREAD, STARRED. */
              labels: string[];
            };
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
        /** @description Id of the message; gmail_list_messages gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description The provider's id of the message. */
              id: string;
              /** @description The provider's id of its conversation. */
              thread_id: string;
              /** @description Label ids, such as INBOX, UNREAD, STARRED. */
              labels: string[];
            };
          };
        };
      };
    };
  };
  google_gmail_list_threads: {
    parameters: {
      query?: {
        /** @description Gmail search, as in its search box: words, from:ada@example.com, subject:invoice, is:unread, has:attachment, newer_than:7d. */
        q?: string;
        /** @description Only with all of these labels, by label id, such as INBOX, UNREAD, STARRED, SENT. */
        label?: string[];
        /** @description Also look in spam and trash. */
        include_spam_trash?: boolean;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
        /** @description Id of the conversation; gmail_list_threads gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              history_id: string | null;
              messages: {
                /** @description The provider's id of the message. */
                id: string;
                /** @description The provider's id of its conversation. */
                thread_id: string;
                subject: string;
                from: {
                  name: string | null;
                  email: string;
                } | null;
                to: {
                  name: string | null;
                  email: string;
                }[];
                cc: {
                  name: string | null;
                  email: string;
                }[];
                bcc: {
                  name: string | null;
                  email: string;
                }[];
                reply_to: {
                  name: string | null;
                  email: string;
                }[];
                /** @description When the mailbox received it. */
                date: string | null;
                /** @description Its first words. */
                snippet: string;
                is_unread: boolean;
                is_draft: boolean;
                /** @description The Message-ID header, as replies name it. */
                message_id_header: string | null;
                body: {
                  text: string | null;
                  html: string | null;
                };
                attachments: {
                  /** @description Names the attachment within its message. */
                  id: string;
                  filename: string;
                  mime_type: string;
                  /** @description Bytes. */
                  size: number | null;
                  /** @description Shown within the HTML body. */
                  inline: boolean;
                  content_id: string | null;
                }[];
                /** @description Label ids, such as INBOX, UNREAD, STARRED. */
                labels: string[];
                is_starred: boolean;
                /** @description Bytes, estimated by Gmail. */
                size: number | null;
                history_id: string | null;
                in_reply_to: string | null;
                references: string[];
              }[];
            };
          };
        };
      };
    };
  };
  google_gmail_list_labels: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              email: string;
              messages_total: number;
              threads_total: number;
              history_id: string | null;
            };
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
          attachments?: {
            /** @description File name. */
            filename: string;
            /** @description Media type, such as application/pdf. */
            mime_type: string;
            /** @description The file's bytes in base64. */
            content: string;
          }[];
          /** @description Sender, one of the mailbox's own send-as addresses; the main one unless given. */
          from?: string;
          /** @description Id of the conversation to put the email in. */
          thread_id?: string;
          /** @description Message-ID header of the mail that this one answers, as `message_id_header` gives it. */
          in_reply_to?: string;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description The provider's id of the message. */
              id: string;
              /** @description The provider's id of its conversation. */
              thread_id: string;
              /** @description Label ids, such as INBOX, UNREAD, STARRED. */
              labels: string[];
            };
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
        /** @description Id of the message to answer; gmail_list_messages gives it. */
        id: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description Body as plain text. */
          text?: string;
          /** @description Body as HTML, beside or instead of the text. */
          html?: string;
          /** @description Files to attach. */
          attachments?: {
            /** @description File name. */
            filename: string;
            /** @description Media type, such as application/pdf. */
            mime_type: string;
            /** @description The file's bytes in base64. */
            content: string;
          }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description The provider's id of the message. */
              id: string;
              /** @description The provider's id of its conversation. */
              thread_id: string;
              /** @description Label ids, such as INBOX, UNREAD, STARRED. */
              labels: string[];
            };
          };
        };
      };
    };
  };
  google_gmail_list_drafts: {
    parameters: {
      query?: {
        /** @description Gmail search, as in its search box. */
        q?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              drafts: {
                id: string;
                message: {
                  /** @description The provider's id of the message. */
                  id: string;
                  /** @description The provider's id of its conversation. */
                  thread_id: string;
                  subject: string;
                  from: {
                    name: string | null;
                    email: string;
                  } | null;
                  to: {
                    name: string | null;
                    email: string;
                  }[];
                  cc: {
                    name: string | null;
                    email: string;
                  }[];
                  bcc: {
                    name: string | null;
                    email: string;
                  }[];
                  reply_to: {
                    name: string | null;
                    email: string;
                  }[];
                  /** @description When the mailbox received it. */
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
              }[];
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
          attachments?: {
            /** @description File name. */
            filename: string;
            /** @description Media type, such as application/pdf. */
            mime_type: string;
            /** @description The file's bytes in base64. */
            content: string;
          }[];
          /** @description Sender, one of the mailbox's own send-as addresses; the main one unless given. */
          from?: string;
          /** @description Id of the conversation to put the email in. */
          thread_id?: string;
          /** @description Message-ID header of the mail that this one answers, as `message_id_header` gives it. */
          in_reply_to?: string;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              message: {
                /** @description The provider's id of the message. */
                id: string;
                /** @description The provider's id of its conversation. */
                thread_id: string;
                /** @description Label ids, such as INBOX, UNREAD, STARRED. */
                labels: string[];
              };
            };
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
        /** @description Id of the draft; gmail_list_drafts gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              message: {
                /** @description The provider's id of the message. */
                id: string;
                /** @description The provider's id of its conversation. */
                thread_id: string;
                subject: string;
                from: {
                  name: string | null;
                  email: string;
                } | null;
                to: {
                  name: string | null;
                  email: string;
                }[];
                cc: {
                  name: string | null;
                  email: string;
                }[];
                bcc: {
                  name: string | null;
                  email: string;
                }[];
                reply_to: {
                  name: string | null;
                  email: string;
                }[];
                /** @description When the mailbox received it. */
                date: string | null;
                /** @description Its first words. */
                snippet: string;
                is_unread: boolean;
                is_draft: boolean;
                /** @description The Message-ID header, as replies name it. */
                message_id_header: string | null;
                body: {
                  text: string | null;
                  html: string | null;
                };
                attachments: {
                  /** @description Names the attachment within its message. */
                  id: string;
                  filename: string;
                  mime_type: string;
                  /** @description Bytes. */
                  size: number | null;
                  /** @description Shown within the HTML body. */
                  inline: boolean;
                  content_id: string | null;
                }[];
                /** @description Label ids, such as INBOX, UNREAD, STARRED. */
                labels: string[];
                is_starred: boolean;
                /** @description Bytes, estimated by Gmail. */
                size: number | null;
                history_id: string | null;
                in_reply_to: string | null;
                references: string[];
              };
            };
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
        /** @description Id of the draft; gmail_list_drafts gives it. */
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
        /** @description Id of the draft; gmail_list_drafts gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description The provider's id of the message. */
              id: string;
              /** @description The provider's id of its conversation. */
              thread_id: string;
              /** @description Label ids, such as INBOX, UNREAD, STARRED. */
              labels: string[];
            };
          };
        };
      };
    };
  };
  google_calendar_list_events: {
    parameters: {
      query?: {
        /** @description Id of the calendar, from calendar_list_calendars; the user's main one unless given. */
        calendar_id?: string;
        /** @description Words in title, notes, place or guests. */
        q?: string;
        /** @description Only events that end after this time: 2026-02-01T00:00:00Z. */
        from?: string;
        /** @description Only events that start before this time. */
        to?: string;
        /** @description IANA zone of the times in the answer. */
        time_zone?: string;
        /** @description Give each event of a series; false gives the series, in no order. */
        expand_recurring?: boolean;
        /** @description Also list cancelled events. */
        show_deleted?: boolean;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              events: {
                id: string;
                calendar_id: string;
                title: string;
                /** @description May hold HTML. */
                description: string | null;
                location: string | null;
                start: {
                  date: string | null;
                  date_time: string | null;
                  time_zone: string | null;
                } | null;
                /** @description When it ends; the date of an all-day event is the day after its last. */
                end: {
                  date: string | null;
                  date_time: string | null;
                  time_zone: string | null;
                } | null;
                all_day: boolean;
                /** @description confirmed, tentative or cancelled. */
                status: string;
                organizer: {
                  name: string | null;
                  email: string | null;
                } | null;
                attendees: {
                  email: string | null;
                  name: string | null;
                  /** @description needs_action, declined, tentative or accepted. */
                  response: string;
                  optional: boolean;
                  is_organizer: boolean;
                  is_self: boolean;
                }[];
                /** @description The series that this is one event of. */
                recurring_event_id: string | null;
                meeting_url: string | null;
                /** @description Opens it in the browser. */
                url: string | null;
                show_as: "busy" | "free";
                created_at: string | null;
                updated_at: string | null;
                /** @description RRULE, EXRULE, RDATE and EXDATE lines (RFC 5545). */
                recurrence: string[];
                visibility: string;
                reminders: {
                  use_default: boolean;
                  overrides: {
                    method: string;
                    minutes: number;
                  }[];
                };
                /** @description default, outOfOffice, focusTime, workingLocation, birthday or fromGmail. */
                type: string;
                etag: string | null;
              }[];
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
        /** @description Whom Google Calendar mails about it: all guests, those without Google Calendar, or nobody (default). */
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
        "application/json": {
          /** @description Title. */
          title: string;
          /** @description When it starts. */
          start: {
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
          /** @description When it ends; for all-day events the day after the last. */
          end: {
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
          /** @description Notes; may hold HTML. */
          description?: string;
          /** @description Place, as text. */
          location?: string;
          /** @description Guests. A change replaces the whole list. */
          attendees?: {
            /**
             * Format: email
             * @description The guest's email address.
             */
            email: string;
            /** @description The guest's name. */
            name?: string;
            /** @description Whether the guest may stay away. */
            optional?: boolean;
            /** @description The guest's answer to the invitation. */
            response?: "needs_action" | "declined" | "tentative" | "accepted";
          }[];
          /** @description Repetition, as lines such as RRULE:FREQ=WEEKLY;COUNT=10 (RFC 5545). */
          recurrence?: string[];
          /** @description Reminders in place of the calendar's own; an empty list means none. */
          reminders?: {
            /** @description How to remind. */
            method: "popup" | "email";
            /** @description Minutes before the start. */
            minutes: number;
          }[];
          /** @description Who sees the details. */
          visibility?: "default" | "public" | "private";
          /** @description Whether the time counts as taken. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              calendar_id: string;
              title: string;
              /** @description May hold HTML. */
              description: string | null;
              location: string | null;
              start: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              /** @description When it ends; the date of an all-day event is the day after its last. */
              end: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              all_day: boolean;
              /** @description confirmed, tentative or cancelled. */
              status: string;
              organizer: {
                name: string | null;
                email: string | null;
              } | null;
              attendees: {
                email: string | null;
                name: string | null;
                /** @description needs_action, declined, tentative or accepted. */
                response: string;
                optional: boolean;
                is_organizer: boolean;
                is_self: boolean;
              }[];
              /** @description The series that this is one event of. */
              recurring_event_id: string | null;
              meeting_url: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              show_as: "busy" | "free";
              created_at: string | null;
              updated_at: string | null;
              /** @description RRULE, EXRULE, RDATE and EXDATE lines (RFC 5545). */
              recurrence: string[];
              visibility: string;
              reminders: {
                use_default: boolean;
                overrides: {
                  method: string;
                  minutes: number;
                }[];
              };
              /** @description default, outOfOffice, focusTime, workingLocation, birthday or fromGmail. */
              type: string;
              etag: string | null;
            };
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
        /** @description IANA zone of the times in the answer. */
        time_zone?: string;
      };
      header?: never;
      path: {
        /** @description Id of the event; calendar_list_events gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              calendar_id: string;
              title: string;
              /** @description May hold HTML. */
              description: string | null;
              location: string | null;
              start: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              /** @description When it ends; the date of an all-day event is the day after its last. */
              end: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              all_day: boolean;
              /** @description confirmed, tentative or cancelled. */
              status: string;
              organizer: {
                name: string | null;
                email: string | null;
              } | null;
              attendees: {
                email: string | null;
                name: string | null;
                /** @description needs_action, declined, tentative or accepted. */
                response: string;
                optional: boolean;
                is_organizer: boolean;
                is_self: boolean;
              }[];
              /** @description The series that this is one event of. */
              recurring_event_id: string | null;
              meeting_url: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              show_as: "busy" | "free";
              created_at: string | null;
              updated_at: string | null;
              /** @description RRULE, EXRULE, RDATE and EXDATE lines (RFC 5545). */
              recurrence: string[];
              visibility: string;
              reminders: {
                use_default: boolean;
                overrides: {
                  method: string;
                  minutes: number;
                }[];
              };
              /** @description default, outOfOffice, focusTime, workingLocation, birthday or fromGmail. */
              type: string;
              etag: string | null;
            };
          };
        };
      };
    };
  };
  google_calendar_update_event: {
    parameters: {
      query?: {
        /** @description Id of the calendar, from calendar_list_calendars; the user's main one unless given. */
        calendar_id?: string;
        /** @description Whom Google Calendar mails about it: all guests, those without Google Calendar, or nobody (default). */
        send_updates?: "all" | "externalOnly" | "none";
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /** @description Id of the event; calendar_list_events gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Title. */
          title?: string;
          /** @description When it starts. */
          start?: {
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
          /** @description When it ends; for all-day events the day after the last. */
          end?: {
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
          /** @description Notes; may hold HTML. */
          description?: string;
          /** @description Place, as text. */
          location?: string;
          /** @description Guests. A change replaces the whole list. */
          attendees?: {
            /**
             * Format: email
             * @description The guest's email address.
             */
            email: string;
            /** @description The guest's name. */
            name?: string;
            /** @description Whether the guest may stay away. */
            optional?: boolean;
            /** @description The guest's answer to the invitation. */
            response?: "needs_action" | "declined" | "tentative" | "accepted";
          }[];
          /** @description Repetition, as lines such as RRULE:FREQ=WEEKLY;COUNT=10 (RFC 5545). */
          recurrence?: string[];
          /** @description Reminders in place of the calendar's own; an empty list means none. */
          reminders?: {
            /** @description How to remind. */
            method: "popup" | "email";
            /** @description Minutes before the start. */
            minutes: number;
          }[];
          /** @description Who sees the details. */
          visibility?: "default" | "public" | "private";
          /** @description Whether the time counts as taken. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              calendar_id: string;
              title: string;
              /** @description May hold HTML. */
              description: string | null;
              location: string | null;
              start: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              /** @description When it ends; the date of an all-day event is the day after its last. */
              end: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              all_day: boolean;
              /** @description confirmed, tentative or cancelled. */
              status: string;
              organizer: {
                name: string | null;
                email: string | null;
              } | null;
              attendees: {
                email: string | null;
                name: string | null;
                /** @description needs_action, declined, tentative or accepted. */
                response: string;
                optional: boolean;
                is_organizer: boolean;
                is_self: boolean;
              }[];
              /** @description The series that this is one event of. */
              recurring_event_id: string | null;
              meeting_url: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              show_as: "busy" | "free";
              created_at: string | null;
              updated_at: string | null;
              /** @description RRULE, EXRULE, RDATE and EXDATE lines (RFC 5545). */
              recurrence: string[];
              visibility: string;
              reminders: {
                use_default: boolean;
                overrides: {
                  method: string;
                  minutes: number;
                }[];
              };
              /** @description default, outOfOffice, focusTime, workingLocation, birthday or fromGmail. */
              type: string;
              etag: string | null;
            };
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
        /** @description Whom Google Calendar mails about it: all guests, those without Google Calendar, or nobody (default). */
        send_updates?: "all" | "externalOnly" | "none";
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /** @description Id of the event; calendar_list_events gives it. */
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              calendars: {
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
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              from: string;
              to: string;
              calendars: {
                id: string;
                busy: {
                  /** Format: date-time */
                  start: string;
                  /** Format: date-time */
                  end: string;
                }[];
                /** @description Why this calendar could not be read, such as notFound. */
                errors: string[];
              }[];
            };
          };
        };
      };
    };
  };
  google_drive_list_files: {
    parameters: {
      query?: {
        /** @description Words to look for in names and contents. */
        q?: string;
        /** @description Only of this type; application/vnd.google-apps.folder gives folders. */
        mime_type?: string;
        /** @description Only what is in this folder, by id; `root` is My Drive. */
        parent_id?: string;
        /** @description Drive's own search language: modifiedTime > '2026-01-01T00:00:00' and starred = true. */
        query?: string;
        /** @description Only what is in the trash. */
        trashed?: boolean;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              files: {
                id: string;
                name: string;
                mime_type: string;
                kind: "file" | "folder" | "google_doc" | "shortcut";
                /** @description Bytes; null where the provider keeps none. */
                size: number | null;
                created_at: string | null;
                modified_at: string | null;
                /** @description Ids of the folders it is in. */
                parents: string[];
                /** @description Opens it in the browser. */
                url: string | null;
                shared: boolean;
                description: string | null;
                modified_by: {
                  name: string | null;
                  email: string | null;
                } | null;
                owners: {
                  name: string | null;
                  email: string | null;
                }[];
                download_url: string | null;
                md5: string | null;
                starred: boolean;
                trashed: boolean;
                /** @description The shared drive it belongs to. */
                drive_id: string | null;
                shortcut_target: {
                  id: string;
                  mime_type: string | null;
                } | null;
                /** @description Types that its content can be exported as. */
                export_formats: string[];
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              mime_type: string;
              kind: "file" | "folder" | "google_doc" | "shortcut";
              /** @description Bytes; null where the provider keeps none. */
              size: number | null;
              created_at: string | null;
              modified_at: string | null;
              /** @description Ids of the folders it is in. */
              parents: string[];
              /** @description Opens it in the browser. */
              url: string | null;
              shared: boolean;
              description: string | null;
              modified_by: {
                name: string | null;
                email: string | null;
              } | null;
              owners: {
                name: string | null;
                email: string | null;
              }[];
              download_url: string | null;
              md5: string | null;
              starred: boolean;
              trashed: boolean;
              /** @description The shared drive it belongs to. */
              drive_id: string | null;
              shortcut_target: {
                id: string;
                mime_type: string | null;
              } | null;
              /** @description Types that its content can be exported as. */
              export_formats: string[];
            };
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
        /** @description Id of the file; drive_list_files gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              mime_type: string;
              kind: "file" | "folder" | "google_doc" | "shortcut";
              /** @description Bytes; null where the provider keeps none. */
              size: number | null;
              created_at: string | null;
              modified_at: string | null;
              /** @description Ids of the folders it is in. */
              parents: string[];
              /** @description Opens it in the browser. */
              url: string | null;
              shared: boolean;
              description: string | null;
              modified_by: {
                name: string | null;
                email: string | null;
              } | null;
              owners: {
                name: string | null;
                email: string | null;
              }[];
              download_url: string | null;
              md5: string | null;
              starred: boolean;
              trashed: boolean;
              /** @description The shared drive it belongs to. */
              drive_id: string | null;
              shortcut_target: {
                id: string;
                mime_type: string | null;
              } | null;
              /** @description Types that its content can be exported as. */
              export_formats: string[];
            };
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
        /** @description Id of the file; drive_list_files gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              mime_type: string;
              kind: "file" | "folder" | "google_doc" | "shortcut";
              /** @description Bytes; null where the provider keeps none. */
              size: number | null;
              created_at: string | null;
              modified_at: string | null;
              /** @description Ids of the folders it is in. */
              parents: string[];
              /** @description Opens it in the browser. */
              url: string | null;
              shared: boolean;
              description: string | null;
              modified_by: {
                name: string | null;
                email: string | null;
              } | null;
              owners: {
                name: string | null;
                email: string | null;
              }[];
              download_url: string | null;
              md5: string | null;
              starred: boolean;
              trashed: boolean;
              /** @description The shared drive it belongs to. */
              drive_id: string | null;
              shortcut_target: {
                id: string;
                mime_type: string | null;
              } | null;
              /** @description Types that its content can be exported as. */
              export_formats: string[];
            };
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
        /** @description Id of the file; drive_list_files gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              mime_type: string;
              /** @description Bytes. */
              size: number;
              encoding: "utf-8" | "base64";
              content: string;
            };
          };
          "application/octet-stream": string;
        };
      };
    };
  };
  google_drive_export_file: {
    parameters: {
      query: {
        /** @description Media type to export as, such as application/pdf; the file's `export_formats` lists what it can be. */
        mime_type: string;
      };
      header?: never;
      path: {
        /** @description Id of the file; drive_list_files gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              mime_type: string;
              /** @description Bytes. */
              size: number;
              encoding: "utf-8" | "base64";
              content: string;
            };
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
        properties?: string;
        /** @description Only contacts at this lifecycle stage, such as lead. */
        lifecycle_stage?: string;
        /** @description Only contacts of this company. */
        company_id?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              contacts: {
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
                created_at: string | null;
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
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              created_at: string | null;
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
          };
        };
      };
    };
  };
  hubspot_get_contact: {
    parameters: {
      query?: {
        /** @description Further properties to read, custom ones too: HubSpot's internal names, separated by commas. */
        properties?: string;
      };
      header?: never;
      path: {
        /** @description Id of the contact, from list_contacts, or its email address. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              created_at: string | null;
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
        /** @description Id of the contact, from list_contacts, or its email address. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              created_at: string | null;
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
        properties?: string;
        /** @description Only the company of this domain. */
        domain?: string;
        /** @description Only companies of this contact. */
        contact_id?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              companies: {
                id: string;
                /** @description Who is responsible; list_owners has the names. */
                owner_id: string | null;
                archived: boolean;
                /** @description Opens it in the browser. */
                url: string | null;
                created_at: string | null;
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
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Who is responsible; list_owners has the names. */
              owner_id: string | null;
              archived: boolean;
              /** @description Opens it in the browser. */
              url: string | null;
              created_at: string | null;
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
          };
        };
      };
    };
  };
  hubspot_get_company: {
    parameters: {
      query?: {
        /** @description Further properties to read, custom ones too: HubSpot's internal names, separated by commas. */
        properties?: string;
      };
      header?: never;
      path: {
        /** @description Id of the company; list_companies gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Who is responsible; list_owners has the names. */
              owner_id: string | null;
              archived: boolean;
              /** @description Opens it in the browser. */
              url: string | null;
              created_at: string | null;
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
        /** @description Id of the company; list_companies gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Who is responsible; list_owners has the names. */
              owner_id: string | null;
              archived: boolean;
              /** @description Opens it in the browser. */
              url: string | null;
              created_at: string | null;
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
        properties?: string;
        /** @description Only deals in this pipeline. */
        pipeline_id?: string;
        /** @description Only deals in this stage. */
        stage_id?: string;
        /** @description Only deals of this contact. */
        contact_id?: string;
        /** @description Only deals of this company. */
        company_id?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              deals: {
                id: string;
                /** @description Who is responsible; list_owners has the names. */
                owner_id: string | null;
                archived: boolean;
                /** @description Opens it in the browser. */
                url: string | null;
                created_at: string | null;
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
                /** @description When it was or should be closed. */
                close_date: string | null;
                description: string | null;
                /** @description Won or lost; null where HubSpot does not say. */
                is_closed: boolean | null;
                /** @description Null where HubSpot does not say. */
                is_won: boolean | null;
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Who is responsible; list_owners has the names. */
              owner_id: string | null;
              archived: boolean;
              /** @description Opens it in the browser. */
              url: string | null;
              created_at: string | null;
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
              /** @description When it was or should be closed. */
              close_date: string | null;
              description: string | null;
              /** @description Won or lost; null where HubSpot does not say. */
              is_closed: boolean | null;
              /** @description Null where HubSpot does not say. */
              is_won: boolean | null;
            };
          };
        };
      };
    };
  };
  hubspot_get_deal: {
    parameters: {
      query?: {
        /** @description Further properties to read, custom ones too: HubSpot's internal names, separated by commas. */
        properties?: string;
      };
      header?: never;
      path: {
        /** @description Id of the deal; list_deals gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Who is responsible; list_owners has the names. */
              owner_id: string | null;
              archived: boolean;
              /** @description Opens it in the browser. */
              url: string | null;
              created_at: string | null;
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
              /** @description When it was or should be closed. */
              close_date: string | null;
              description: string | null;
              /** @description Won or lost; null where HubSpot does not say. */
              is_closed: boolean | null;
              /** @description Null where HubSpot does not say. */
              is_won: boolean | null;
            };
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
        /** @description Id of the deal; list_deals gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Who is responsible; list_owners has the names. */
              owner_id: string | null;
              archived: boolean;
              /** @description Opens it in the browser. */
              url: string | null;
              created_at: string | null;
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
              /** @description When it was or should be closed. */
              close_date: string | null;
              description: string | null;
              /** @description Won or lost; null where HubSpot does not say. */
              is_closed: boolean | null;
              /** @description Null where HubSpot does not say. */
              is_won: boolean | null;
            };
          };
        };
      };
    };
  };
  hubspot_list_deal_pipelines: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              pipelines: {
                id: string;
                name: string;
                archived: boolean;
                /** @description In their order. */
                stages: {
                  id: string;
                  name: string;
                  archived: boolean;
                  /** @description What is there is done with. */
                  is_closed: boolean;
                  /** @description Of winning a deal there, from 0 to 1. */
                  probability: number | null;
                }[];
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
        properties?: string;
        /** @description Only tickets in this pipeline. */
        pipeline_id?: string;
        /** @description Only tickets in this stage. */
        stage_id?: string;
        /** @description Only tickets of this contact. */
        contact_id?: string;
        /** @description Only tickets of this company. */
        company_id?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              tickets: {
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
                created_at: string | null;
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
              }[];
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
        "application/json": {
          /** @description What it is about, in a line. */
          title: string;
          /** @description Id of a stage of the pipeline; list_ticket_pipelines gives it. */
          stage_id: string;
          /** @description Id of the pipeline; the account's default one unless said. */
          pipeline_id?: string;
          /** @description The matter, as plain text. */
          body?: string;
          /** @description How urgent it is. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              created_at: string | null;
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
          };
        };
      };
    };
  };
  hubspot_list_ticket_pipelines: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              pipelines: {
                id: string;
                name: string;
                archived: boolean;
                /** @description In their order. */
                stages: {
                  id: string;
                  name: string;
                  archived: boolean;
                  /** @description What is there is done with. */
                  is_closed: boolean;
                  /** @description Of winning a deal there, from 0 to 1. */
                  probability: number | null;
                }[];
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              text: string | null;
              owner_id: string | null;
              occurred_at: string | null;
              created_at: string | null;
              updated_at: string | null;
            };
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
          /** @description How urgent it is. */
          priority?: "NONE" | "LOW" | "MEDIUM" | "HIGH";
          /** @description What sort of task it is; TODO unless said. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              created_at: string | null;
              updated_at: string | null;
              due_at: string | null;
              /** @description NONE, LOW, MEDIUM or HIGH. */
              priority: string | null;
              /** @description TODO, CALL or EMAIL. */
              type: string | null;
              owner_id: string | null;
            };
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              owners: {
                id: string;
                /** @description As it is shown to others. */
                name: string | null;
                email: string | null;
                avatar_url: string | null;
                /** @description Their id as a user, which is another. */
                user_id: string | null;
                teams: {
                  id: string;
                  name: string;
                }[];
                archived: boolean;
              }[];
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
        /** @description Words in the title, description or comments. */
        q?: string;
        /** @description Key of the project, such as ENG, or its id. */
        project?: string;
        /** @description Name of the status, such as In Review. */
        status?: string;
        /** @description How far along, whatever the status is called. */
        status_category?: "to_do" | "in_progress" | "done";
        /** @description Name of the issue type, such as Bug. */
        type?: string;
        /** @description Who works on it: an account id (find_users gives it), me, or none for nobody. */
        assignee?: string;
        /** @description Who reported it: an account id (find_users gives it), me, or none for nobody. */
        reporter?: string;
        /** @description A label, without spaces. */
        label?: string;
        /** @description Only what was changed at this time or later: ISO 8601, a day, or -12h, -7d. */
        updated_since?: string;
        /** @description A query in JQL in place of all else; it must bound the search, such as project = ENG. */
        jql?: string;
        /** @description Custom fields to show as well, such as customfield_10016; list_issue_fields gives the ids. */
        custom_fields?: string[];
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              issues: {
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
                created_at: string | null;
                updated_at: string | null;
                status: {
                  id: string;
                  name: string;
                  /** @description to_do, in_progress or done. */
                  category: string;
                };
                type: {
                  id: string;
                  name: string;
                  is_subtask: boolean;
                };
                priority: {
                  id: string;
                  name: string;
                } | null;
                project: {
                  id: string;
                  key: string;
                  name: string | null;
                };
                assignee: {
                  id: string;
                  name: string | null;
                } | null;
                reporter: {
                  id: string;
                  name: string | null;
                } | null;
                creator: {
                  id: string;
                  name: string | null;
                } | null;
                components: {
                  id: string;
                  name: string;
                }[];
                fix_versions: {
                  id: string;
                  name: string;
                }[];
                parent: {
                  id: string;
                  key: string;
                  title: string | null;
                } | null;
                /** @description A day, such as 2026-01-31. */
                due_date: string | null;
                resolution: string | null;
                resolved_at: string | null;
                /** @description Custom fields that were asked for, by id; rich text as Markdown. */
                custom: {
                  [key: string]: unknown;
                };
              }[];
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
          /** @description A day, such as 2026-01-31; null for none. */
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
        /** @description Key of the issue, such as ENG-7, or its id. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              created_at: string | null;
              updated_at: string | null;
              status: {
                id: string;
                name: string;
                /** @description to_do, in_progress or done. */
                category: string;
              };
              type: {
                id: string;
                name: string;
                is_subtask: boolean;
              };
              priority: {
                id: string;
                name: string;
              } | null;
              project: {
                id: string;
                key: string;
                name: string | null;
              };
              assignee: {
                id: string;
                name: string | null;
              } | null;
              reporter: {
                id: string;
                name: string | null;
              } | null;
              creator: {
                id: string;
                name: string | null;
              } | null;
              components: {
                id: string;
                name: string;
              }[];
              fix_versions: {
                id: string;
                name: string;
              }[];
              parent: {
                id: string;
                key: string;
                title: string | null;
              } | null;
              /** @description A day, such as 2026-01-31. */
              due_date: string | null;
              resolution: string | null;
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
          };
        };
      };
    };
  };
  jira_delete_issue: {
    parameters: {
      query: {
        /** @description Delete its sub-tasks as well; false unless said. */
        with_subtasks: boolean;
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /** @description Key of the issue, such as ENG-7, or its id. */
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
        /** @description Key of the issue, such as ENG-7, or its id. */
        key: string;
      };
    };
    requestBody: {
      content: {
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
          /** @description A day, such as 2026-01-31; null for none. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              created_at: string | null;
              updated_at: string | null;
              status: {
                id: string;
                name: string;
                /** @description to_do, in_progress or done. */
                category: string;
              };
              type: {
                id: string;
                name: string;
                is_subtask: boolean;
              };
              priority: {
                id: string;
                name: string;
              } | null;
              project: {
                id: string;
                key: string;
                name: string | null;
              };
              assignee: {
                id: string;
                name: string | null;
              } | null;
              reporter: {
                id: string;
                name: string | null;
              } | null;
              creator: {
                id: string;
                name: string | null;
              } | null;
              components: {
                id: string;
                name: string;
              }[];
              fix_versions: {
                id: string;
                name: string;
              }[];
              parent: {
                id: string;
                key: string;
                title: string | null;
              } | null;
              /** @description A day, such as 2026-01-31. */
              due_date: string | null;
              resolution: string | null;
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
          };
        };
      };
    };
  };
  jira_list_transitions: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Key of the issue, such as ENG-7, or its id. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              transitions: {
                id: string;
                /** @description What the step is called in the workflow. */
                name: string;
                to: {
                  id: string;
                  name: string;
                  /** @description to_do, in_progress or done. */
                  category: string;
                };
                /** @description Jira may ask for fields, such as a resolution. */
                has_screen: boolean;
              }[];
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
        /** @description Key of the issue, such as ENG-7, or its id. */
        key: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description What the step is called in the workflow. */
              name: string;
              to: {
                id: string;
                name: string;
                /** @description to_do, in_progress or done. */
                category: string;
              };
              /** @description Jira may ask for fields, such as a resolution. */
              has_screen: boolean;
            };
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Key of the issue, such as ENG-7, or its id. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              comments: {
                id: string;
                author: {
                  id: string;
                  name: string | null;
                } | null;
                updated_by: {
                  id: string;
                  name: string | null;
                } | null;
                /** @description Markdown. */
                body: string | null;
                /** @description The comment in Jira's own format. */
                body_adf: {
                  [key: string]: unknown;
                } | null;
                visibility: {
                  /** @description role or group. */
                  type: string;
                  name: string | null;
                } | null;
                /** @description Opens it in the browser. */
                url: string | null;
                created_at: string | null;
                updated_at: string | null;
              }[];
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
        /** @description Key of the issue, such as ENG-7, or its id. */
        key: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The comment as Markdown. */
          body: string;
          /** @description Show it to these people alone. */
          visible_to?: {
            /** @description What the name is of: a role within the project, or a group. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              author: {
                id: string;
                name: string | null;
              } | null;
              updated_by: {
                id: string;
                name: string | null;
              } | null;
              /** @description Markdown. */
              body: string | null;
              /** @description The comment in Jira's own format. */
              body_adf: {
                [key: string]: unknown;
              } | null;
              visibility: {
                /** @description role or group. */
                type: string;
                name: string | null;
              } | null;
              /** @description Opens it in the browser. */
              url: string | null;
              created_at: string | null;
              updated_at: string | null;
            };
          };
        };
      };
    };
  };
  jira_list_projects: {
    parameters: {
      query?: {
        /** @description Part of the name or key. */
        q?: string;
        /** @description Only projects of this type. */
        type?: "software" | "service_desk" | "business";
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              projects: {
                id: string;
                key: string;
                name: string;
                description: string | null;
                /** @description software, service_desk or business. */
                type: string | null;
                is_team_managed: boolean;
                is_archived: boolean;
                lead: {
                  id: string;
                  name: string | null;
                } | null;
                issue_types: {
                  id: string;
                  name: string;
                  is_subtask: boolean;
                }[];
                /** @description Opens it in the browser. */
                url: string | null;
              }[];
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Key of the project, such as ENG, or its id. */
        project: string;
        /** @description Id of the issue type; list_projects gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              fields: {
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
                allowed_values: {
                  id: string | null;
                  name: string | null;
                }[] | null;
              }[];
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
        /** @description Start of a name or an email address. */
        q?: string;
        /** @description Only people to whom this project's issues can be assigned. */
        project?: string;
        /** @description Only people to whom this issue can be assigned. */
        issue?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              users: {
                id: string;
                /** @description As it is shown to others. */
                name: string | null;
                email: string | null;
                avatar_url: string | null;
                is_active: boolean;
                /** @description atlassian, app or customer. */
                type: string | null;
                time_zone: string | null;
              }[];
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
        /** @description Key of a team, such as ENG, or its id. */
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
        /** @description Newest or last changed first; created unless said. */
        sort?: "created" | "updated";
        /** @description Whether archived issues are listed as well. */
        include_archived?: boolean;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              issues: {
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
                labels: {
                  id: string;
                  name: string;
                  color: string | null;
                }[];
                /** @description Opens it in the browser. */
                url: string | null;
                created_at: string | null;
                updated_at: string | null;
                state_id: string;
                /** @description triage, backlog, unstarted, started, completed, canceled, duplicate. */
                state_type: string;
                team: {
                  id: string;
                  key: string;
                  name: string;
                } | null;
                assignee: {
                  id: string;
                  /** @description As it is shown to others. */
                  name: string | null;
                  email: string | null;
                  avatar_url: string | null;
                  /** @description The short name, as in @ada. */
                  display_name: string | null;
                } | null;
                creator: {
                  id: string;
                  /** @description As it is shown to others. */
                  name: string | null;
                  email: string | null;
                  avatar_url: string | null;
                  /** @description The short name, as in @ada. */
                  display_name: string | null;
                } | null;
                /** @description 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
                priority: number;
                priority_label: string | null;
                /** @description In the team's own scale. */
                estimate: number | null;
                /** @description A day: 2026-01-31. */
                due_date: string | null;
                project: {
                  id: string;
                  name: string;
                } | null;
                cycle: {
                  id: string;
                  number: number;
                  name: string | null;
                } | null;
                parent: {
                  id: string;
                  key: string;
                  title: string;
                } | null;
                /** @description What Linear suggests to call a Git branch for it. */
                branch_name: string | null;
                started_at: string | null;
                completed_at: string | null;
                canceled_at: string | null;
                archived_at: string | null;
                is_trashed: boolean;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
          /** @description Day it is due, such as 2026-01-31, or null for none. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              labels: {
                id: string;
                name: string;
                color: string | null;
              }[];
              /** @description Opens it in the browser. */
              url: string | null;
              created_at: string | null;
              updated_at: string | null;
              state_id: string;
              /** @description triage, backlog, unstarted, started, completed, canceled, duplicate. */
              state_type: string;
              team: {
                id: string;
                key: string;
                name: string;
              } | null;
              assignee: {
                id: string;
                /** @description As it is shown to others. */
                name: string | null;
                email: string | null;
                avatar_url: string | null;
                /** @description The short name, as in @ada. */
                display_name: string | null;
              } | null;
              creator: {
                id: string;
                /** @description As it is shown to others. */
                name: string | null;
                email: string | null;
                avatar_url: string | null;
                /** @description The short name, as in @ada. */
                display_name: string | null;
              } | null;
              /** @description 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
              priority: number;
              priority_label: string | null;
              /** @description In the team's own scale. */
              estimate: number | null;
              /** @description A day: 2026-01-31. */
              due_date: string | null;
              project: {
                id: string;
                name: string;
              } | null;
              cycle: {
                id: string;
                number: number;
                name: string | null;
              } | null;
              parent: {
                id: string;
                key: string;
                title: string;
              } | null;
              /** @description What Linear suggests to call a Git branch for it. */
              branch_name: string | null;
              started_at: string | null;
              completed_at: string | null;
              canceled_at: string | null;
              archived_at: string | null;
              is_trashed: boolean;
            };
          };
        };
      };
    };
  };
  linear_search_issues: {
    parameters: {
      query: {
        /** @description Words to search for. */
        q: string;
        /** @description Key of a team, such as ENG, or its id. */
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
        /** @description Whether comments are searched as well. */
        include_comments?: boolean;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              issues: {
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
                labels: {
                  id: string;
                  name: string;
                  color: string | null;
                }[];
                /** @description Opens it in the browser. */
                url: string | null;
                created_at: string | null;
                updated_at: string | null;
                state_id: string;
                /** @description triage, backlog, unstarted, started, completed, canceled, duplicate. */
                state_type: string;
                team: {
                  id: string;
                  key: string;
                  name: string;
                } | null;
                assignee: {
                  id: string;
                  /** @description As it is shown to others. */
                  name: string | null;
                  email: string | null;
                  avatar_url: string | null;
                  /** @description The short name, as in @ada. */
                  display_name: string | null;
                } | null;
                creator: {
                  id: string;
                  /** @description As it is shown to others. */
                  name: string | null;
                  email: string | null;
                  avatar_url: string | null;
                  /** @description The short name, as in @ada. */
                  display_name: string | null;
                } | null;
                /** @description 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
                priority: number;
                priority_label: string | null;
                /** @description In the team's own scale. */
                estimate: number | null;
                /** @description A day: 2026-01-31. */
                due_date: string | null;
                project: {
                  id: string;
                  name: string;
                } | null;
                cycle: {
                  id: string;
                  number: number;
                  name: string | null;
                } | null;
                parent: {
                  id: string;
                  key: string;
                  title: string;
                } | null;
                /** @description What Linear suggests to call a Git branch for it. */
                branch_name: string | null;
                started_at: string | null;
                completed_at: string | null;
                canceled_at: string | null;
                archived_at: string | null;
                is_trashed: boolean;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
        /** @description The issue's identifier, such as ENG-12, or its id. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              labels: {
                id: string;
                name: string;
                color: string | null;
              }[];
              /** @description Opens it in the browser. */
              url: string | null;
              created_at: string | null;
              updated_at: string | null;
              state_id: string;
              /** @description triage, backlog, unstarted, started, completed, canceled, duplicate. */
              state_type: string;
              team: {
                id: string;
                key: string;
                name: string;
              } | null;
              assignee: {
                id: string;
                /** @description As it is shown to others. */
                name: string | null;
                email: string | null;
                avatar_url: string | null;
                /** @description The short name, as in @ada. */
                display_name: string | null;
              } | null;
              creator: {
                id: string;
                /** @description As it is shown to others. */
                name: string | null;
                email: string | null;
                avatar_url: string | null;
                /** @description The short name, as in @ada. */
                display_name: string | null;
              } | null;
              /** @description 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
              priority: number;
              priority_label: string | null;
              /** @description In the team's own scale. */
              estimate: number | null;
              /** @description A day: 2026-01-31. */
              due_date: string | null;
              project: {
                id: string;
                name: string;
              } | null;
              cycle: {
                id: string;
                number: number;
                name: string | null;
              } | null;
              parent: {
                id: string;
                key: string;
                title: string;
              } | null;
              /** @description What Linear suggests to call a Git branch for it. */
              branch_name: string | null;
              started_at: string | null;
              completed_at: string | null;
              canceled_at: string | null;
              archived_at: string | null;
              is_trashed: boolean;
            };
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
        /** @description The issue's identifier, such as ENG-12, or its id. */
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
        /** @description The issue's identifier, such as ENG-12, or its id. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          /** @description Day it is due, such as 2026-01-31, or null for none. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              labels: {
                id: string;
                name: string;
                color: string | null;
              }[];
              /** @description Opens it in the browser. */
              url: string | null;
              created_at: string | null;
              updated_at: string | null;
              state_id: string;
              /** @description triage, backlog, unstarted, started, completed, canceled, duplicate. */
              state_type: string;
              team: {
                id: string;
                key: string;
                name: string;
              } | null;
              assignee: {
                id: string;
                /** @description As it is shown to others. */
                name: string | null;
                email: string | null;
                avatar_url: string | null;
                /** @description The short name, as in @ada. */
                display_name: string | null;
              } | null;
              creator: {
                id: string;
                /** @description As it is shown to others. */
                name: string | null;
                email: string | null;
                avatar_url: string | null;
                /** @description The short name, as in @ada. */
                display_name: string | null;
              } | null;
              /** @description 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
              priority: number;
              priority_label: string | null;
              /** @description In the team's own scale. */
              estimate: number | null;
              /** @description A day: 2026-01-31. */
              due_date: string | null;
              project: {
                id: string;
                name: string;
              } | null;
              cycle: {
                id: string;
                number: number;
                name: string | null;
              } | null;
              parent: {
                id: string;
                key: string;
                title: string;
              } | null;
              /** @description What Linear suggests to call a Git branch for it. */
              branch_name: string | null;
              started_at: string | null;
              completed_at: string | null;
              canceled_at: string | null;
              archived_at: string | null;
              is_trashed: boolean;
            };
          };
        };
      };
    };
  };
  linear_list_comments: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description The issue's identifier, such as ENG-12, or its id. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              comments: {
                id: string;
                /** @description Markdown. */
                body: string;
                user: {
                  id: string;
                  /** @description As it is shown to others. */
                  name: string | null;
                  email: string | null;
                  avatar_url: string | null;
                  /** @description The short name, as in @ada. */
                  display_name: string | null;
                } | null;
                /** @description The integration that wrote it, where no person did. */
                bot_name: string | null;
                issue_key: string | null;
                /** @description The comment that it answers. */
                parent_id: string | null;
                /** @description Opens it in the browser. */
                url: string | null;
                created_at: string | null;
                updated_at: string | null;
                edited_at: string | null;
                resolved_at: string | null;
              }[];
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
        /** @description The issue's identifier, such as ENG-12, or its id. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Markdown. */
              body: string;
              user: {
                id: string;
                /** @description As it is shown to others. */
                name: string | null;
                email: string | null;
                avatar_url: string | null;
                /** @description The short name, as in @ada. */
                display_name: string | null;
              } | null;
              /** @description The integration that wrote it, where no person did. */
              bot_name: string | null;
              issue_key: string | null;
              /** @description The comment that it answers. */
              parent_id: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              created_at: string | null;
              updated_at: string | null;
              edited_at: string | null;
              resolved_at: string | null;
            };
          };
        };
      };
    };
  };
  linear_list_teams: {
    parameters: {
      query?: {
        /** @description Words in the team's name. */
        q?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              teams: {
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
                  starts_at: string | null;
                  ends_at: string | null;
                } | null;
              }[];
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
        /** @description Words in the label's name. */
        q?: string;
        /** @description Key of a team, such as ENG, or its id. */
        team?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
                color: string | null;
                description: string | null;
                /** @description A group is not put on issues, its labels are. */
                is_group: boolean;
                /** @description Null for a label of the whole workspace. */
                team: {
                  id: string;
                  key: string;
                  name: string;
                } | null;
              }[];
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
        /** @description Words in the project's name. */
        q?: string;
        /** @description Key of a team, such as ENG, or its id. */
        team?: string;
        /** @description Only projects that stand so. */
        status_type?: "backlog" | "planned" | "started" | "paused" | "completed" | "canceled";
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              projects: {
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
                lead: {
                  id: string;
                  /** @description As it is shown to others. */
                  name: string | null;
                  email: string | null;
                  avatar_url: string | null;
                  /** @description The short name, as in @ada. */
                  display_name: string | null;
                } | null;
                /** @description At most 10. */
                teams: {
                  id: string;
                  key: string;
                  name: string;
                }[];
                /** @description A day. */
                start_date: string | null;
                /** @description A day. */
                target_date: string | null;
                created_at: string | null;
                updated_at: string | null;
              }[];
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
        /** @description Part of a name or of an email address. */
        q?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              users: {
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
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
          };
        };
      };
    };
  };
  linkedin_list_posts: {
    parameters: {
      query: {
        /** @description The company page; list_organizations gives its id. */
        organization_id: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              posts: {
                id: string;
                /** @description urn:li:organization:… or urn:li:person:…. */
                author_id: string | null;
                /** @description Plain text; hashtags and mentions by their words. */
                text: string;
                /** @description public, connections, logged_in or container. */
                visibility: string | null;
                /** @description published, draft, publish_requested or publish_failed. */
                state: string | null;
                content: {
                  /** @description article (a link), media, multi_image, poll or another of LinkedIn's. */
                  type: string;
                  /** @description Where a link leads. */
                  url: string | null;
                  title: string | null;
                  /** @description Pictures, videos and documents. */
                  media_ids: string[];
                } | null;
                /** @description The post that this one shares again. */
                reshare_of: string | null;
                created_at: string | null;
                updated_at: string | null;
                published_at: string | null;
                /** @description Opens it in the browser. */
                url: string;
              }[];
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
        "application/json": {
          /** @description Plain text. A word behind # becomes a hashtag; nothing else is markup. */
          text: string;
          /** @description Write as this company page in place of the member; list_organizations gives its id. */
          organization_id?: string;
          /**
           * @description Who may see it; connections is for posts of members alone.
           * @default public
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
        /** @description Id of the post, urn:li:share:… or urn:li:ugcPost:…; create_post and list_posts give it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description urn:li:organization:… or urn:li:person:…. */
              author_id: string | null;
              /** @description Plain text; hashtags and mentions by their words. */
              text: string;
              /** @description public, connections, logged_in or container. */
              visibility: string | null;
              /** @description published, draft, publish_requested or publish_failed. */
              state: string | null;
              content: {
                /** @description article (a link), media, multi_image, poll or another of LinkedIn's. */
                type: string;
                /** @description Where a link leads. */
                url: string | null;
                title: string | null;
                /** @description Pictures, videos and documents. */
                media_ids: string[];
              } | null;
              /** @description The post that this one shares again. */
              reshare_of: string | null;
              created_at: string | null;
              updated_at: string | null;
              published_at: string | null;
              /** @description Opens it in the browser. */
              url: string;
            };
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
        /** @description Id of the post, urn:li:share:… or urn:li:ugcPost:…; create_post and list_posts give it. */
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
        /** @description Id of the post, urn:li:share:… or urn:li:ugcPost:…; create_post and list_posts give it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
        "application/json": {
          /** @description The bytes in base64. */
          content: string;
          /** @description What kind of picture it is. */
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Id of the post, urn:li:share:… or urn:li:ugcPost:…; create_post and list_posts give it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              comments: {
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
                created_at: string | null;
                updated_at: string | null;
              }[];
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
        /** @description Id of the post, urn:li:share:… or urn:li:ugcPost:…; create_post and list_posts give it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
        /** @description Id of the post, urn:li:share:… or urn:li:ugcPost:…; create_post and list_posts give it. */
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The reaction, as LinkedIn shows it. */
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              organizations: {
                /** @description For organization_id of other calls. */
                id: string;
                name: string | null;
                /** @description Its name in the page's address. */
                vanity_name: string | null;
                /** @description What the member may do there, such as administrator or content_administrator. */
                role: string | null;
                /** @description Opens it in the browser. */
                url: string;
              }[];
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
        /** @description The company page; list_organizations gives its id. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: {
                /** @description The provider's id of the message. */
                id: string;
                /** @description The provider's id of its conversation. */
                thread_id: string;
                subject: string;
                from: {
                  name: string | null;
                  email: string;
                } | null;
                to: {
                  name: string | null;
                  email: string;
                }[];
                cc: {
                  name: string | null;
                  email: string;
                }[];
                bcc: {
                  name: string | null;
                  email: string;
                }[];
                reply_to: {
                  name: string | null;
                  email: string;
                }[];
                /** @description When the mailbox received it. */
                date: string | null;
                /** @description Its first words. */
                snippet: string;
                is_unread: boolean;
                is_draft: boolean;
                /** @description The Message-ID header, as replies name it. */
                message_id_header: string | null;
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
              }[];
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
        /** @description Id of the email; list_emails gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description The provider's id of the message. */
              id: string;
              /** @description The provider's id of its conversation. */
              thread_id: string;
              subject: string;
              from: {
                name: string | null;
                email: string;
              } | null;
              to: {
                name: string | null;
                email: string;
              }[];
              cc: {
                name: string | null;
                email: string;
              }[];
              bcc: {
                name: string | null;
                email: string;
              }[];
              reply_to: {
                name: string | null;
                email: string;
              }[];
              /** @description When the mailbox received it. */
              date: string | null;
              /** @description Its first words. */
              snippet: string;
              is_unread: boolean;
              is_draft: boolean;
              /** @description The Message-ID header, as replies name it. */
              message_id_header: string | null;
              body: {
                text: string | null;
                html: string | null;
              };
              attachments: {
                /** @description Names the attachment within its message. */
                id: string;
                filename: string;
                mime_type: string;
                /** @description Bytes. */
                size: number | null;
                /** @description Shown within the HTML body. */
                inline: boolean;
                content_id: string | null;
              }[];
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
        /** @description Id of the email; list_emails gives it. */
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
        /** @description Id of the email; list_emails gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Whether it counts as read. */
          is_read?: boolean;
          /** @description flagged asks for follow-up, complete ticks it off, not_flagged takes the flag away. */
          flag?: "flagged" | "complete" | "not_flagged";
          /** @description Names of its categories, in place of those it has. */
          categories?: string[];
          /** @description How urgent it is marked: low, normal or high. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description The provider's id of the message. */
              id: string;
              /** @description The provider's id of its conversation. */
              thread_id: string;
              subject: string;
              from: {
                name: string | null;
                email: string;
              } | null;
              to: {
                name: string | null;
                email: string;
              }[];
              cc: {
                name: string | null;
                email: string;
              }[];
              bcc: {
                name: string | null;
                email: string;
              }[];
              reply_to: {
                name: string | null;
                email: string;
              }[];
              /** @description When the mailbox received it. */
              date: string | null;
              /** @description Its first words. */
              snippet: string;
              is_unread: boolean;
              is_draft: boolean;
              /** @description The Message-ID header, as replies name it. */
              message_id_header: string | null;
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
        /** @description Id of the email; list_emails gives it. */
        id: string;
        /** @description Id of the attachment, from the email's `attachments`. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              mime_type: string;
              /** @description Bytes. */
              size: number;
              encoding: "utf-8" | "base64";
              content: string;
            };
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
        /** @description Id of the email; list_emails gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description The provider's id of the message. */
              id: string;
              /** @description The provider's id of its conversation. */
              thread_id: string;
              subject: string;
              from: {
                name: string | null;
                email: string;
              } | null;
              to: {
                name: string | null;
                email: string;
              }[];
              cc: {
                name: string | null;
                email: string;
              }[];
              bcc: {
                name: string | null;
                email: string;
              }[];
              reply_to: {
                name: string | null;
                email: string;
              }[];
              /** @description When the mailbox received it. */
              date: string | null;
              /** @description Its first words. */
              snippet: string;
              is_unread: boolean;
              is_draft: boolean;
              /** @description The Message-ID header, as replies name it. */
              message_id_header: string | null;
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              folders: {
                id: string;
                name: string;
                parent_id: string | null;
                /** @description How many folders are in it. */
                folders: number;
                unread: number;
                total: number;
                is_hidden: boolean;
              }[];
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
          attachments?: {
            /** @description File name. */
            filename: string;
            /** @description Media type, such as application/pdf. */
            mime_type: string;
            /** @description The file's bytes in base64. */
            content: string;
          }[];
          /** @description How urgent it is marked: low, normal or high. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description Outlook gives no id to a mail that it has accepted. */
              id: null;
              /**
               * @description Accepted for sending; not yet delivered.
               * @constant
               */
              status: "accepted";
            };
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
        /** @description Id of the email to answer; list_emails gives it. */
        id: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description Body as plain text. */
          text?: string;
          /** @description Body as HTML, beside or instead of the text. */
          html?: string;
          /** @description Files to attach. */
          attachments?: {
            /** @description File name. */
            filename: string;
            /** @description Media type, such as application/pdf. */
            mime_type: string;
            /** @description The file's bytes in base64. */
            content: string;
          }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description Outlook gives no id to a mail that it has accepted. */
              id: null;
              /**
               * @description Accepted for sending; not yet delivered.
               * @constant
               */
              status: "accepted";
            };
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
        /** @description Id of the email to forward; list_emails gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description Outlook gives no id to a mail that it has accepted. */
              id: null;
              /**
               * @description Accepted for sending; not yet delivered.
               * @constant
               */
              status: "accepted";
            };
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
          attachments?: {
            /** @description File name. */
            filename: string;
            /** @description Media type, such as application/pdf. */
            mime_type: string;
            /** @description The file's bytes in base64. */
            content: string;
          }[];
          /** @description How urgent it is marked: low, normal or high. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description The provider's id of the message. */
              id: string;
              /** @description The provider's id of its conversation. */
              thread_id: string;
              subject: string;
              from: {
                name: string | null;
                email: string;
              } | null;
              to: {
                name: string | null;
                email: string;
              }[];
              cc: {
                name: string | null;
                email: string;
              }[];
              bcc: {
                name: string | null;
                email: string;
              }[];
              reply_to: {
                name: string | null;
                email: string;
              }[];
              /** @description When the mailbox received it. */
              date: string | null;
              /** @description Its first words. */
              snippet: string;
              is_unread: boolean;
              is_draft: boolean;
              /** @description The Message-ID header, as replies name it. */
              message_id_header: string | null;
              body: {
                text: string | null;
                html: string | null;
              };
              attachments: {
                /** @description Names the attachment within its message. */
                id: string;
                filename: string;
                mime_type: string;
                /** @description Bytes. */
                size: number | null;
                /** @description Shown within the HTML body. */
                inline: boolean;
                content_id: string | null;
              }[];
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
        /** @description Id of the draft; create_draft gives it, and list_emails of the folder drafts. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description Outlook gives no id to a mail that it has accepted. */
              id: null;
              /**
               * @description Accepted for sending; not yet delivered.
               * @constant
               */
              status: "accepted";
            };
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
        /** @description Only events that end after this time: 2026-02-01T00:00:00Z. */
        from?: string;
        /** @description Only events that start before this time. */
        to?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              events: {
                id: string;
                calendar_id: string;
                title: string;
                /** @description As plain text. */
                description: string | null;
                location: string | null;
                start: {
                  date: string | null;
                  date_time: string | null;
                  time_zone: string | null;
                } | null;
                /** @description When it ends; the date of an all-day event is the day after its last. */
                end: {
                  date: string | null;
                  date_time: string | null;
                  time_zone: string | null;
                } | null;
                all_day: boolean;
                /** @description confirmed, tentative or cancelled. */
                status: string;
                organizer: {
                  name: string | null;
                  email: string | null;
                } | null;
                attendees: {
                  email: string | null;
                  name: string | null;
                  /** @description needs_action, declined, tentative or accepted. */
                  response: string;
                  optional: boolean;
                  is_organizer: boolean;
                }[];
                /** @description The series that this is one event of. */
                recurring_event_id: string | null;
                meeting_url: string | null;
                /** @description Opens it in the browser. */
                url: string | null;
                /** @description busy or free; some providers know more, such as tentative. */
                show_as: string;
                created_at: string | null;
                updated_at: string | null;
                /** @description single, series, occurrence or exception. */
                type: string;
                recurrence: {
                  /** @description daily, weekly, absoluteMonthly, relativeMonthly, absoluteYearly or relativeYearly. */
                  frequency: string;
                  interval: number;
                  days_of_week: string[];
                  day_of_month: number | null;
                  month: number | null;
                  /** @description Which week of the month: first, second, third, fourth or last. */
                  week: string | null;
                  /** @description First day. */
                  from: string | null;
                  /** @description Last day; null where it goes on. */
                  until: string | null;
                  count: number | null;
                } | null;
                /** @description normal, personal, private or confidential. */
                visibility: string;
                /** @description The user's own answer, in the words of the guests'. */
                own_response: string;
                /** @description Minutes before the start; null for none. */
                reminder_minutes: number | null;
                categories: string[];
              }[];
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
        "application/json": {
          /** @description Title. */
          title: string;
          /** @description When it starts. */
          start: {
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
          /** @description When it ends; for all-day events the day after the last. */
          end: {
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
          /** @description Notes, as plain text. */
          description?: string;
          /** @description Place, as text. */
          location?: string;
          /** @description Guests; Outlook mails them. A change replaces the whole list. */
          attendees?: {
            /**
             * Format: email
             * @description The guest's email address.
             */
            email: string;
            /** @description The guest's name. */
            name?: string;
            /** @description Whether the guest may stay away. */
            optional?: boolean;
          }[];
          /** @description Repetition; a change of it needs `start` as well. */
          recurrence?: {
            /** @description How often; monthly and yearly fall on the day of the start. */
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
          /** @description Minutes before the start to remind. */
          reminder_minutes?: number;
          /** @description How the time counts. */
          show_as?: "free" | "tentative" | "busy" | "out_of_office" | "working_elsewhere";
          /** @description Who sees the details. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              calendar_id: string;
              title: string;
              /** @description As plain text. */
              description: string | null;
              location: string | null;
              start: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              /** @description When it ends; the date of an all-day event is the day after its last. */
              end: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              all_day: boolean;
              /** @description confirmed, tentative or cancelled. */
              status: string;
              organizer: {
                name: string | null;
                email: string | null;
              } | null;
              attendees: {
                email: string | null;
                name: string | null;
                /** @description needs_action, declined, tentative or accepted. */
                response: string;
                optional: boolean;
                is_organizer: boolean;
              }[];
              /** @description The series that this is one event of. */
              recurring_event_id: string | null;
              meeting_url: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              /** @description busy or free; some providers know more, such as tentative. */
              show_as: string;
              created_at: string | null;
              updated_at: string | null;
              /** @description single, series, occurrence or exception. */
              type: string;
              recurrence: {
                /** @description daily, weekly, absoluteMonthly, relativeMonthly, absoluteYearly or relativeYearly. */
                frequency: string;
                interval: number;
                days_of_week: string[];
                day_of_month: number | null;
                month: number | null;
                /** @description Which week of the month: first, second, third, fourth or last. */
                week: string | null;
                /** @description First day. */
                from: string | null;
                /** @description Last day; null where it goes on. */
                until: string | null;
                count: number | null;
              } | null;
              /** @description normal, personal, private or confidential. */
              visibility: string;
              /** @description The user's own answer, in the words of the guests'. */
              own_response: string;
              /** @description Minutes before the start; null for none. */
              reminder_minutes: number | null;
              categories: string[];
            };
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
        /** @description Id of the event; list_events gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              calendar_id: string;
              title: string;
              /** @description As plain text. */
              description: string | null;
              location: string | null;
              start: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              /** @description When it ends; the date of an all-day event is the day after its last. */
              end: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              all_day: boolean;
              /** @description confirmed, tentative or cancelled. */
              status: string;
              organizer: {
                name: string | null;
                email: string | null;
              } | null;
              attendees: {
                email: string | null;
                name: string | null;
                /** @description needs_action, declined, tentative or accepted. */
                response: string;
                optional: boolean;
                is_organizer: boolean;
              }[];
              /** @description The series that this is one event of. */
              recurring_event_id: string | null;
              meeting_url: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              /** @description busy or free; some providers know more, such as tentative. */
              show_as: string;
              created_at: string | null;
              updated_at: string | null;
              /** @description single, series, occurrence or exception. */
              type: string;
              recurrence: {
                /** @description daily, weekly, absoluteMonthly, relativeMonthly, absoluteYearly or relativeYearly. */
                frequency: string;
                interval: number;
                days_of_week: string[];
                day_of_month: number | null;
                month: number | null;
                /** @description Which week of the month: first, second, third, fourth or last. */
                week: string | null;
                /** @description First day. */
                from: string | null;
                /** @description Last day; null where it goes on. */
                until: string | null;
                count: number | null;
              } | null;
              /** @description normal, personal, private or confidential. */
              visibility: string;
              /** @description The user's own answer, in the words of the guests'. */
              own_response: string;
              /** @description Minutes before the start; null for none. */
              reminder_minutes: number | null;
              categories: string[];
            };
          };
        };
      };
    };
  };
  microsoft_delete_event: {
    parameters: {
      query?: {
        /** @description Id of the calendar, from list_calendars; the user's main one unless given. */
        calendar_id?: string;
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /** @description Id of the event; list_events gives it. */
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
        /** @description IANA or Windows zone of the times in the answer; UTC unless given. */
        time_zone?: string;
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /** @description Id of the event; list_events gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Title. */
          title?: string;
          /** @description When it starts; needs `end` as well. */
          start?: {
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
          /** @description When it ends; needs `start` as well. */
          end?: {
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
          /** @description Notes, as plain text. */
          description?: string;
          /** @description Place, as text. */
          location?: string;
          /** @description Guests; Outlook mails them. A change replaces the whole list. */
          attendees?: {
            /**
             * Format: email
             * @description The guest's email address.
             */
            email: string;
            /** @description The guest's name. */
            name?: string;
            /** @description Whether the guest may stay away. */
            optional?: boolean;
          }[];
          /** @description Repetition; a change of it needs `start` as well. */
          recurrence?: {
            /** @description How often; monthly and yearly fall on the day of the start. */
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
          /** @description Minutes before the start to remind. */
          reminder_minutes?: number;
          /** @description How the time counts. */
          show_as?: "free" | "tentative" | "busy" | "out_of_office" | "working_elsewhere";
          /** @description Who sees the details. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              calendar_id: string;
              title: string;
              /** @description As plain text. */
              description: string | null;
              location: string | null;
              start: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              /** @description When it ends; the date of an all-day event is the day after its last. */
              end: {
                date: string | null;
                date_time: string | null;
                time_zone: string | null;
              } | null;
              all_day: boolean;
              /** @description confirmed, tentative or cancelled. */
              status: string;
              organizer: {
                name: string | null;
                email: string | null;
              } | null;
              attendees: {
                email: string | null;
                name: string | null;
                /** @description needs_action, declined, tentative or accepted. */
                response: string;
                optional: boolean;
                is_organizer: boolean;
              }[];
              /** @description The series that this is one event of. */
              recurring_event_id: string | null;
              meeting_url: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              /** @description busy or free; some providers know more, such as tentative. */
              show_as: string;
              created_at: string | null;
              updated_at: string | null;
              /** @description single, series, occurrence or exception. */
              type: string;
              recurrence: {
                /** @description daily, weekly, absoluteMonthly, relativeMonthly, absoluteYearly or relativeYearly. */
                frequency: string;
                interval: number;
                days_of_week: string[];
                day_of_month: number | null;
                month: number | null;
                /** @description Which week of the month: first, second, third, fourth or last. */
                week: string | null;
                /** @description First day. */
                from: string | null;
                /** @description Last day; null where it goes on. */
                until: string | null;
                count: number | null;
              } | null;
              /** @description normal, personal, private or confidential. */
              visibility: string;
              /** @description The user's own answer, in the words of the guests'. */
              own_response: string;
              /** @description Minutes before the start; null for none. */
              reminder_minutes: number | null;
              categories: string[];
            };
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
        /** @description Id of the event; list_events gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The answer. */
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              calendars: {
                id: string;
                name: string;
                is_primary: boolean;
                can_edit: boolean;
                can_share: boolean;
                color: string | null;
                owner: {
                  name: string | null;
                  email: string | null;
                } | null;
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              calendars: {
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
              }[];
            };
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              files: {
                id: string;
                name: string;
                mime_type: string;
                /** @description folder, or what sort of file it is. */
                kind: string;
                /** @description Bytes; null where the provider keeps none. */
                size: number | null;
                created_at: string | null;
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
                created_by: {
                  name: string | null;
                  email: string | null;
                } | null;
                modified_by: {
                  name: string | null;
                  email: string | null;
                } | null;
                drive_id: string | null;
                /** @description What it points to in another drive, for things that others share. */
                remote: {
                  drive_id: string | null;
                  id: string;
                } | null;
                etag: string | null;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
        "application/json": {
          /** @description Name of the file. */
          name: string;
          /** @description The content. */
          content: string;
          /**
           * @description How the content is written.
           * @default utf-8
           */
          encoding?: "utf-8" | "base64";
          /** @description Type of the content, such as text/plain. */
          mime_type?: string;
          /** @description Folder to put it in, by id; the drive's root unless given. */
          folder_id?: string;
          /**
           * @description What to do where something of that name is there already.
           * @default fail
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              mime_type: string;
              /** @description folder, or what sort of file it is. */
              kind: string;
              /** @description Bytes; null where the provider keeps none. */
              size: number | null;
              created_at: string | null;
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
              created_by: {
                name: string | null;
                email: string | null;
              } | null;
              modified_by: {
                name: string | null;
                email: string | null;
              } | null;
              drive_id: string | null;
              /** @description What it points to in another drive, for things that others share. */
              remote: {
                drive_id: string | null;
                id: string;
              } | null;
              etag: string | null;
            };
          };
        };
      };
    };
  };
  microsoft_list_folder_files: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Id of the folder, from list_files; root is the drive's own. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              files: {
                id: string;
                name: string;
                mime_type: string;
                /** @description folder, or what sort of file it is. */
                kind: string;
                /** @description Bytes; null where the provider keeps none. */
                size: number | null;
                created_at: string | null;
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
                created_by: {
                  name: string | null;
                  email: string | null;
                } | null;
                modified_by: {
                  name: string | null;
                  email: string | null;
                } | null;
                drive_id: string | null;
                /** @description What it points to in another drive, for things that others share. */
                remote: {
                  drive_id: string | null;
                  id: string;
                } | null;
                etag: string | null;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
        /** @description Id of the file or folder; list_files gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              mime_type: string;
              /** @description folder, or what sort of file it is. */
              kind: string;
              /** @description Bytes; null where the provider keeps none. */
              size: number | null;
              created_at: string | null;
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
              created_by: {
                name: string | null;
                email: string | null;
              } | null;
              modified_by: {
                name: string | null;
                email: string | null;
              } | null;
              drive_id: string | null;
              /** @description What it points to in another drive, for things that others share. */
              remote: {
                drive_id: string | null;
                id: string;
              } | null;
              etag: string | null;
            };
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
        /** @description Id of the file or folder; list_files gives it. */
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
        /** @description Id of the file or folder; list_files gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              mime_type: string;
              /** @description folder, or what sort of file it is. */
              kind: string;
              /** @description Bytes; null where the provider keeps none. */
              size: number | null;
              created_at: string | null;
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
              created_by: {
                name: string | null;
                email: string | null;
              } | null;
              modified_by: {
                name: string | null;
                email: string | null;
              } | null;
              drive_id: string | null;
              /** @description What it points to in another drive, for things that others share. */
              remote: {
                drive_id: string | null;
                id: string;
              } | null;
              etag: string | null;
            };
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
        /** @description Id of the file or folder; list_files gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              mime_type: string;
              /** @description Bytes. */
              size: number;
              encoding: "utf-8" | "base64";
              content: string;
            };
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
        "application/json": {
          /** @description Name of the folder. */
          name: string;
          /** @description Folder to make it in, by id; the drive's root unless given. */
          folder_id?: string;
          /**
           * @description What to do where something of that name is there already.
           * @default fail
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              mime_type: string;
              /** @description folder, or what sort of file it is. */
              kind: string;
              /** @description Bytes; null where the provider keeps none. */
              size: number | null;
              created_at: string | null;
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
              created_by: {
                name: string | null;
                email: string | null;
              } | null;
              modified_by: {
                name: string | null;
                email: string | null;
              } | null;
              drive_id: string | null;
              /** @description What it points to in another drive, for things that others share. */
              remote: {
                drive_id: string | null;
                id: string;
              } | null;
              etag: string | null;
            };
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
        /** @description Id of the file or folder; list_files gives it. */
        id: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": {
          /**
           * @description What the link allows.
           * @default view
           */
          type?: "view" | "edit";
          /** @description Whom it serves: anybody, or the organization. The organization's own rule unless given. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              url: string;
              /** @description view, edit or embed. */
              type: string | null;
              /** @description anonymous, organization or users. */
              scope: string | null;
              expires_at: string | null;
            };
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              contacts: {
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
                created_at: string | null;
                updated_at: string | null;
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
        /** @description Page id; search_workspace gives it, and a page's address ends with it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description The text of the property that is the page's title. */
              title: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              /** @description Where everybody can read it, if it is published. */
              public_url: string | null;
              parent: {
                /** @description page_id, data_source_id, database_id, block_id or workspace. */
                type: string;
                id: string | null;
                database_id: string | null;
              } | null;
              /** @description An emoji, or a picture's address. */
              icon: string | null;
              cover_url: string | null;
              /** @description By name: { id, type, value }. A value is text, a number, a flag, or a list of them; a date is { start, end, time_zone }. */
              properties: {
                [key: string]: unknown;
              };
              created_at: string | null;
              updated_at: string | null;
              created_by_id: string | null;
              updated_by_id: string | null;
              in_trash: boolean;
              is_locked: boolean;
              content: {
                /** @description The whole page as Markdown. */
                markdown: string;
                /** @description Every block in reading order; with format=blocks. */
                blocks: {
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
                  parent: {
                    /** @description page_id, data_source_id, database_id, block_id or workspace. */
                    type: string;
                    id: string | null;
                    database_id: string | null;
                  } | null;
                  created_at: string | null;
                  updated_at: string | null;
                  in_trash: boolean;
                }[] | null;
                /** @description Whether something was left out; list_blocks reads on. */
                is_truncated: boolean;
              } | null;
            };
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
        /** @description Page id; search_workspace gives it, and a page's address ends with it. */
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
        /** @description Page id; search_workspace gives it, and a page's address ends with it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description The text of the property that is the page's title. */
              title: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              /** @description Where everybody can read it, if it is published. */
              public_url: string | null;
              parent: {
                /** @description page_id, data_source_id, database_id, block_id or workspace. */
                type: string;
                id: string | null;
                database_id: string | null;
              } | null;
              /** @description An emoji, or a picture's address. */
              icon: string | null;
              cover_url: string | null;
              /** @description By name: { id, type, value }. A value is text, a number, a flag, or a list of them; a date is { start, end, time_zone }. */
              properties: {
                [key: string]: unknown;
              };
              created_at: string | null;
              updated_at: string | null;
              created_by_id: string | null;
              updated_by_id: string | null;
              in_trash: boolean;
              is_locked: boolean;
            };
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
        "application/json": {
          /** @description Where the page goes: exactly one of the three. */
          parent: {
            /** @description Make it a page below this one. */
            page_id?: string;
            /** @description Make it a row of this database. */
            database_id?: string;
            /** @description Make it a row of this data source, where a database has several. */
            data_source_id?: string;
          };
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description The text of the property that is the page's title. */
              title: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              /** @description Where everybody can read it, if it is published. */
              public_url: string | null;
              parent: {
                /** @description page_id, data_source_id, database_id, block_id or workspace. */
                type: string;
                id: string | null;
                database_id: string | null;
              } | null;
              /** @description An emoji, or a picture's address. */
              icon: string | null;
              cover_url: string | null;
              /** @description By name: { id, type, value }. A value is text, a number, a flag, or a list of them; a date is { start, end, time_zone }. */
              properties: {
                [key: string]: unknown;
              };
              created_at: string | null;
              updated_at: string | null;
              created_by_id: string | null;
              updated_by_id: string | null;
              in_trash: boolean;
              is_locked: boolean;
              /** @description False where Notion failed after the page stood: part of the content is missing. */
              is_complete: boolean;
            };
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
        /** @description Page id; search_workspace gives it, and a page's address ends with it. */
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Where the page goes: exactly one of the three. */
          parent: {
            /** @description Make it a page below this one. */
            page_id?: string;
            /** @description Make it a row of this database. */
            database_id?: string;
            /** @description Make it a row of this data source, where a database has several. */
            data_source_id?: string;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description The text of the property that is the page's title. */
              title: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              /** @description Where everybody can read it, if it is published. */
              public_url: string | null;
              parent: {
                /** @description page_id, data_source_id, database_id, block_id or workspace. */
                type: string;
                id: string | null;
                database_id: string | null;
              } | null;
              /** @description An emoji, or a picture's address. */
              icon: string | null;
              cover_url: string | null;
              /** @description By name: { id, type, value }. A value is text, a number, a flag, or a list of them; a date is { start, end, time_zone }. */
              properties: {
                [key: string]: unknown;
              };
              created_at: string | null;
              updated_at: string | null;
              created_by_id: string | null;
              updated_by_id: string | null;
              in_trash: boolean;
              is_locked: boolean;
            };
          };
        };
      };
    };
  };
  notion_get_page_property: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Page id; search_workspace gives it, and a page's address ends with it. */
        id: string;
        /** @description The property's id, as get_page gives it. */
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Block id, from list_blocks, or a page's id for the page's own blocks. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              blocks: {
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
                parent: {
                  /** @description page_id, data_source_id, database_id, block_id or workspace. */
                  type: string;
                  id: string | null;
                  database_id: string | null;
                } | null;
                created_at: string | null;
                updated_at: string | null;
                in_trash: boolean;
              }[];
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
        /** @description Block id, from list_blocks, or a page's id for the page's own blocks. */
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Markdown; up to 32,767 characters. */
          content: string;
          /** @description Before or behind what is there; end unless said. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description The new blocks, without those within them. */
              block_ids: string[];
              /** @description False where Notion failed on the way: the rest is missing. */
              is_complete: boolean;
            };
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
        /** @description Block id, from list_blocks, or a page's id for the page's own blocks. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              parent: {
                /** @description page_id, data_source_id, database_id, block_id or workspace. */
                type: string;
                id: string | null;
                database_id: string | null;
              } | null;
              created_at: string | null;
              updated_at: string | null;
              in_trash: boolean;
            };
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
        /** @description Block id, from list_blocks, or a page's id for the page's own blocks. */
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
        /** @description Block id, from list_blocks, or a page's id for the page's own blocks. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              parent: {
                /** @description page_id, data_source_id, database_id, block_id or workspace. */
                type: string;
                id: string | null;
                database_id: string | null;
              } | null;
              created_at: string | null;
              updated_at: string | null;
              in_trash: boolean;
            };
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
        /** @description Database id, as its address has it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              title: string;
              description: string;
              /** @description Opens it in the browser. */
              url: string | null;
              /** @description An emoji, or a picture's address. */
              icon: string | null;
              parent: {
                /** @description page_id, data_source_id, database_id, block_id or workspace. */
                type: string;
                id: string | null;
                database_id: string | null;
              } | null;
              created_at: string | null;
              updated_at: string | null;
              in_trash: boolean;
              /** @description The tables within; get_data_source gives their properties. */
              data_sources: {
                id: string;
                name: string;
              }[];
            };
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
        /** @description Data source id; get_database and search_workspace give it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              title: string;
              description: string;
              /** @description Opens it in the browser. */
              url: string | null;
              /** @description An emoji, or a picture's address. */
              icon: string | null;
              parent: {
                /** @description page_id, data_source_id, database_id, block_id or workspace. */
                type: string;
                id: string | null;
                database_id: string | null;
              } | null;
              created_at: string | null;
              updated_at: string | null;
              in_trash: boolean;
              properties: {
                id: string | null;
                name: string;
                /** @description title, rich_text, number, select, date, people, relation and so on. */
                type: string;
                /** @description What a select, multi_select or status may be. */
                options: string[] | null;
              }[];
            };
          };
        };
      };
    };
  };
  notion_query_database: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /** @description Database id, or the id of one of its data sources. */
        id: string;
      };
    };
    requestBody?: {
      content: {
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
            /** @description Sort by this time, in place of a property. */
            timestamp?: "created_time" | "last_edited_time";
            /** @description ascending unless said. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              pages: {
                id: string;
                /** @description The text of the property that is the page's title. */
                title: string | null;
                /** @description Opens it in the browser. */
                url: string | null;
                /** @description Where everybody can read it, if it is published. */
                public_url: string | null;
                parent: {
                  /** @description page_id, data_source_id, database_id, block_id or workspace. */
                  type: string;
                  id: string | null;
                  database_id: string | null;
                } | null;
                /** @description An emoji, or a picture's address. */
                icon: string | null;
                cover_url: string | null;
                /** @description By name: { id, type, value }. A value is text, a number, a flag, or a list of them; a date is { start, end, time_zone }. */
                properties: {
                  [key: string]: unknown;
                };
                created_at: string | null;
                updated_at: string | null;
                created_by_id: string | null;
                updated_by_id: string | null;
                in_trash: boolean;
                is_locked: boolean;
              }[];
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
        /** @description Words of the title. */
        q?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description Only pages, or only databases; both unless said. */
          type?: "page" | "database" | "data_source";
          /** @description The best match first, as by default, or by the last change. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              results: {
                id: string;
                /** @description page, or data_source for a table of a database. */
                type: string;
                title: string | null;
                /** @description Opens it in the browser. */
                url: string | null;
                /** @description An emoji, or a picture's address. */
                icon: string | null;
                parent: {
                  /** @description page_id, data_source_id, database_id, block_id or workspace. */
                  type: string;
                  id: string | null;
                  database_id: string | null;
                } | null;
                created_at: string | null;
                updated_at: string | null;
                in_trash: boolean;
              }[];
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              users: {
                id: string;
                /** @description As it is shown to others. */
                name: string | null;
                email: string | null;
                avatar_url: string | null;
                /** @description person or bot. */
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
  notion_get_user: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description User id; list_users gives it. me is the connection's own bot. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description As it is shown to others. */
              name: string | null;
              email: string | null;
              avatar_url: string | null;
              /** @description person or bot. */
              type: string;
            };
          };
        };
      };
    };
  };
  notion_list_comments: {
    parameters: {
      query: {
        /** @description Id of the page or block; search_workspace and list_blocks give it. */
        block_id: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              comments: {
                id: string;
                parent: {
                  /** @description page_id, data_source_id, database_id, block_id or workspace. */
                  type: string;
                  id: string | null;
                  database_id: string | null;
                } | null;
                /** @description The thread that it is in. */
                discussion_id: string | null;
                /** @description The comment as Markdown. */
                markdown: string;
                /** @description Its text alone. */
                text: string;
                author_id: string | null;
                created_at: string | null;
                updated_at: string | null;
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              parent: {
                /** @description page_id, data_source_id, database_id, block_id or workspace. */
                type: string;
                id: string | null;
                database_id: string | null;
              } | null;
              /** @description The thread that it is in. */
              discussion_id: string | null;
              /** @description The comment as Markdown. */
              markdown: string;
              /** @description Its text alone. */
              text: string;
              author_id: string | null;
              created_at: string | null;
              updated_at: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_list_deals: {
    parameters: {
      query?: {
        /** @description Only open, won or lost deals; all unless said. */
        status?: "open" | "won" | "lost";
        /** @description Only deals of this user; list_users gives it. */
        owner_id?: string;
        /** @description Only deals with this person. */
        person_id?: string;
        /** @description Only deals with this organization. */
        organization_id?: string;
        /** @description Only deals in this pipeline; list_stages gives it. */
        pipeline_id?: string;
        /** @description Only deals in this stage; list_stages gives it. */
        stage_id?: string;
        /** @description Only what was changed at this time or later, ISO 8601. */
        updated_since?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              deals: {
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
                /** @description A day, such as 2026-01-31. */
                expected_close_date: string | null;
                won_at: string | null;
                lost_at: string | null;
                /** @description Opens it in the browser. */
                url: string | null;
                /** @description By the 40-character key of each. */
                custom_fields: {
                  [key: string]: unknown;
                };
                created_at: string | null;
                updated_at: string | null;
              }[];
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
        "application/json": {
          /** @description Name of the deal. */
          title: string;
          /** @description What it is worth. */
          value?: number;
          /** @description Three letters, such as EUR. */
          currency?: string;
          /** @description Id of the stage to put it in, which decides the pipeline; list_stages gives it. */
          stage_id?: string;
          /** @description open, won or lost. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              /** @description A day, such as 2026-01-31. */
              expected_close_date: string | null;
              won_at: string | null;
              lost_at: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              /** @description By the 40-character key of each. */
              custom_fields: {
                [key: string]: unknown;
              };
              created_at: string | null;
              updated_at: string | null;
            };
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
        /** @description Id of the deal; list_deals gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              /** @description A day, such as 2026-01-31. */
              expected_close_date: string | null;
              won_at: string | null;
              lost_at: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              /** @description By the 40-character key of each. */
              custom_fields: {
                [key: string]: unknown;
              };
              created_at: string | null;
              updated_at: string | null;
            };
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
        /** @description Id of the deal; list_deals gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Name of the deal. */
          title?: string;
          /** @description What it is worth. */
          value?: number;
          /** @description Three letters, such as EUR. */
          currency?: string;
          /** @description Id of the stage to put it in, which decides the pipeline; list_stages gives it. */
          stage_id?: string;
          /** @description open, won or lost. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              /** @description A day, such as 2026-01-31. */
              expected_close_date: string | null;
              won_at: string | null;
              lost_at: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              /** @description By the 40-character key of each. */
              custom_fields: {
                [key: string]: unknown;
              };
              created_at: string | null;
              updated_at: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_list_persons: {
    parameters: {
      query?: {
        /** @description Only those of this user; list_users gives it. */
        owner_id?: string;
        /** @description Only people of this organization. */
        organization_id?: string;
        /** @description Only what was changed at this time or later, ISO 8601. */
        updated_since?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              persons: {
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
                created_at: string | null;
                updated_at: string | null;
                organization_id: string | null;
                owner_id: string | null;
                /** @description By the 40-character key of each. */
                custom_fields: {
                  [key: string]: unknown;
                };
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              created_at: string | null;
              updated_at: string | null;
              organization_id: string | null;
              owner_id: string | null;
              /** @description By the 40-character key of each. */
              custom_fields: {
                [key: string]: unknown;
              };
            };
          };
        };
      };
    };
  };
  pipedrive_list_organizations: {
    parameters: {
      query?: {
        /** @description Only those of this user; list_users gives it. */
        owner_id?: string;
        /** @description Only what was changed at this time or later, ISO 8601. */
        updated_since?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              organizations: {
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
                created_at: string | null;
                updated_at: string | null;
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              created_at: string | null;
              updated_at: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_list_activities: {
    parameters: {
      query?: {
        /** @description Only done activities, or only open ones. */
        is_done?: boolean;
        /** @description Only activities of this user; list_users gives it. */
        owner_id?: string;
        /** @description Only those of this deal. */
        deal_id?: string;
        /** @description Only those with this person. */
        person_id?: string;
        /** @description Only those with this organization. */
        organization_id?: string;
        /** @description Only what was changed at this time or later, ISO 8601. */
        updated_since?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              activities: {
                id: string;
                subject: string | null;
                /** @description The company's word for it, such as call, meeting or task. */
                type: string | null;
                /** @description A day, such as 2026-01-31. */
                due_date: string | null;
                /** @description HH:MM, in UTC; null for the whole day. */
                due_time: string | null;
                /** @description How long, as HH:MM. */
                duration: string | null;
                is_done: boolean;
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
                created_at: string | null;
                updated_at: string | null;
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              subject: string | null;
              /** @description The company's word for it, such as call, meeting or task. */
              type: string | null;
              /** @description A day, such as 2026-01-31. */
              due_date: string | null;
              /** @description HH:MM, in UTC; null for the whole day. */
              due_time: string | null;
              /** @description How long, as HH:MM. */
              duration: string | null;
              is_done: boolean;
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
              created_at: string | null;
              updated_at: string | null;
            };
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
        /** @description Id of the activity; list_activities gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              subject: string | null;
              /** @description The company's word for it, such as call, meeting or task. */
              type: string | null;
              /** @description A day, such as 2026-01-31. */
              due_date: string | null;
              /** @description HH:MM, in UTC; null for the whole day. */
              due_time: string | null;
              /** @description How long, as HH:MM. */
              duration: string | null;
              is_done: boolean;
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
              created_at: string | null;
              updated_at: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_list_notes: {
    parameters: {
      query?: {
        /** @description Id of the deal; list_deals gives it. */
        deal_id?: string;
        /** @description Id of the person; list_persons gives it. */
        person_id?: string;
        /** @description Id of the organization; list_organizations gives it. */
        organization_id?: string;
        /** @description Id of the lead; list_leads gives it. */
        lead_id?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              notes: {
                id: string;
                /** @description Plain text. */
                text: string;
                user_id: string | null;
                deal_id: string | null;
                person_id: string | null;
                organization_id: string | null;
                lead_id: string | null;
                created_at: string | null;
                updated_at: string | null;
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Plain text. */
              text: string;
              user_id: string | null;
              deal_id: string | null;
              person_id: string | null;
              organization_id: string | null;
              lead_id: string | null;
              created_at: string | null;
              updated_at: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_list_leads: {
    parameters: {
      query?: {
        /** @description Only leads of this user; list_users gives it. */
        owner_id?: string;
        /** @description Only leads with this person. */
        person_id?: string;
        /** @description Only leads with this organization. */
        organization_id?: string;
        /** @description Only what was changed at this time or later, ISO 8601. */
        updated_since?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              leads: {
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
                /** @description A day, such as 2026-01-31. */
                expected_close_date: string | null;
                /** @description Opens it in the browser. */
                url: string | null;
                created_at: string | null;
                updated_at: string | null;
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              /** @description A day, such as 2026-01-31. */
              expected_close_date: string | null;
              /** @description Opens it in the browser. */
              url: string | null;
              created_at: string | null;
              updated_at: string | null;
            };
          };
        };
      };
    };
  };
  pipedrive_search_items: {
    parameters: {
      query: {
        /** @description What to look for, such as a name or email address. */
        q: string;
        /** @description Only this kind of thing. */
        type?: "deal" | "person" | "organization" | "lead" | "product" | "file" | "project";
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              results: {
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
                stage: {
                  id: string | null;
                  name: string | null;
                } | null;
                person: {
                  id: string | null;
                  name: string | null;
                } | null;
                organization: {
                  id: string | null;
                  name: string | null;
                } | null;
                /** @description Opens it in the browser. */
                url: string | null;
              }[];
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
        /** @description Only stages of this pipeline. */
        pipeline_id?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              stages: {
                id: string;
                name: string | null;
                /** @description Its place in the pipeline. */
                position: number | null;
                /** @description Chance of winning a deal in it, percent. */
                probability: number | null;
                pipeline_id: string;
                pipeline_name: string | null;
              }[];
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              users: {
                id: string;
                /** @description As it is shown to others. */
                name: string | null;
                email: string | null;
                avatar_url: string | null;
                is_active: boolean;
                time_zone: string | null;
              }[];
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
        updated_since?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              contacts: {
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
                created_at: string | null;
                updated_at: string | null;
                account_id: string | null;
                owner_id: string | null;
              }[];
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
        /** @description Only leads of this status, such as Open - Not Contacted. */
        status?: string;
        /** @description Only converted leads, or only those that are not. */
        is_converted?: boolean;
        /** @description Only leads of the user with this id. */
        owner_id?: string;
        /** @description Only what was changed at this time or later, ISO 8601. */
        updated_since?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              leads: {
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
                created_at: string | null;
                updated_at: string | null;
                status: string | null;
                source: string | null;
                is_converted: boolean;
                /** @description The contact that it became. */
                converted_contact_id: string | null;
                owner_id: string | null;
              }[];
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
        /** @description Part of the name or website. */
        q?: string;
        /** @description Only this industry. */
        industry?: string;
        /** @description Only those of the user with this id. */
        owner_id?: string;
        /** @description Only what was changed at this time or later, ISO 8601. */
        updated_since?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              accounts: {
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
                created_at: string | null;
                updated_at: string | null;
              }[];
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
        /** @description Only this stage, such as Negotiation/Review. */
        stage?: string;
        /** @description Only closed opportunities, or only open ones. */
        is_closed?: boolean;
        /** @description Only those that were won, or only those that were not. */
        is_won?: boolean;
        /** @description Only those of this account; list_accounts gives it. */
        account_id?: string;
        /** @description Only those of the user with this id. */
        owner_id?: string;
        /** @description Only what was changed at this time or later, ISO 8601. */
        updated_since?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              opportunities: {
                id: string;
                name: string | null;
                stage: string | null;
                /** @description In the currency of the opportunity. */
                amount: number | null;
                /** @description When it is expected to close, or did. */
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
                created_at: string | null;
                updated_at: string | null;
              }[];
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
        /** @description API names of the fields wanted, with commas between; all unless said. */
        fields?: string;
      };
      header?: never;
      path: {
        /** @description The object's API name, such as Contact, Case or Invoice__c; list_objects gives it. */
        object: string;
        /** @description Id of the record, of 15 or 18 characters; lists and search_records give it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
        /** @description The object's API name, such as Contact, Case or Invoice__c; list_objects gives it. */
        object: string;
        /** @description Id of the record, of 15 or 18 characters; lists and search_records give it. */
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
        /** @description The object's API name, such as Contact, Case or Invoice__c; list_objects gives it. */
        object: string;
        /** @description Id of the record, of 15 or 18 characters; lists and search_records give it. */
        id: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Values by the fields' API names, such as LastName; describe_object gives them. */
          fields: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description The object's API name, such as Contact. */
              type: string;
              /** @description Opens it in the browser. */
              url: string | null;
            };
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
        /** @description The object's API name, such as Contact, Case or Invoice__c; list_objects gives it. */
        object: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Values by the fields' API names, such as LastName; describe_object gives them. */
          fields: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description The object's API name, such as Contact. */
              type: string;
              /** @description Opens it in the browser. */
              url: string | null;
            };
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description The object's API name, such as Contact. */
              type: string;
              /** @description Opens it in the browser. */
              url: string | null;
            };
          };
        };
      };
    };
  };
  salesforce_run_query: {
    parameters: {
      query: {
        /** @description SOQL that begins with SELECT, such as SELECT Id, Name FROM Case WHERE IsClosed = FALSE LIMIT 20. */
        q: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              records: {
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
              }[];
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
        /** @description Words that the record must all hold. */
        q: string;
        /** @description Only this kind of record. */
        type?: "Account" | "Contact" | "Lead" | "Opportunity" | "Case";
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              results: {
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
              }[];
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
        /** @description Part of the label or API name. */
        q?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              objects: {
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
              }[];
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
        /** @description The object's API name, such as Opportunity; list_objects gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              fields: {
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
              }[];
            };
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              channels: {
                id: string;
                /** @description Without #; null for a direct message. */
                name: string | null;
                /** @description im is a direct message, mpim one between several people. */
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
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Without #; null for a direct message. */
              name: string | null;
              /** @description im is a direct message, mpim one between several people. */
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              channels: {
                id: string;
                /** @description Without #; null for a direct message. */
                name: string | null;
                /** @description im is a direct message, mpim one between several people. */
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
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Without #; null for a direct message. */
              name: string | null;
              /** @description im is a direct message, mpim one between several people. */
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
          };
        };
      };
    };
  };
  slack_list_channel_members: {
    parameters: {
      query?: {
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
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
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Without #; null for a direct message. */
              name: string | null;
              /** @description im is a direct message, mpim one between several people. */
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
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description Without #; null for a direct message. */
              name: string | null;
              /** @description im is a direct message, mpim one between several people. */
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
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
        id: string;
      };
    };
    requestBody: {
      content: {
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
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
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
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
        channel: string;
        /** @description Only messages after this. A message's ts, or an ISO 8601 time with an offset. */
        oldest?: string;
        /** @description Only messages before this. A message's ts, or an ISO 8601 time with an offset. */
        latest?: string;
        /** @description Whether messages exactly at oldest or latest count; default false. */
        inclusive?: boolean;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: {
                /** @description Unique within the channel. */
                id: string;
                channel_id: string;
                /** @description Who wrote it; null for some apps. */
                user_id: string | null;
                /** @description In the provider's markup. */
                text: string;
                /** @description The text for people: mentions, links and escapes resolved. */
                plain_text: string;
                /** @description Last change. */
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
                reactions: {
                  /** @description Name of the emoji, without colons. */
                  name: string;
                  count: number;
                  /** @description Who reacted; Slack may leave some out. */
                  user_ids: string[];
                }[];
                files: {
                  id: string;
                  name: string | null;
                  mime_type: string | null;
                  /** @description Bytes. */
                  size: number | null;
                  /** @description Can be read with Slack credentials only. */
                  url_private: string | null;
                  permalink: string | null;
                }[];
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
        "application/json": {
          /** @description Channel id; a user's id sends a direct message. A name such as #general works where Slack finds it. */
          channel: string;
          /** @description Text in Slack's markup (*bold*, <@U012AB3CD>, <https://example.com|label>). With blocks: the notification. */
          text?: string;
          /** @description Text in standard Markdown, instead of text and blocks. */
          markdown_text?: string;
          /** @description Layout as Block Kit blocks: docs.slack.dev/reference/block-kit/blocks. */
          blocks?: ({
            /** @description Kind of block, such as section. */
            type: string;
          } & {
            [key: string]: unknown;
          })[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description Unique within the channel. */
              id: string;
              channel_id: string;
              /** @description Who wrote it; null for some apps. */
              user_id: string | null;
              /** @description In the provider's markup. */
              text: string;
              /** @description The text for people: mentions, links and escapes resolved. */
              plain_text: string;
              /** @description Last change. */
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
              reactions: {
                /** @description Name of the emoji, without colons. */
                name: string;
                count: number;
                /** @description Who reacted; Slack may leave some out. */
                user_ids: string[];
              }[];
              files: {
                id: string;
                name: string | null;
                mime_type: string | null;
                /** @description Bytes. */
                size: number | null;
                /** @description Can be read with Slack credentials only. */
                url_private: string | null;
                permalink: string | null;
              }[];
            };
          };
        };
      };
    };
  };
  slack_list_replies: {
    parameters: {
      query: {
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
        channel: string;
        /** @description Only messages after this. A message's ts, or an ISO 8601 time with an offset. */
        oldest?: string;
        /** @description Only messages before this. A message's ts, or an ISO 8601 time with an offset. */
        latest?: string;
        /** @description Whether messages exactly at oldest or latest count; default false. */
        inclusive?: boolean;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
      };
      header?: never;
      path: {
        /** @description The ts of the thread's first message. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: {
                /** @description Unique within the channel. */
                id: string;
                channel_id: string;
                /** @description Who wrote it; null for some apps. */
                user_id: string | null;
                /** @description In the provider's markup. */
                text: string;
                /** @description The text for people: mentions, links and escapes resolved. */
                plain_text: string;
                /** @description Last change. */
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
                reactions: {
                  /** @description Name of the emoji, without colons. */
                  name: string;
                  count: number;
                  /** @description Who reacted; Slack may leave some out. */
                  user_ids: string[];
                }[];
                files: {
                  id: string;
                  name: string | null;
                  mime_type: string | null;
                  /** @description Bytes. */
                  size: number | null;
                  /** @description Can be read with Slack credentials only. */
                  url_private: string | null;
                  permalink: string | null;
                }[];
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  slack_delete_message: {
    parameters: {
      query: {
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
        channel: string;
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /** @description The message's ts, such as 1767225600.000100; list_messages gives it. */
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
        /** @description The message's ts, such as 1767225600.000100; list_messages gives it. */
        ts: string;
      };
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description Channel id, such as C012AB3CD; list_channels gives it. */
          channel: string;
          /** @description Text in Slack's markup (*bold*, <@U012AB3CD>, <https://example.com|label>). With blocks: the notification. */
          text?: string;
          /** @description Text in standard Markdown, instead of text and blocks. */
          markdown_text?: string;
          /** @description Layout as Block Kit blocks: docs.slack.dev/reference/block-kit/blocks. */
          blocks?: ({
            /** @description Kind of block, such as section. */
            type: string;
          } & {
            [key: string]: unknown;
          })[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description Unique within the channel. */
              id: string;
              channel_id: string;
              /** @description Who wrote it; null for some apps. */
              user_id: string | null;
              /** @description In the provider's markup. */
              text: string;
              /** @description The text for people: mentions, links and escapes resolved. */
              plain_text: string;
              /** @description Last change. */
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
              reactions: {
                /** @description Name of the emoji, without colons. */
                name: string;
                count: number;
                /** @description Who reacted; Slack may leave some out. */
                user_ids: string[];
              }[];
              files: {
                id: string;
                name: string | null;
                mime_type: string | null;
                /** @description Bytes. */
                size: number | null;
                /** @description Can be read with Slack credentials only. */
                url_private: string | null;
                permalink: string | null;
              }[];
            };
          };
        };
      };
    };
  };
  slack_get_permalink: {
    parameters: {
      query: {
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
        channel: string;
      };
      header?: never;
      path: {
        /** @description The message's ts, such as 1767225600.000100; list_messages gives it. */
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              scheduled_messages: {
                id: string;
                channel_id: string;
                /** @description In Slack's markup. */
                text: string;
                /** @description When Slack will send it. ISO 8601. */
                send_at: string;
                /** @description When it was scheduled; null where Slack does not say. ISO 8601. */
                created_at: string | null;
              }[];
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
          blocks?: ({
            /** @description Kind of block, such as section. */
            type: string;
          } & {
            [key: string]: unknown;
          })[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              channel_id: string;
              /** @description In Slack's markup. */
              text: string;
              /** @description When Slack will send it. ISO 8601. */
              send_at: string;
              /** @description When it was scheduled; null where Slack does not say. ISO 8601. */
              created_at: string | null;
            };
          };
        };
      };
    };
  };
  slack_cancel_scheduled_message: {
    parameters: {
      query: {
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
        channel: string;
      };
      header?: {
        /** @description Makes a repetition safe for 24 hours: the first answer is given again. */
        "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
      };
      path: {
        /** @description Id of the scheduled message; list_scheduled_messages gives it. */
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              channels: {
                id: string;
                /** @description Without #; null for a direct message. */
                name: string | null;
                /** @description im is a direct message, mpim one between several people. */
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
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              /** @description For send_message and list_messages. */
              channel_id: string;
              /** @description Whether the conversation was open before. */
              was_open: boolean;
            };
          };
        };
      };
    };
  };
  slack_get_reactions: {
    parameters: {
      query: {
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
        channel: string;
        /** @description The message's ts, such as 1767225600.000100; list_messages gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              channel_id: string;
              ts: string;
              reactions: {
                /** @description Name of the emoji, without colons. */
                name: string;
                count: number;
                /** @description Who reacted; Slack may leave some out. */
                user_ids: string[];
              }[];
            };
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
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
        channel: string;
        /** @description The message's ts, such as 1767225600.000100; list_messages gives it. */
        ts: string;
        /** @description Name of the emoji, such as thumbsup, with or without colons. */
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
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
        channel: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              pins: {
                /** @description Unique within the channel. */
                id: string;
                channel_id: string;
                /** @description Who wrote it; null for some apps. */
                user_id: string | null;
                /** @description In the provider's markup. */
                text: string;
                /** @description The text for people: mentions, links and escapes resolved. */
                plain_text: string;
                /** @description Last change. */
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
              }[];
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
        /** @description Channel id, such as C012AB3CD; list_channels gives it. */
        channel: string;
        /** @description The message's ts, such as 1767225600.000100; list_messages gives it. */
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              users: {
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
                status: {
                  text: string;
                  emoji: string;
                  /** @description When the status ends. ISO 8601. */
                  expires_at: string | null;
                };
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
              }[];
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
        /** @description User id, such as U012AB3CD; list_users gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              status: {
                text: string;
                emoji: string;
                /** @description When the status ends. ISO 8601. */
                expires_at: string | null;
              };
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
        /** @description User id, such as U012AB3CD; list_users gives it. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              status: {
                text: string;
                emoji: string;
                /** @description When the status ends. ISO 8601. */
                expires_at: string | null;
              };
              phone: string | null;
              pronouns: string | null;
            };
          };
        };
      };
    };
  };
  slack_find_user_by_email: {
    parameters: {
      query: {
        /** @description The email address. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              status: {
                text: string;
                emoji: string;
                /** @description When the status ends. ISO 8601. */
                expires_at: string | null;
              };
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              name: string;
              /** @description First part of <domain>.slack.com. */
              domain: string | null;
              /** @description Addresses that may join by themselves. */
              email_domain: string | null;
              url: string | null;
              icon_url: string | null;
            };
          };
        };
      };
    };
  };
  slack_search_messages: {
    parameters: {
      query: {
        /** @description Words to look for; modifiers such as in:general, from:ada, after:2026-01-01, has:link work. */
        q: string;
        /** @description Best or newest first; default score. */
        sort?: "score" | "timestamp";
        /** @description Direction; default desc. */
        sort_dir?: "desc" | "asc";
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: {
                /** @description Unique within the channel. */
                id: string;
                channel_id: string;
                /** @description Who wrote it; null for some apps. */
                user_id: string | null;
                /** @description In the provider's markup. */
                text: string;
                /** @description The text for people: mentions, links and escapes resolved. */
                plain_text: string;
                /** @description Last change. */
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
              }[];
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              metrics: {
                followers: number;
                following: number;
                posts: number;
                listed: number;
              };
              created_at: string | null;
              /** @description Opens the profile in the browser. */
              url: string;
            };
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
        /** @description The username, such as ada or @ada. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
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
              metrics: {
                followers: number;
                following: number;
                posts: number;
                listed: number;
              };
              created_at: string | null;
              /** @description Opens the profile in the browser. */
              url: string;
            };
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
        /** @description Post id; the lists of posts give it, and it ends the post's address. */
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              id: string;
              /** @description For people: the whole text, links written out. */
              text: string;
              author_id: string | null;
              author: {
                id: string;
                username: string;
                name: string;
              } | null;
              created_at: string | null;
              /** @description The post that the thread began with. */
              conversation_id: string | null;
              in_reply_to_user_id: string | null;
              references: {
                /** @description replied_to, quoted or retweeted. */
                type: string;
                id: string;
                /** @description The whole text of that post, where X gives it; of a repost, read this one. */
                text: string | null;
              }[];
              /** @description How often. */
              metrics: {
                replies: number;
                reposts: number;
                likes: number;
                quotes: number;
                bookmarks: number;
                impressions: number;
              };
              media: {
                /** @description photo, video or animated_gif. */
                type: string;
                /** @description The picture, or a still of the video. */
                url: string | null;
                alt_text: string | null;
              }[];
              lang: string | null;
              /** @description Opens it in the browser. */
              url: string;
            };
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
        /** @description Post id; the lists of posts give it, and it ends the post's address. */
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              posts: {
                id: string;
                /** @description For people: the whole text, links written out. */
                text: string;
                author_id: string | null;
                author: {
                  id: string;
                  username: string;
                  name: string;
                } | null;
                created_at: string | null;
                /** @description The post that the thread began with. */
                conversation_id: string | null;
                in_reply_to_user_id: string | null;
                references: {
                  /** @description replied_to, quoted or retweeted. */
                  type: string;
                  id: string;
                  /** @description The whole text of that post, where X gives it; of a repost, read this one. */
                  text: string | null;
                }[];
                /** @description How often. */
                metrics: {
                  replies: number;
                  reposts: number;
                  likes: number;
                  quotes: number;
                  bookmarks: number;
                  impressions: number;
                };
                media: {
                  /** @description photo, video or animated_gif. */
                  type: string;
                  /** @description The picture, or a still of the video. */
                  url: string | null;
                  alt_text: string | null;
                }[];
                lang: string | null;
                /** @description Opens it in the browser. */
                url: string;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
        "application/json": {
          /** @description Text; 280 characters unless the account has Premium. A link counts as 23, an emoji as 2. */
          text: string;
          /** @description Id of the post to reply to. X may refuse where its author has not mentioned the connected user. */
          reply_to_id?: string;
          /** @description Who may reply; everybody unless said. */
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
        /** @description Only posts newer than the one with this id. */
        since_id?: string;
        /** @description Only posts older than the one with this id. */
        until_id?: string;
        /** @description Only posts of this time or later, such as 2026-01-31T09:00:00Z. */
        since?: string;
        /** @description Only posts before this time. */
        until?: string;
        /** @description Most items to return. */
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              posts: {
                id: string;
                /** @description For people: the whole text, links written out. */
                text: string;
                author_id: string | null;
                author: {
                  id: string;
                  username: string;
                  name: string;
                } | null;
                created_at: string | null;
                /** @description The post that the thread began with. */
                conversation_id: string | null;
                in_reply_to_user_id: string | null;
                references: {
                  /** @description replied_to, quoted or retweeted. */
                  type: string;
                  id: string;
                  /** @description The whole text of that post, where X gives it; of a repost, read this one. */
                  text: string | null;
                }[];
                /** @description How often. */
                metrics: {
                  replies: number;
                  reposts: number;
                  likes: number;
                  quotes: number;
                  bookmarks: number;
                  impressions: number;
                };
                media: {
                  /** @description photo, video or animated_gif. */
                  type: string;
                  /** @description The picture, or a still of the video. */
                  url: string | null;
                  alt_text: string | null;
                }[];
                lang: string | null;
                /** @description Opens it in the browser. */
                url: string;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              posts: {
                id: string;
                /** @description For people: the whole text, links written out. */
                text: string;
                author_id: string | null;
                author: {
                  id: string;
                  username: string;
                  name: string;
                } | null;
                created_at: string | null;
                /** @description The post that the thread began with. */
                conversation_id: string | null;
                in_reply_to_user_id: string | null;
                references: {
                  /** @description replied_to, quoted or retweeted. */
                  type: string;
                  id: string;
                  /** @description The whole text of that post, where X gives it; of a repost, read this one. */
                  text: string | null;
                }[];
                /** @description How often. */
                metrics: {
                  replies: number;
                  reposts: number;
                  likes: number;
                  quotes: number;
                  bookmarks: number;
                  impressions: number;
                };
                media: {
                  /** @description photo, video or animated_gif. */
                  type: string;
                  /** @description The picture, or a still of the video. */
                  url: string | null;
                  alt_text: string | null;
                }[];
                lang: string | null;
                /** @description Opens it in the browser. */
                url: string;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
          };
        };
      };
    };
  };
  twitter_search_posts: {
    parameters: {
      query: {
        /** @description Words and operators of X: "exact words", from:ada, to:ada, #tag, has:links, -is:retweet, lang:en. */
        q: string;
        /** @description Newest first, the default, or best. */
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              posts: {
                id: string;
                /** @description For people: the whole text, links written out. */
                text: string;
                author_id: string | null;
                author: {
                  id: string;
                  username: string;
                  name: string;
                } | null;
                created_at: string | null;
                /** @description The post that the thread began with. */
                conversation_id: string | null;
                in_reply_to_user_id: string | null;
                references: {
                  /** @description replied_to, quoted or retweeted. */
                  type: string;
                  id: string;
                  /** @description The whole text of that post, where X gives it; of a repost, read this one. */
                  text: string | null;
                }[];
                /** @description How often. */
                metrics: {
                  replies: number;
                  reposts: number;
                  likes: number;
                  quotes: number;
                  bookmarks: number;
                  impressions: number;
                };
                media: {
                  /** @description photo, video or animated_gif. */
                  type: string;
                  /** @description The picture, or a still of the video. */
                  url: string | null;
                  alt_text: string | null;
                }[];
                lang: string | null;
                /** @description Opens it in the browser. */
                url: string;
              }[];
              /** @description For the next page; null on the last one. */
              next_cursor: string | null;
            };
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
        /** @description Post id; the lists of posts give it, and it ends the post's address. */
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
        limit?: number;
        /** @description The previous answer's next_cursor, to continue the list. */
        cursor?: string;
        /** @description Add the provider's own object to each item, as `raw`. */
        raw?: boolean;
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
          "application/json": {
            /**
             * @description Present where X-Account-Id was sent.
             * @constant
             */
            ok?: true;
            data: {
              messages: {
                /** @description Unique within the channel. */
                id: string;
                channel_id: string;
                /** @description Who wrote it; null for some apps. */
                user_id: string | null;
                /** @description In the provider's markup. */
                text: string;
                /** @description The text for people: mentions, links and escapes resolved. */
                plain_text: string;
                /** @description Last change. */
                edited_at: string | null;
                /**
                 * Format: date-time
                 * @description When it was sent.
                 */
                created_at: string;
                sender: {
                  id: string;
                  username: string;
                  name: string;
                } | null;
                media: {
                  /** @description photo, video or animated_gif. */
                  type: string;
                  /** @description The picture, or a still of the video. */
                  url: string | null;
                  alt_text: string | null;
                }[];
              }[];
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
