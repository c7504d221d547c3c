// A stand-in catalogue for the search tests: tools of six providers, shaped like plugins' endpoints.
import type { SearchableTool } from "../../../src/agents/tools/search.ts";

const NAMES: Record<string, string> = {
  google: "Google",
  slack: "Slack",
  github: "GitHub",
  discord: "Discord",
  microsoft: "Microsoft",
  notion: "Notion",
};

/** `<provider>.<service> <key> <METHOD> <path> | description | parameters | keywords`; keywords are optional. */
const ROWS = `
google.gmail list_messages GET /gmail/messages | List emails in the Gmail mailbox, newest first. | q label_ids
google.gmail get_message GET /gmail/messages/{id} | Read one Gmail email with its headers and text. | id
google.gmail send_message POST /gmail/send | Send an email from the connected Gmail account. | to cc bcc subject text html
google.gmail create_draft POST /gmail/drafts | Save a Gmail draft without sending it. | to subject text
google.gmail trash_message POST /gmail/messages/{id}/trash | Move a Gmail email to the trash. | id
google.gmail list_labels GET /gmail/labels | List the labels of the Gmail mailbox. | | folder
google.calendar list_events GET /calendar/events | List events of a Google calendar in a time range. | time_min time_max q calendar_id
google.calendar create_event POST /calendar/events | Create an event in a Google calendar and invite attendees. | summary start end attendees location
google.calendar update_event PUT /calendar/events/{id} | Change an event of a Google calendar. | id summary start end attendees
google.calendar delete_event DELETE /calendar/events/{id} | Delete an event from a Google calendar. | id
google.calendar list_calendars GET /calendar/calendars | List the calendars that the user can see. |
google.calendar find_free_time GET /calendar/freebusy | Show when people are busy or free in Google Calendar. | time_min time_max calendars | availability
google.drive list_files GET /drive/files | List or search files in Google Drive. | q folder_id mime_type
google.drive get_file GET /drive/files/{id} | Read a Google Drive file's name, type, size and owner. | id
google.drive download_file GET /drive/files/{id}/content | Download the content of a Google Drive file. | id format
google.drive upload_file POST /drive/files | Upload a file to Google Drive. | name content folder_id
google.drive create_folder POST /drive/folders | Create a folder in Google Drive. | name parent_id
google.drive share_file POST /drive/files/{id}/permissions | Share a Google Drive file with a person. | id email role
google.drive delete_file DELETE /drive/files/{id} | Delete a Google Drive file. | id
slack.channels list_channels GET /channels | List the channels of the Slack workspace. | types exclude_archived
slack.channels get_channel GET /channels/{id} | Read one Slack channel: topic, purpose, member count. | id
slack.channels create_channel POST /channels | Create a Slack channel. | name is_private
slack.channels invite_to_channel POST /channels/{id}/invite | Invite people to a Slack channel. | id users
slack.channels join_channel POST /channels/{id}/join | Join a public Slack channel. | id
slack.channels list_channel_members GET /channels/{id}/members | List the members of a Slack channel. | id
slack.messages list_messages GET /messages | List messages of a Slack channel, newest first. | channel oldest latest
slack.messages send_message POST /messages | Send a message to a Slack channel or person. | channel text thread_ts
slack.messages list_replies GET /messages/{ts}/replies | List the replies in a Slack thread. | channel ts
slack.messages schedule_message POST /messages/schedule | Schedule a Slack message for later. | channel text post_at
slack.messages delete_message DELETE /messages/{ts} | Delete a Slack message. | channel ts
slack.messages search_messages GET /search | Search messages across the Slack workspace. | query sort
slack.messages open_dm POST /dm | Open a direct message with one or more Slack users. | users
slack.reactions add_reaction POST /reactions | Add an emoji reaction to a Slack message. | channel timestamp name
slack.pins pin_message POST /pins | Pin a message in a Slack channel. | channel timestamp
slack.users list_users GET /users | List the people in the Slack workspace. |
slack.users find_user_by_email GET /users/lookup | Find a Slack user by email address. | email
slack.users set_status PUT /users/status | Set the user's Slack status text and emoji. | text emoji expires_at
github.repos list_repos GET /repos | List GitHub repositories that the user can reach, newest push first. | visibility sort
github.repos get_repo GET /repos/{owner}/{repo} | Read one GitHub repository. | owner repo
github.repos create_repo POST /repos | Create a GitHub repository. | name private description
github.repos star_repo PUT /starred/{owner}/{repo} | Star a GitHub repository. | owner repo
github.repos list_branches GET /repos/{owner}/{repo}/branches | List the branches of a GitHub repository. | owner repo
github.repos list_commits GET /repos/{owner}/{repo}/commits | List commits of a GitHub repository. | owner repo sha since
github.repos get_content GET /repos/{owner}/{repo}/contents/{path} | Read a file or folder of a GitHub repository. | owner repo path ref
github.repos search_code GET /search/code | Search source code on GitHub. | q
github.repos list_releases GET /repos/{owner}/{repo}/releases | List releases of a GitHub repository. | owner repo
github.issues list_issues GET /repos/{owner}/{repo}/issues | List issues of a GitHub repository. | owner repo state labels assignee
github.issues get_issue GET /repos/{owner}/{repo}/issues/{number} | Read one GitHub issue. | owner repo number
github.issues create_issue POST /repos/{owner}/{repo}/issues | Open an issue in a GitHub repository. | owner repo title body labels
github.issues update_issue PATCH /repos/{owner}/{repo}/issues/{number} | Edit, close or reopen a GitHub issue. | owner repo number state
github.issues comment_on_issue POST /repos/{owner}/{repo}/issues/{number}/comments | Comment on a GitHub issue or pull request. | owner repo number body
github.pulls list_pulls GET /repos/{owner}/{repo}/pulls | List pull requests of a GitHub repository. | owner repo state base
github.pulls get_pull GET /repos/{owner}/{repo}/pulls/{number} | Read one GitHub pull request. | owner repo number
github.pulls create_pull POST /repos/{owner}/{repo}/pulls | Open a pull request in a GitHub repository. | owner repo title head base
github.pulls merge_pull PUT /repos/{owner}/{repo}/pulls/{number}/merge | Merge a GitHub pull request. | owner repo number method
github.actions list_workflow_runs GET /repos/{owner}/{repo}/runs | List workflow runs of GitHub Actions. | owner repo status
discord.guilds list_guilds GET /guilds | List the Discord servers of the user. |
discord.channels list_channels GET /guilds/{id}/channels | List the channels of a Discord server. | id
discord.messages list_messages GET /channels/{id}/messages | Read the messages of a Discord channel. | id before
discord.messages send_message POST /channels/{id}/messages | Send a message to a Discord channel. | id content
microsoft.mail list_emails GET /mail/messages | List emails in the Outlook mailbox. | search folder
microsoft.mail get_email GET /mail/messages/{id} | Read one Outlook email. | id
microsoft.mail send_email POST /mail/send | Send an email from the Outlook mailbox. | to cc subject body
microsoft.calendar list_events GET /calendar/events | List events of the Outlook calendar. | start end
microsoft.calendar create_event POST /calendar/events | Create an event in the Outlook calendar. | subject start end attendees
microsoft.drive list_files GET /drive/files | List or search files in OneDrive. | search folder
microsoft.drive download_file GET /drive/files/{id}/content | Download a file from OneDrive. | id
notion.pages get_page GET /pages/{id} | Read a Notion page with its content. | id
notion.pages create_page POST /pages | Create a Notion page. | parent title content
notion.pages append_blocks PATCH /pages/{id}/blocks | Append text or other blocks to a Notion page. | id markdown
notion.comments add_comment POST /comments | Comment on a Notion page. | page_id text
notion.databases query_database POST /databases/{id}/query | Query the rows of a Notion database. | id filter sorts
notion.search search POST /search | Search pages and databases of the Notion workspace. | query
`;

function toolOf(row: string): SearchableTool {
  const [head = "", description = "", parameters = "", keywords = ""] = row.split("|").map((part) => part.trim());
  const [target = "", key = "", method = "", path = ""] = head.split(" ");
  const [provider = "", service = ""] = target.split(".");
  return {
    name: `${provider}_${key}`,
    description,
    provider,
    providerName: NAMES[provider] ?? provider,
    service,
    method,
    path: `/api/v1/${provider}${path}`,
    parameters: parameters.split(" ").filter(Boolean),
    keywords: keywords.split(" ").filter(Boolean),
    serviceKeywords: [],
  };
}

export const catalogue: readonly SearchableTool[] = ROWS.trim().split("\n").map(toolOf);
