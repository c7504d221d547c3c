// Tools of several providers that do the same, for labelled queries that name no provider.

const GROUPS = `
list_mail: google_gmail_list_messages google_gmail_list_threads microsoft_list_emails
read_mail: google_gmail_get_message google_gmail_get_thread microsoft_get_email
send_mail: google_gmail_send_message microsoft_send_email
reply_mail: google_gmail_reply_to_message microsoft_reply_to_email
move_mail: google_gmail_modify_message microsoft_move_email
forward: google_gmail_forward_message microsoft_forward_email
trash_mail: google_gmail_trash_message microsoft_delete_email
draft_mail: google_gmail_create_draft microsoft_create_draft
list_events: google_calendar_list_events microsoft_list_events calendly_list_events
calendars: google_calendar_list_calendars microsoft_list_calendars
create_event: google_calendar_create_event microsoft_create_event
move_event: google_calendar_update_event microsoft_update_event
drop_event: google_calendar_delete_event microsoft_delete_event calendly_cancel_event
free: google_calendar_find_busy_times microsoft_find_busy_times calendly_list_available_times calendly_list_busy_times
list_files: google_drive_list_files microsoft_list_files microsoft_list_folder_files slack_list_files
download: google_drive_download_file google_drive_export_file microsoft_download_file slack_download_file
upload: google_drive_upload_file microsoft_upload_file slack_upload_file
new_folder: google_drive_upload_file microsoft_create_folder
move_file: google_drive_update_file microsoft_update_file
drop_file: google_drive_update_file microsoft_delete_file
chat: slack_send_message discord_send_message
react: slack_add_reaction discord_add_reaction
list_issues: github_list_issues github_search_issues jira_search_issues linear_list_issues linear_search_issues
new_issue: github_create_issue jira_create_issue linear_create_issue
move_issue: github_update_issue jira_transition_issue linear_update_issue
assign_issue: github_update_issue jira_update_issue linear_update_issue
comment_issue: github_create_issue_comment jira_create_comment linear_create_comment
list_prs: github_list_pull_requests github_search_issues
list_deals: hubspot_list_deals pipedrive_list_deals salesforce_list_opportunities
move_deal: hubspot_update_deal pipedrive_update_deal salesforce_update_record
find_contact: hubspot_list_contacts hubspot_get_contact microsoft_list_contacts pipedrive_list_persons pipedrive_search_items salesforce_list_contacts salesforce_search_records
new_contact: hubspot_create_contact pipedrive_create_person salesforce_create_record
crm_note: hubspot_create_note pipedrive_create_note
post: linkedin_create_post twitter_create_post`;

/** Name of a group → its tools. */
export const SAME_AT_SEVERAL: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  GROUPS.trim()
    .split("\n")
    .map((line) => {
      const [name = "", tools = ""] = line.split(": ");
      return [name, tools.split(" ")];
    }),
);
