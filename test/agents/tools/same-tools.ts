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
list_events: google_calendar_list_events microsoft_list_events calendly_list_events zoom_list_meetings zoom_list_schedule
respond: google_calendar_respond_to_event microsoft_respond_to_event
calendars: google_calendar_list_calendars microsoft_list_calendars
create_event: google_calendar_create_event microsoft_create_event zoom_create_meeting
move_event: google_calendar_update_event microsoft_update_event zoom_update_meeting
drop_event: google_calendar_delete_event microsoft_delete_event calendly_cancel_event zoom_delete_meeting
free: google_calendar_find_busy_times microsoft_find_busy_times calendly_list_available_times calendly_list_busy_times
list_files: google_drive_list_files microsoft_list_files microsoft_list_folder_files slack_list_files
download: google_drive_download_file google_drive_export_file microsoft_download_file slack_download_file
upload: google_drive_upload_file microsoft_upload_file slack_upload_file
new_folder: google_drive_upload_file microsoft_create_folder
move_file: google_drive_update_file microsoft_update_file
drop_file: google_drive_update_file microsoft_delete_file
chat: slack_send_message discord_send_message
react: slack_add_reaction discord_add_reaction
list_issues: github_list_issues github_search_issues gitlab_list_issues gitlab_list_my_issues gitlab_search_issues jira_search_issues linear_list_issues linear_search_issues zendesk_list_tickets zendesk_search_tickets
new_issue: github_create_issue gitlab_create_issue jira_create_issue linear_create_issue zendesk_create_ticket
move_issue: github_update_issue gitlab_update_issue jira_transition_issue linear_update_issue zendesk_update_ticket
assign_issue: github_update_issue gitlab_update_issue jira_update_issue linear_update_issue zendesk_update_ticket
comment_issue: asana_create_comment github_create_issue_comment gitlab_create_issue_comment jira_create_comment linear_create_comment zendesk_add_comment
list_prs: github_list_pull_requests github_search_issues gitlab_list_merge_requests gitlab_list_my_merge_requests gitlab_search_merge_requests
new_pr: github_create_pull_request gitlab_create_merge_request
read_pr: github_get_pull_request gitlab_get_merge_request
review_pr: github_review_pull_request gitlab_approve_merge_request
merge_pr: github_merge_pull_request gitlab_merge_merge_request
comment_pr: github_create_issue_comment gitlab_create_merge_request_comment
pr_files: github_list_pull_request_files gitlab_list_merge_request_diffs
pr_reviews: github_list_pull_request_reviews gitlab_list_merge_request_comments
issue_comments: github_list_issue_comments gitlab_list_issue_comments jira_list_comments linear_list_comments zendesk_list_comments
repos: github_list_repos gitlab_list_projects
repo_people: github_list_collaborators gitlab_list_members
branches: github_list_branches gitlab_list_branches
new_branch: github_create_branch gitlab_create_branch
commits: github_list_commits gitlab_list_commits
read_code: github_get_file gitlab_get_source_file
write_code: github_write_file gitlab_commit_files gitlab_create_source_file gitlab_update_source_file
search_code: github_search_code gitlab_search_code
builds: github_list_workflow_runs github_get_workflow_run gitlab_list_ci_pipelines gitlab_get_ci_pipeline
run_build: github_run_workflow gitlab_run_ci_pipeline
job_log: github_get_job_log gitlab_get_ci_job_log
labels: github_list_labels gitlab_list_labels
notifications: github_list_notifications gitlab_list_todos
list_deals: hubspot_list_deals pipedrive_list_deals salesforce_list_opportunities
move_deal: hubspot_update_deal pipedrive_update_deal salesforce_update_record
find_contact: hubspot_list_contacts hubspot_get_contact microsoft_list_contacts pipedrive_list_persons pipedrive_search_items salesforce_list_contacts salesforce_search_records
find_customer: shopify_get_customer shopify_list_customers stripe_get_customer stripe_list_customers stripe_search_customers zendesk_get_user zendesk_search_users
new_contact: hubspot_create_contact pipedrive_create_person salesforce_create_record
crm_note: hubspot_create_note pipedrive_create_note
post: linkedin_create_post twitter_create_post`;

/** Name of a group → its tools. */
const SAME_AT_SEVERAL: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  GROUPS.trim()
    .split("\n")
    .map((line) => {
      const [name = "", tools = ""] = line.split(": ");
      return [name, tools.split(" ")];
    }),
);

/** The tools of a label: names, and `@name` for the same tool at several providers. */
export function toolsOf(label: string): string[] {
  const names = label.split(" ").filter(Boolean);
  return names.flatMap((name) => (name.startsWith("@") ? (SAME_AT_SEVERAL[name.slice(1)] ?? [name]) : [name]));
}
