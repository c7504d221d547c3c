// Generated from the plugins by scripts/client-types.ts; do not edit.
import type { Endpoint, ListEndpoint } from "./endpoint.ts";

export interface Providers {
  airtable: {
    account: {
      /** Get the Airtable user whose account is connected: id and email address. */
      getMe: Endpoint<"airtable_get_me">;
    };
    bases: {
      /** List the Airtable bases that are shared with this integration. */
      listBases: ListEndpoint<"airtable_list_bases">;
      /** List the tables of an Airtable base with the names, ids and types of their fields. */
      listTables: ListEndpoint<"airtable_list_tables">;
      /** Get one Airtable table: its fields with types, options of selects and links, and its views. */
      getTable: Endpoint<"airtable_get_table">;
      /** Create a table with its fields in an Airtable base. */
      createTable: Endpoint<"airtable_create_table">;
      /** Rename an Airtable table, or change its description. */
      updateTable: Endpoint<"airtable_update_table">;
      /** Add a field (column) to an Airtable table. */
      createField: Endpoint<"airtable_create_field">;
      /** Rename a field (column) of an Airtable table, or change its description. */
      updateField: Endpoint<"airtable_update_field">;
    };
    records: {
      /** List the records (rows) of an Airtable table or view, optionally filtered by a formula. */
      listRecords: ListEndpoint<"airtable_list_records">;
      /** Search an Airtable table for records with a text in a field, or changed since a time. */
      searchRecords: ListEndpoint<"airtable_search_records">;
      /** Get one Airtable record with all its fields. */
      getRecord: Endpoint<"airtable_get_record">;
      /** Create one to ten records (rows) in an Airtable table. */
      createRecords: Endpoint<"airtable_create_records">;
      /** Change fields of one Airtable record; the others stay as they are. */
      updateRecord: Endpoint<"airtable_update_record">;
      /** Change fields of up to ten Airtable records at once; their other fields stay as they are. */
      updateRecords: Endpoint<"airtable_update_records">;
      /** Create or update up to ten Airtable records, matched by fields such as an email address or your own id. */
      upsertRecords: Endpoint<"airtable_upsert_records">;
      /** Delete an Airtable record. */
      deleteRecord: Endpoint<"airtable_delete_record">;
      /** Delete up to ten Airtable records at once. */
      deleteRecords: Endpoint<"airtable_delete_records">;
      /** Attach a file of up to 5 MB to an Airtable record; files that are already in its field are kept. */
      uploadAttachment: Endpoint<"airtable_upload_attachment">;
    };
    comments: {
      /** List the comments on an Airtable record, the newest first. */
      listComments: ListEndpoint<"airtable_list_comments">;
      /** Comment on an Airtable record, or reply to a comment. */
      createComment: Endpoint<"airtable_create_comment">;
      /** Change the text of a comment that the connected user wrote on an Airtable record. */
      updateComment: Endpoint<"airtable_update_comment">;
      /** Delete a comment on an Airtable record. */
      deleteComment: Endpoint<"airtable_delete_comment">;
    };
  };
  asana: {
    tasks: {
      /** List the Asana tasks of a project, a section, or of a person in a workspace (assignee=me for the connected user). */
      listTasks: ListEndpoint<"asana_list_tasks">;
      /** Search the Asana tasks of a workspace by words, person, project, tag or due date: at most 100 results; only in paid plans. */
      searchTasks: ListEndpoint<"asana_search_tasks">;
      /** Get one Asana task with description, assignee, dates, projects, tags and custom fields. */
      getTask: Endpoint<"asana_get_task">;
      /** List the subtasks of an Asana task. */
      listSubtasks: ListEndpoint<"asana_list_subtasks">;
      /** Create an Asana task in a project, a section or a workspace, or as a subtask. */
      createTask: Endpoint<"asana_create_task">;
      /** Change an Asana task: complete or reopen it, assign it, set its title, description, dates or custom fields. */
      updateTask: Endpoint<"asana_update_task">;
      /** Move an Asana task to another section, or add it to another project as well. */
      moveTask: Endpoint<"asana_move_task">;
      /** Put a tag on an Asana task. */
      tagTask: Endpoint<"asana_tag_task">;
      /** Delete an Asana task; it stays in the trash for 30 days. */
      deleteTask: Endpoint<"asana_delete_task">;
    };
    comments: {
      /** List the comments on an Asana task, the oldest first. */
      listComments: ListEndpoint<"asana_list_comments">;
      /** Comment on an Asana task, as plain text. */
      createComment: Endpoint<"asana_create_comment">;
    };
    attachments: {
      /** List the files attached to an Asana task. */
      listAttachments: ListEndpoint<"asana_list_attachments">;
    };
    projects: {
      /** List the Asana projects of a workspace or a team. */
      listProjects: ListEndpoint<"asana_list_projects">;
      /** Get one Asana project with description, owner and dates. */
      getProject: Endpoint<"asana_get_project">;
      /** Create a project in an Asana workspace, or in a team of an organization. */
      createProject: Endpoint<"asana_create_project">;
      /** Change an Asana project: its name, description, owner or dates, or archive it. */
      updateProject: Endpoint<"asana_update_project">;
      /** List the sections of an Asana project, the columns of its board. */
      listSections: ListEndpoint<"asana_list_sections">;
      /** Add a section, a column of the board, to an Asana project. */
      createSection: Endpoint<"asana_create_section">;
      /** List the custom fields of an Asana project with their ids and options, as tasks take them. */
      listProjectFields: ListEndpoint<"asana_list_project_fields">;
    };
    workspaces: {
      /** List the Asana workspaces and organizations that the connected user is in. */
      listWorkspaces: ListEndpoint<"asana_list_workspaces">;
    };
    teams: {
      /** List the teams of an Asana organization. */
      listTeams: ListEndpoint<"asana_list_teams">;
    };
    tags: {
      /** List the tags of an Asana workspace. */
      listTags: ListEndpoint<"asana_list_tags">;
    };
    users: {
      /** Get the connected Asana user, with their workspaces. */
      getMe: Endpoint<"asana_get_me">;
      /** List the people in an Asana workspace or team. */
      listUsers: ListEndpoint<"asana_list_users">;
    };
  };
  calendly: {
    profile: {
      /** Get the connected Calendly user: name, email address, time zone and public booking page. */
      getMe: Endpoint<"calendly_get_me">;
    };
    eventTypes: {
      /** List the Calendly event types: the kinds of meeting that others can book, with their booking pages. */
      listEventTypes: ListEndpoint<"calendly_list_event_types">;
      /** Get one Calendly event type, with its questions and the places it can be held at. */
      getEventType: Endpoint<"calendly_get_event_type">;
    };
    availability: {
      /** List the free times at which a Calendly event type can be booked. */
      listAvailableTimes: ListEndpoint<"calendly_list_available_times">;
      /** List when the connected Calendly user is busy, with meetings of Calendly and of their other calendars. */
      listBusyTimes: ListEndpoint<"calendly_list_busy_times">;
      /** List the working hours that the connected Calendly user offers for meetings. */
      listAvailabilitySchedules: ListEndpoint<"calendly_list_availability_schedules">;
    };
    events: {
      /** List the meetings booked with Calendly, past and upcoming, sorted by start. */
      listEvents: ListEndpoint<"calendly_list_events">;
      /** Get one meeting booked with Calendly: time, place or link, hosts and guests. */
      getEvent: Endpoint<"calendly_get_event">;
      /** List who booked a Calendly meeting, with their answers and the links to cancel or reschedule. */
      listInvitees: ListEndpoint<"calendly_list_invitees">;
      /** Cancel a Calendly meeting; Calendly emails its guests, with the reason if one is given. */
      cancelEvent: Endpoint<"calendly_cancel_event">;
      /** Mark an invitee of a past Calendly meeting as a no-show: the person did not come. */
      markNoShow: Endpoint<"calendly_mark_no_show">;
      /** Remove the no-show mark from an invitee of a Calendly meeting. */
      unmarkNoShow: Endpoint<"calendly_unmark_no_show">;
      /** Book a Calendly meeting for an invitee at a free time; calendly_list_available_times returns the times. */
      createBooking: Endpoint<"calendly_create_booking">;
    };
    schedulingLinks: {
      /** Create a Calendly link for booking a single meeting of an event type. */
      createSchedulingLink: Endpoint<"calendly_create_scheduling_link">;
    };
  };
  discord: {
    guilds: {
      /** List or find the Discord servers (guilds) that the connected user is a member of. */
      listGuilds: ListEndpoint<"discord_list_guilds">;
      /** Get one Discord server: name, description, owner and number of members. */
      getGuild: Endpoint<"discord_get_guild">;
    };
    members: {
      /** List the roles of a Discord server. */
      listRoles: ListEndpoint<"discord_list_roles">;
      /** Find members of a Discord server whose user name or nickname starts with a text. */
      findMembers: ListEndpoint<"discord_find_members">;
    };
    channels: {
      /** List or find the channels of a Discord server that the connected user can see. */
      listChannels: ListEndpoint<"discord_list_channels">;
      /** List or find the active threads and forum posts of a Discord server that the connected user can see. */
      listThreads: ListEndpoint<"discord_list_threads">;
      /** Get one Discord channel or thread: name, topic, type and tags. */
      getChannel: Endpoint<"discord_get_channel">;
    };
    messages: {
      /** Create (start) a thread in a Discord channel, on one of its messages, or a post in a forum. */
      createThread: Endpoint<"discord_create_thread">;
      /** Read the messages of a Discord channel or thread, newest first. */
      listMessages: ListEndpoint<"discord_list_messages">;
      /** Read one message of a Discord channel or thread, with its attachments and reactions. */
      getMessage: Endpoint<"discord_get_message">;
      /** Send (post) a message to a Discord channel or thread, or reply to one. */
      sendMessage: Endpoint<"discord_send_message">;
      /** Edit a message that the app's bot has sent to a Discord channel or thread, for people who may manage messages there. */
      editMessage: Endpoint<"discord_edit_message">;
      /** Delete a message of a Discord channel or thread, for people who may manage messages there. */
      deleteMessage: Endpoint<"discord_delete_message">;
      /** React with an emoji to a Discord message, as the app's bot. */
      addReaction: Endpoint<"discord_add_reaction">;
      /** List the pinned messages of a Discord channel or thread, last pinned first. */
      listPins: ListEndpoint<"discord_list_pins">;
      /** Search the messages of a Discord server in the channels that the connected user may read, newest first. */
      searchMessages: ListEndpoint<"discord_search_messages">;
    };
    events: {
      /** List the scheduled events of a Discord server that the connected user can see. */
      listEvents: ListEndpoint<"discord_list_events">;
      /** Get one scheduled event of a Discord server: time, place and how many people are interested. */
      getEvent: Endpoint<"discord_get_event">;
      /** Schedule (create) an event in a Discord server, in a voice or stage channel or at a place outside. */
      createEvent: Endpoint<"discord_create_event">;
      /** Cancel a scheduled event of a Discord server before it starts, for people who may manage events there. */
      cancelEvent: Endpoint<"discord_cancel_event">;
    };
    profile: {
      /** Get the connected Discord account: name, user name, picture. */
      getMe: Endpoint<"discord_get_me">;
    };
  };
  github: {
    repos: {
      /** List the GitHub repositories that the connected user owns or can reach. */
      listRepos: ListEndpoint<"github_list_repos">;
      /** Get the details of one GitHub repository. */
      getRepo: Endpoint<"github_get_repo">;
      /** List the branches of a GitHub repository. */
      listBranches: ListEndpoint<"github_list_branches">;
      /** Create a branch in a GitHub repository, from another branch, a tag or a commit. */
      createBranch: Endpoint<"github_create_branch">;
      /** List the commits of a GitHub repository, newest first. */
      listCommits: ListEndpoint<"github_list_commits">;
      /** List the files and folders in one folder of a GitHub repository. */
      listFiles: ListEndpoint<"github_list_files">;
      /** Read a file of a GitHub repository; its id is the content's sha, which github_write_file needs to change it. */
      getFile: Endpoint<"github_get_file">;
      /** Read the README of a GitHub repository, or of one of its folders. */
      getReadme: Endpoint<"github_get_readme">;
      /** Create or change a file in a GitHub repository, as one commit. */
      writeFile: Endpoint<"github_write_file">;
      /** List the releases of a GitHub repository, newest first. */
      listReleases: ListEndpoint<"github_list_releases">;
      /** Get the latest release of a GitHub repository, leaving out drafts and prereleases. */
      getLatestRelease: Endpoint<"github_get_latest_release">;
      /** Publish a release of a GitHub repository, or save it as a draft; creates the tag if it is missing. */
      createRelease: Endpoint<"github_create_release">;
    };
    collaborators: {
      /** List the people who have access to a GitHub repository, with their roles. */
      listCollaborators: ListEndpoint<"github_list_collaborators">;
    };
    actions: {
      /** List the GitHub Actions workflows of a repository. */
      listWorkflows: ListEndpoint<"github_list_workflows">;
      /** List the runs of GitHub Actions in a repository, or of one workflow, newest first. */
      listWorkflowRuns: ListEndpoint<"github_list_workflow_runs">;
      /** Get one run of a GitHub Actions workflow: status, conclusion, branch, commit. */
      getWorkflowRun: Endpoint<"github_get_workflow_run">;
      /** List the jobs of a GitHub Actions run with their steps, to see which one failed. */
      listWorkflowJobs: ListEndpoint<"github_list_workflow_jobs">;
      /** Read the end of the log of a GitHub Actions job, as text. */
      getJobLog: Endpoint<"github_get_job_log">;
      /** Start a GitHub Actions workflow by hand; its file must allow it with workflow_dispatch. */
      runWorkflow: Endpoint<"github_run_workflow">;
      /** Rerun a GitHub Actions workflow run, all of its jobs or only the failed ones; the run keeps its id. */
      rerunWorkflow: Endpoint<"github_rerun_workflow">;
      /** Cancel a GitHub Actions workflow run that has not ended. */
      cancelWorkflowRun: Endpoint<"github_cancel_workflow_run">;
    };
    issues: {
      /** List the issues of a GitHub repository. */
      listIssues: ListEndpoint<"github_list_issues">;
      /** Open an issue in a GitHub repository. */
      createIssue: Endpoint<"github_create_issue">;
      /** Get one issue of a GitHub repository by its number. */
      getIssue: Endpoint<"github_get_issue">;
      /** Change a GitHub issue: edit its text, close or reopen it, label or assign it. */
      updateIssue: Endpoint<"github_update_issue">;
      /** List the comments of a GitHub issue or pull request, oldest first. */
      listIssueComments: ListEndpoint<"github_list_issue_comments">;
      /** Comment on a GitHub issue or pull request. */
      createIssueComment: Endpoint<"github_create_issue_comment">;
      /** List the labels that a GitHub repository has for its issues and pull requests. */
      listLabels: ListEndpoint<"github_list_labels">;
    };
    pulls: {
      /** List the pull requests of a GitHub repository. */
      listPullRequests: ListEndpoint<"github_list_pull_requests">;
      /** Open a pull request in a GitHub repository. */
      createPullRequest: Endpoint<"github_create_pull_request">;
      /** Get one pull request of a GitHub repository by its number, with its size and whether it can be merged. */
      getPullRequest: Endpoint<"github_get_pull_request">;
      /** Change a GitHub pull request: edit its text, close or reopen it, change its base branch. */
      updatePullRequest: Endpoint<"github_update_pull_request">;
      /** Merge a GitHub pull request into its base branch. */
      mergePullRequest: Endpoint<"github_merge_pull_request">;
      /** List the files that a GitHub pull request changes, with their diffs; 3,000 at most. */
      listPullRequestFiles: ListEndpoint<"github_list_pull_request_files">;
      /** List the reviews of a GitHub pull request, oldest first. */
      listPullRequestReviews: ListEndpoint<"github_list_pull_request_reviews">;
      /** Review a GitHub pull request: approve it, request changes or comment, also on single lines. */
      reviewPullRequest: Endpoint<"github_review_pull_request">;
    };
    search: {
      /** Search the issues and pull requests of all GitHub repositories that the connected user can see. */
      issues: ListEndpoint<"github_search_issues">;
      /** Search GitHub repositories by name, description, topic, language or owner. */
      repos: ListEndpoint<"github_search_repos">;
      /** Search the source code of GitHub repositories, in files up to 384 KB on default branches. */
      code: ListEndpoint<"github_search_code">;
    };
    users: {
      /** Get the GitHub profile of the connected user. */
      getUser: Endpoint<"github_get_user">;
    };
    orgs: {
      /** List the GitHub organizations that the connected user belongs to. */
      listOrgs: ListEndpoint<"github_list_orgs">;
    };
    notifications: {
      /** List the GitHub notifications of the connected user, newest first; only unread ones by default. */
      listNotifications: ListEndpoint<"github_list_notifications">;
    };
  };
  gitlab: {
    users: {
      /** Get the GitLab profile of the connected user. */
      getMe: Endpoint<"gitlab_get_me">;
      /** Find people on GitLab by name, username or email address. */
      findUsers: ListEndpoint<"gitlab_find_users">;
    };
    projects: {
      /** List or search GitLab projects, by default those of the connected user. */
      listProjects: ListEndpoint<"gitlab_list_projects">;
      /** Get one GitLab project: description, default branch, visibility and what the user may do there. */
      getProject: Endpoint<"gitlab_get_project">;
      /** List or search the members of a GitLab project, direct ones and those of its groups. */
      listMembers: ListEndpoint<"gitlab_list_members">;
      /** List the labels that issues and merge requests of a GitLab project can have. */
      listLabels: ListEndpoint<"gitlab_list_labels">;
    };
    issues: {
      /** List or search the issues of a GitLab project. */
      listIssues: ListEndpoint<"gitlab_list_issues">;
      /** List the GitLab issues of the connected user in all projects: assigned to them, or opened by them. */
      listMyIssues: ListEndpoint<"gitlab_list_my_issues">;
      /** Get one issue of a GitLab project by its number. */
      getIssue: Endpoint<"gitlab_get_issue">;
      /** Open an issue in a GitLab project. */
      createIssue: Endpoint<"gitlab_create_issue">;
      /** Change a GitLab issue: title, text, labels, assignees; close or reopen it. */
      updateIssue: Endpoint<"gitlab_update_issue">;
      /** List the comments on a GitLab issue, newest first, including GitLab's own notes about changes. */
      listIssueComments: ListEndpoint<"gitlab_list_issue_comments">;
      /** Comment on a GitLab issue. */
      createIssueComment: Endpoint<"gitlab_create_issue_comment">;
    };
    mergeRequests: {
      /** List or search the merge requests of a GitLab project. */
      listMergeRequests: ListEndpoint<"gitlab_list_merge_requests">;
      /** List the GitLab merge requests of the connected user in all projects: to review, assigned, or their own. */
      listMyMergeRequests: ListEndpoint<"gitlab_list_my_merge_requests">;
      /** Get one GitLab merge request by its number: whether it can be merged, its pipeline, its reviewers. */
      getMergeRequest: Endpoint<"gitlab_get_merge_request">;
      /** List the files that a GitLab merge request changes, each with its diff. */
      listMergeRequestDiffs: ListEndpoint<"gitlab_list_merge_request_diffs">;
      /** Open a merge request in GitLab. */
      createMergeRequest: Endpoint<"gitlab_create_merge_request">;
      /** Change a GitLab merge request: title, text, target branch, reviewers, labels; close or reopen it. */
      updateMergeRequest: Endpoint<"gitlab_update_merge_request">;
      /** Approve a GitLab merge request in the name of the connected user. */
      approveMergeRequest: Endpoint<"gitlab_approve_merge_request">;
      /** Merge a GitLab merge request, at once or when its pipeline succeeds. */
      mergeMergeRequest: Endpoint<"gitlab_merge_merge_request">;
      /** List the comments on a GitLab merge request, newest first, including GitLab's own notes about changes. */
      listMergeRequestComments: ListEndpoint<"gitlab_list_merge_request_comments">;
      /** Comment on a GitLab merge request. */
      createMergeRequestComment: Endpoint<"gitlab_create_merge_request_comment">;
    };
    code: {
      /** List or search the branches of a GitLab project. */
      listBranches: ListEndpoint<"gitlab_list_branches">;
      /** Create a branch in a GitLab project, from another branch, a tag or a commit. */
      createBranch: Endpoint<"gitlab_create_branch">;
      /** List the commits of a GitLab project, newest first. */
      listCommits: ListEndpoint<"gitlab_list_commits">;
      /** Get one commit of a GitLab project, with its size and the state of its pipeline. */
      getCommit: Endpoint<"gitlab_get_commit">;
      /** Create, change, move and delete files of a GitLab project in one commit. */
      commitFiles: Endpoint<"gitlab_commit_files">;
      /** List the files and folders in one folder of a GitLab project, or all below it. */
      listSourceFiles: ListEndpoint<"gitlab_list_source_files">;
      /** Read a file of a GitLab project; its id is the last commit that changed it. */
      getSourceFile: Endpoint<"gitlab_get_source_file">;
      /** Add a file to a GitLab project, as one commit. */
      createSourceFile: Endpoint<"gitlab_create_source_file">;
      /** Change a file of a GitLab project, as one commit. */
      updateSourceFile: Endpoint<"gitlab_update_source_file">;
      /** Delete a file of a GitLab project, as one commit. */
      deleteSourceFile: Endpoint<"gitlab_delete_source_file">;
    };
    ci: {
      /** List the CI pipelines of a GitLab project, newest first. */
      listCiPipelines: ListEndpoint<"gitlab_list_ci_pipelines">;
      /** Get one CI pipeline of a GitLab project: status, duration, coverage, who started it. */
      getCiPipeline: Endpoint<"gitlab_get_ci_pipeline">;
      /** Start a CI pipeline of a GitLab project on a branch or tag. */
      runCiPipeline: Endpoint<"gitlab_run_ci_pipeline">;
      /** Run the failed and cancelled jobs of a GitLab CI pipeline again. */
      retryCiPipeline: Endpoint<"gitlab_retry_ci_pipeline">;
      /** Cancel the jobs of a GitLab CI pipeline that have not ended. */
      cancelCiPipeline: Endpoint<"gitlab_cancel_ci_pipeline">;
      /** List the CI jobs of a GitLab project or of one pipeline, newest first, to see which one failed. */
      listCiJobs: ListEndpoint<"gitlab_list_ci_jobs">;
      /** Read the end of the log of a GitLab CI job, as text. */
      getCiJobLog: Endpoint<"gitlab_get_ci_job_log">;
      /** Run a GitLab CI job again; the new run has another id. */
      retryCiJob: Endpoint<"gitlab_retry_ci_job">;
    };
    search: {
      /** Search the issues of all GitLab projects that the user can see, or of one. */
      issues: ListEndpoint<"gitlab_search_issues">;
      /** Search the merge requests of all GitLab projects that the user can see, or of one. */
      mergeRequests: ListEndpoint<"gitlab_search_merge_requests">;
      /** Search the code of a GitLab project for words, also in file names. */
      code: ListEndpoint<"gitlab_search_code">;
    };
    todos: {
      /** List the GitLab to-do items of the connected user, newest first: mentions, assignments, reviews. */
      listTodos: ListEndpoint<"gitlab_list_todos">;
      /** Mark a GitLab to-do item as done. */
      finishTodo: Endpoint<"gitlab_finish_todo">;
    };
  };
  google: {
    gmail: {
      /** List or search emails in Gmail, newest first, with sender, subject, date and first words. */
      listMessages: ListEndpoint<"google_gmail_list_messages">;
      /** Read one email in Gmail: headers, text, HTML and the list of its attachments. */
      getMessage: Endpoint<"google_gmail_get_message">;
      /** Download a file attached to an email in Gmail. */
      getAttachment: Endpoint<"google_gmail_get_attachment">;
      /** Add labels to an email in Gmail or remove them: remove UNREAD to mark it as read, add STARRED to star it, remove INBOX to archive it. */
      modifyMessage: Endpoint<"google_gmail_modify_message">;
      /** Move an email in Gmail to the trash. */
      trashMessage: Endpoint<"google_gmail_trash_message">;
      /** List or search email conversations (threads) in Gmail, newest first. */
      listThreads: ListEndpoint<"google_gmail_list_threads">;
      /** Read an email conversation (thread) in Gmail with all its messages, oldest first. */
      getThread: Endpoint<"google_gmail_get_thread">;
      /** List the labels of a Gmail mailbox: folders such as INBOX and the user's own, with their ids. */
      listLabels: ListEndpoint<"google_gmail_list_labels">;
      /** Get the Gmail mailbox's email address and how many messages and conversations it holds. */
      getProfile: Endpoint<"google_gmail_get_profile">;
      /** Send an email with Gmail, as text or HTML, with attachments. */
      sendMessage: Endpoint<"google_gmail_send_message">;
      /** Reply to an email in Gmail, within its conversation. */
      replyToMessage: Endpoint<"google_gmail_reply_to_message">;
      /** List the email drafts in Gmail, with recipients, subject and first words. */
      listDrafts: ListEndpoint<"google_gmail_list_drafts">;
      /** Write an email draft in Gmail, for a person to look over and send later. */
      createDraft: Endpoint<"google_gmail_create_draft">;
      /** Read one email draft in Gmail. */
      getDraft: Endpoint<"google_gmail_get_draft">;
      /** Send an email draft in Gmail. */
      sendDraft: Endpoint<"google_gmail_send_draft">;
      /** Delete an email draft in Gmail, for good. */
      deleteDraft: Endpoint<"google_gmail_delete_draft">;
      /** Forward an email in Gmail to others, with its attachments and an optional comment above it. */
      forwardMessage: Endpoint<"google_gmail_forward_message">;
    };
    calendar: {
      /** List or search events in Google Calendar by start time; each occurrence of a recurring event is listed. */
      listEvents: ListEndpoint<"google_calendar_list_events">;
      /** Get one event in Google Calendar: time, place, guests and their answers, meeting link. */
      getEvent: Endpoint<"google_calendar_get_event">;
      /** Create an event in Google Calendar, with guests, reminders, repetition or a Google Meet link. */
      createEvent: Endpoint<"google_calendar_create_event">;
      /** Change an event in Google Calendar: only the fields sent change. */
      updateEvent: Endpoint<"google_calendar_update_event">;
      /** Accept, tentatively accept or decline an invitation in Google Calendar. */
      respondToEvent: Endpoint<"google_calendar_respond_to_event">;
      /** Delete an event in Google Calendar. */
      deleteEvent: Endpoint<"google_calendar_delete_event">;
      /** List the user's calendars in Google Calendar, own and shared, with their ids and time zones. */
      listCalendars: ListEndpoint<"google_calendar_list_calendars">;
      /** Find when people or calendars in Google Calendar are busy or free between two times. */
      findBusyTimes: Endpoint<"google_calendar_find_busy_times">;
    };
    drive: {
      /** List or search files and folders in Google Drive, by words in name or content, by folder or by type. */
      listFiles: ListEndpoint<"google_drive_list_files">;
      /** Get the details of one file or folder in Google Drive: type, size, owners, folders, links. */
      getFile: Endpoint<"google_drive_get_file">;
      /** Download the content of a file in Google Drive. */
      downloadFile: Endpoint<"google_drive_download_file">;
      /** Export a Google Doc, Sheet or Slides file from Google Drive as another type, such as PDF or Word. */
      exportFile: Endpoint<"google_drive_export_file">;
      /** Upload a file to Google Drive, or create a folder, a Google Doc or a Google Sheet. */
      uploadFile: Endpoint<"google_drive_upload_file">;
      /** Copy a file in Google Drive, under another name or into another folder. */
      copyFile: Endpoint<"google_drive_copy_file">;
      /** Rename, describe, star, move or trash a file or folder in Google Drive. */
      updateFile: Endpoint<"google_drive_update_file">;
      /** List who has access to a file or folder in Google Drive, and what they may do. */
      listPermissions: ListEndpoint<"google_drive_list_permissions">;
      /** Share a file or folder in Google Drive with a person, a group, a domain or everybody who has the link. */
      shareFile: Endpoint<"google_drive_share_file">;
      /** Remove a person's access to a file or folder in Google Drive. */
      unshareFile: Endpoint<"google_drive_unshare_file">;
    };
    profile: {
      /** Get the connected Google account: name, email address, picture and Workspace domain. */
      getMe: Endpoint<"google_get_me">;
    };
  };
  hubspot: {
    contacts: {
      /** List or search the contacts in HubSpot, by words, owner, company or lifecycle stage. */
      listContacts: ListEndpoint<"hubspot_list_contacts">;
      /** Get one HubSpot contact by its id or email address. */
      getContact: Endpoint<"hubspot_get_contact">;
      /** Create a contact in HubSpot. */
      createContact: Endpoint<"hubspot_create_contact">;
      /** Change a HubSpot contact: name, phone number, lifecycle stage, owner or any other property. */
      updateContact: Endpoint<"hubspot_update_contact">;
    };
    companies: {
      /** List or search the companies in HubSpot, by words, domain, owner or one of their contacts. */
      listCompanies: ListEndpoint<"hubspot_list_companies">;
      /** Get one company in HubSpot by its id. */
      getCompany: Endpoint<"hubspot_get_company">;
      /** Create a company in HubSpot. */
      createCompany: Endpoint<"hubspot_create_company">;
      /** Change a company in HubSpot: name, domain, owner or any other property. */
      updateCompany: Endpoint<"hubspot_update_company">;
    };
    deals: {
      /** List or search the deals in HubSpot, by words, owner, pipeline, stage, contact or company. */
      listDeals: ListEndpoint<"hubspot_list_deals">;
      /** Get one deal in HubSpot by its id. */
      getDeal: Endpoint<"hubspot_get_deal">;
      /** Create a deal in HubSpot, in a stage of a pipeline, for contacts and companies. */
      createDeal: Endpoint<"hubspot_create_deal">;
      /** Change a deal in HubSpot: move it to another stage, set its amount, closing date, owner or any property. */
      updateDeal: Endpoint<"hubspot_update_deal">;
      /** List the pipelines of HubSpot deals with their stages. */
      listDealPipelines: ListEndpoint<"hubspot_list_deal_pipelines">;
    };
    tickets: {
      /** List or search the support tickets in HubSpot, by words, owner, pipeline, stage, contact or company. */
      listTickets: ListEndpoint<"hubspot_list_tickets">;
      /** Create a support ticket in HubSpot, in a stage of a pipeline, for contacts, companies and deals. */
      createTicket: Endpoint<"hubspot_create_ticket">;
      /** List the pipelines of HubSpot tickets with their stages. */
      listTicketPipelines: ListEndpoint<"hubspot_list_ticket_pipelines">;
    };
    activities: {
      /** Write a note in HubSpot on the timeline of contacts, companies, deals or tickets. */
      createNote: Endpoint<"hubspot_create_note">;
      /** Create a task in HubSpot with a due time, for an owner, about contacts, companies, deals or tickets. */
      createTask: Endpoint<"hubspot_create_task">;
    };
    owners: {
      /** List the owners in HubSpot: the users to whom contacts, deals and tickets can be assigned. */
      listOwners: ListEndpoint<"hubspot_list_owners">;
    };
    account: {
      /** Get the connected HubSpot account (portal): its id, who connected it, time zone and currency. */
      getMe: Endpoint<"hubspot_get_me">;
    };
  };
  jira: {
    issues: {
      /** Search Jira issues by text, project, status, assignee and more, or by JQL; the latest change first. */
      searchIssues: ListEndpoint<"jira_search_issues">;
      /** Read one Jira issue: its description as Markdown, status, people, labels, dates and parent. */
      getIssue: Endpoint<"jira_get_issue">;
      /** Create a Jira issue in a project, with its description as Markdown. */
      createIssue: Endpoint<"jira_create_issue">;
      /** Change a Jira issue: title, description, assignee, priority, labels, due date, parent or custom fields. */
      updateIssue: Endpoint<"jira_update_issue">;
      /** Delete a Jira issue permanently. */
      deleteIssue: Endpoint<"jira_delete_issue">;
      /** List the steps that a Jira issue can take now from its current status to another one. */
      listTransitions: ListEndpoint<"jira_list_transitions">;
      /** Move a Jira issue to another status, such as In Progress or Done, optionally with a comment. */
      transitionIssue: Endpoint<"jira_transition_issue">;
    };
    comments: {
      /** List the comments on a Jira issue as Markdown, oldest first by default. */
      listComments: ListEndpoint<"jira_list_comments">;
      /** Comment on a Jira issue, in Markdown; a person is mentioned as [@Name](accountid:ID). */
      createComment: Endpoint<"jira_create_comment">;
      /** Change the text of a comment on a Jira issue, in Markdown; formatting that Markdown cannot express is preserved. */
      updateComment: Endpoint<"jira_update_comment">;
    };
    projects: {
      /** List the Jira projects that the connected user can see, each with its issue types and lead. */
      listProjects: ListEndpoint<"jira_list_projects">;
      /** List the fields that a new Jira issue of a type takes, which of them are required, and their allowed values. */
      listIssueFields: ListEndpoint<"jira_list_issue_fields">;
    };
    users: {
      /** Get the connected Jira user: name, email address, time zone. */
      getMe: Endpoint<"jira_get_me">;
      /** Find people on the Jira site by name or email, or those to whom issues of a project can be assigned. */
      findUsers: ListEndpoint<"jira_find_users">;
    };
  };
  linear: {
    issues: {
      /** List Linear issues, newest first: filtered by team, project, assignee, state, label or time of change. */
      listIssues: ListEndpoint<"linear_list_issues">;
      /** Search Linear issues by words in their title and description, and optionally in their comments. */
      searchIssues: ListEndpoint<"linear_search_issues">;
      /** Get one Linear issue by its identifier or id. */
      getIssue: Endpoint<"linear_get_issue">;
      /** Create a Linear issue in a team. */
      createIssue: Endpoint<"linear_create_issue">;
      /** Change a Linear issue: its text, state, assignee, priority, labels, project, cycle or due date. */
      updateIssue: Endpoint<"linear_update_issue">;
      /** Archive a Linear issue. */
      archiveIssue: Endpoint<"linear_archive_issue">;
    };
    comments: {
      /** List the comments of a Linear issue, newest first. */
      listComments: ListEndpoint<"linear_list_comments">;
      /** Comment on a Linear issue, or reply to a comment; the text is Markdown. */
      createComment: Endpoint<"linear_create_comment">;
    };
    teams: {
      /** List the teams of the Linear workspace, each with its workflow states and its current cycle. */
      listTeams: ListEndpoint<"linear_list_teams">;
      /** List the labels for Linear issues: those of the workspace and those of its teams. */
      listLabels: ListEndpoint<"linear_list_labels">;
    };
    projects: {
      /** List the projects of the Linear workspace with their status, progress, lead and dates. */
      listProjects: ListEndpoint<"linear_list_projects">;
    };
    users: {
      /** Get the connected Linear user: name, email address, whether they administer the workspace. */
      getMe: Endpoint<"linear_get_me">;
      /** List the people of the Linear workspace, or find one by name or email address. */
      listUsers: ListEndpoint<"linear_list_users">;
    };
  };
  linkedin: {
    profile: {
      /** Get the connected LinkedIn member: name, picture and email address. */
      getMe: Endpoint<"linkedin_get_me">;
    };
    posts: {
      /** Publish a post on LinkedIn, as the connected member or as a company page: text, a link, pictures or a reshare. */
      createPost: Endpoint<"linkedin_create_post">;
      /** Change the text of a LinkedIn post of the connected member, or of a company page they manage. */
      updatePost: Endpoint<"linkedin_update_post">;
      /** Delete a LinkedIn post of the connected member, or of a company page they manage. */
      deletePost: Endpoint<"linkedin_delete_post">;
      /** Read one LinkedIn post of a company page that the member manages. */
      getPost: Endpoint<"linkedin_get_post">;
      /** List the LinkedIn posts of a company page that the member manages, newest first. */
      listPosts: ListEndpoint<"linkedin_list_posts">;
      /** Upload a picture to LinkedIn, to be shown in a post that linkedin_create_post publishes afterwards. */
      uploadImage: Endpoint<"linkedin_upload_image">;
    };
    comments: {
      /** List the comments on a LinkedIn post of a company page that the member manages. */
      listComments: ListEndpoint<"linkedin_list_comments">;
      /** Comment on a LinkedIn post, or reply to a comment, as the connected member or as a company page. */
      createComment: Endpoint<"linkedin_create_comment">;
      /** React to a LinkedIn post, such as with a like, as the connected member or as a company page. */
      addReaction: Endpoint<"linkedin_add_reaction">;
    };
    organizations: {
      /** List the LinkedIn company pages that the connected member has a role on, with that role. */
      listOrganizations: ListEndpoint<"linkedin_list_organizations">;
      /** Get the statistics of a LinkedIn company page: followers, and the total impressions, clicks and reactions of its posts. */
      getOrganizationStatistics: Endpoint<"linkedin_get_organization_statistics">;
    };
  };
  microsoft: {
    mail: {
      /** List or search emails in Outlook, newest first, with sender, subject, date and first words. */
      listEmails: ListEndpoint<"microsoft_list_emails">;
      /** Read one email in Outlook: recipients, text, HTML and the list of its attachments. */
      getEmail: Endpoint<"microsoft_get_email">;
      /** Download a file attached to an email in Outlook. */
      getAttachment: Endpoint<"microsoft_get_attachment">;
      /** Mark an email in Outlook as read or unread, flag it, or set its categories or importance. */
      updateEmail: Endpoint<"microsoft_update_email">;
      /** Move an email in Outlook to another folder, such as archive or junk. */
      moveEmail: Endpoint<"microsoft_move_email">;
      /** Delete an email in Outlook: it is moved to the deleted items. */
      deleteEmail: Endpoint<"microsoft_delete_email">;
      /** List the mail folders of an Outlook mailbox, with the number of emails and unread emails in each. */
      listMailFolders: ListEndpoint<"microsoft_list_mail_folders">;
      /** Send an email with Outlook, as text or HTML, with attachments. */
      sendEmail: Endpoint<"microsoft_send_email">;
      /** Reply to an email in Outlook, within its conversation. */
      replyToEmail: Endpoint<"microsoft_reply_to_email">;
      /** Forward an email in Outlook to others, with its attachments and an optional comment above it. */
      forwardEmail: Endpoint<"microsoft_forward_email">;
      /** Write an email draft in Outlook, for a person to look over and send later. */
      createDraft: Endpoint<"microsoft_create_draft">;
      /** Send an email draft in Outlook. */
      sendDraft: Endpoint<"microsoft_send_draft">;
    };
    calendar: {
      /** List or search events in the Outlook calendar. */
      listEvents: ListEndpoint<"microsoft_list_events">;
      /** Get one event in the Outlook calendar: time, place, guests and their answers, Teams link. */
      getEvent: Endpoint<"microsoft_get_event">;
      /** Create an event in the Outlook calendar, with guests, a reminder, repetition or a Teams link. */
      createEvent: Endpoint<"microsoft_create_event">;
      /** Change an event in the Outlook calendar: only the fields sent change. */
      updateEvent: Endpoint<"microsoft_update_event">;
      /** Delete an event in the Outlook calendar; guests of the user's own meetings are notified. */
      deleteEvent: Endpoint<"microsoft_delete_event">;
      /** Accept, tentatively accept or decline a meeting in the Outlook calendar. */
      respondToEvent: Endpoint<"microsoft_respond_to_event">;
      /** List the user's calendars in Outlook, own and shared, with their ids. */
      listCalendars: ListEndpoint<"microsoft_list_calendars">;
      /** Find when people or rooms are busy in the Outlook calendar between two times; work and school accounts only. */
      findBusyTimes: Endpoint<"microsoft_find_busy_times">;
    };
    drive: {
      /** List or search files and folders in OneDrive, by words in name or content, or by folder; by default in the root folder. */
      listFiles: ListEndpoint<"microsoft_list_files">;
      /** List the files and folders within one folder of OneDrive. */
      listFolderFiles: ListEndpoint<"microsoft_list_folder_files">;
      /** Get the details of one file or folder in OneDrive: type, size, location, who changed it last. */
      getFile: Endpoint<"microsoft_get_file">;
      /** Download the content of a file in OneDrive, as it is or converted to PDF. */
      downloadFile: Endpoint<"microsoft_download_file">;
      /** Upload a file to OneDrive, into a folder or the root. */
      uploadFile: Endpoint<"microsoft_upload_file">;
      /** Create a folder in OneDrive, within another one or in the root. */
      createFolder: Endpoint<"microsoft_create_folder">;
      /** Rename a file or folder in OneDrive, or move it to another folder. */
      updateFile: Endpoint<"microsoft_update_file">;
      /** Delete a file or folder in OneDrive: it is moved to the recycle bin. */
      deleteFile: Endpoint<"microsoft_delete_file">;
      /** Create a sharing link to a file or folder in OneDrive; everyone who may use the link can view or edit the item. */
      createSharingLink: Endpoint<"microsoft_create_sharing_link">;
      /** Copy a file or folder in OneDrive, under another name or into another folder. */
      copyFile: Endpoint<"microsoft_copy_file">;
    };
    contacts: {
      /** List or search the contacts of an Outlook mailbox, with email addresses and phone numbers. */
      listContacts: ListEndpoint<"microsoft_list_contacts">;
    };
    profile: {
      /** Get the profile of the connected Microsoft account: name, email address, position. */
      getMe: Endpoint<"microsoft_get_me">;
    };
  };
  notion: {
    pages: {
      /** Read a Notion page: its title, properties and complete content as Markdown, with its blocks if requested. */
      getPage: Endpoint<"notion_get_page">;
      /** Create a Notion page below another page or as a row of a database, with its content as Markdown. */
      createPage: Endpoint<"notion_create_page">;
      /** Change a Notion page's title, properties, icon or cover, lock it, or take it out of the trash. */
      updatePage: Endpoint<"notion_update_page">;
      /** Archive a Notion page: move it to the trash, together with all pages below it. */
      archivePage: Endpoint<"notion_archive_page">;
      /** Move a Notion page below another page or into a database. */
      movePage: Endpoint<"notion_move_page">;
      /** Read one property of a Notion page in full: pages cut lists of relations, people and long texts to 25 entries. */
      getPageProperty: ListEndpoint<"notion_get_page_property">;
      /** List the blocks of a Notion page or block, one level deep, each as Markdown and as Notion's own JSON. */
      listBlocks: ListEndpoint<"notion_list_blocks">;
      /** Add content to a Notion page or block, written as Markdown; by default at the end. */
      appendBlocks: Endpoint<"notion_append_blocks">;
      /** Read one Notion block, as Markdown and as Notion's own JSON, without nested blocks. */
      getBlock: Endpoint<"notion_get_block">;
      /** Replace the text of one Notion block, written as Markdown of the same kind; ticks a to-do as well. */
      updateBlock: Endpoint<"notion_update_block">;
      /** Delete a Notion block: move it to the trash, together with all blocks within it. */
      deleteBlock: Endpoint<"notion_delete_block">;
    };
    databases: {
      /** Create a Notion database (table) on a page, with properties of the given types. */
      createDatabase: Endpoint<"notion_create_database">;
      /** Get a Notion database: its title, where it is, and the data sources (tables) within it. */
      getDatabase: Endpoint<"notion_get_database">;
      /** Get a data source (table) of a Notion database: its properties (columns), their types and options. */
      getDataSource: Endpoint<"notion_get_data_source">;
      /** Query a Notion database: list its rows (pages) with their properties, filtered and sorted. */
      queryDatabase: ListEndpoint<"notion_query_database">;
    };
    search: {
      /** Search the Notion workspace for pages and databases by their title. */
      workspace: ListEndpoint<"notion_search_workspace">;
    };
    users: {
      /** Get the account that calls to Notion are made as: the bot of the connection, with the person who connected it and the workspace. */
      getMe: Endpoint<"notion_get_me">;
      /** List the people and bots of the Notion workspace; guests are not among them. */
      listUsers: ListEndpoint<"notion_list_users">;
      /** Get one person or bot of the Notion workspace. */
      getUser: Endpoint<"notion_get_user">;
    };
    comments: {
      /** List the open comments on a Notion page or block; those of resolved discussions are not shown. */
      listComments: ListEndpoint<"notion_list_comments">;
      /** Comment on a Notion page or block, or reply in a discussion; the text is Markdown. */
      createComment: Endpoint<"notion_create_comment">;
    };
  };
  pipedrive: {
    deals: {
      /** List the deals in Pipedrive, the last changed first. */
      listDeals: ListEndpoint<"pipedrive_list_deals">;
      /** Get one Pipedrive deal with its value, stage, people and custom fields. */
      getDeal: Endpoint<"pipedrive_get_deal">;
      /** Create a deal in Pipedrive, in a stage of a pipeline, with its person or organization. */
      createDeal: Endpoint<"pipedrive_create_deal">;
      /** Change a Pipedrive deal: move it to another stage, mark it as won or lost, or set its value. */
      updateDeal: Endpoint<"pipedrive_update_deal">;
      /** List the stages of the sales pipelines in Pipedrive, in order, with their pipeline. */
      listStages: ListEndpoint<"pipedrive_list_stages">;
    };
    contacts: {
      /** List the people (contacts) in Pipedrive, the last changed first. */
      listPersons: ListEndpoint<"pipedrive_list_persons">;
      /** Create a person (contact) in Pipedrive, with email addresses, phone numbers and an organization. */
      createPerson: Endpoint<"pipedrive_create_person">;
      /** List the organizations (companies) in Pipedrive, the last changed first. */
      listOrganizations: ListEndpoint<"pipedrive_list_organizations">;
      /** Create an organization (company) in Pipedrive. */
      createOrganization: Endpoint<"pipedrive_create_organization">;
    };
    activities: {
      /** List the activities in Pipedrive: calls, meetings and tasks. */
      listActivities: ListEndpoint<"pipedrive_list_activities">;
      /** Plan a call, meeting or task in Pipedrive, or log one that is done, on a deal, person or organization. */
      createActivity: Endpoint<"pipedrive_create_activity">;
      /** Change a Pipedrive activity: mark it as done, move it to another day, or assign it to another person. */
      updateActivity: Endpoint<"pipedrive_update_activity">;
    };
    notes: {
      /** List the notes in Pipedrive, the newest first: of a deal, a person, an organization or a lead, or all. */
      listNotes: ListEndpoint<"pipedrive_list_notes">;
      /** Write a note in Pipedrive on a deal, a person, an organization or a lead. */
      createNote: Endpoint<"pipedrive_create_note">;
    };
    leads: {
      /** List the leads in Pipedrive's leads inbox, the last changed first. */
      listLeads: ListEndpoint<"pipedrive_list_leads">;
      /** Create a lead in Pipedrive's leads inbox, with a person or an organization. */
      createLead: Endpoint<"pipedrive_create_lead">;
    };
    search: {
      /** Search Pipedrive by words for deals, people, organizations, leads, products and files. */
      items: ListEndpoint<"pipedrive_search_items">;
    };
    users: {
      /** Get the connected Pipedrive user: name, email address, time zone. */
      getMe: Endpoint<"pipedrive_get_me">;
      /** List the users of the Pipedrive company: who can own deals, activities and contacts. */
      listUsers: ListEndpoint<"pipedrive_list_users">;
    };
  };
  salesforce: {
    contacts: {
      /** List or search Salesforce contacts, with email addresses, phone numbers and their account. */
      listContacts: ListEndpoint<"salesforce_list_contacts">;
    };
    leads: {
      /** List or search Salesforce leads, with company, status and contact data. */
      listLeads: ListEndpoint<"salesforce_list_leads">;
    };
    accounts: {
      /** List or search Salesforce accounts: the companies, with industry, size and place. */
      listAccounts: ListEndpoint<"salesforce_list_accounts">;
    };
    opportunities: {
      /** List or search Salesforce opportunities: the deals, with stage, amount and close date. */
      listOpportunities: ListEndpoint<"salesforce_list_opportunities">;
    };
    records: {
      /** Get one Salesforce record of any kind by its id: a contact, case, opportunity or custom object. */
      getRecord: Endpoint<"salesforce_get_record">;
      /** Create a Salesforce record of any kind, such as a contact, lead, account, opportunity or case. */
      createRecord: Endpoint<"salesforce_create_record">;
      /** Change fields of a Salesforce record, such as the stage of an opportunity or a contact's phone number. */
      updateRecord: Endpoint<"salesforce_update_record">;
      /** Delete a Salesforce record. */
      deleteRecord: Endpoint<"salesforce_delete_record">;
      /** Run a SOQL query on Salesforce, for lists, sums and counts that no other tool returns. */
      runQuery: ListEndpoint<"salesforce_run_query">;
      /** Search Salesforce for accounts, contacts, leads, opportunities and cases with the given words. */
      searchRecords: ListEndpoint<"salesforce_search_records">;
      /** List the kinds of records in the Salesforce org, custom ones too, with their API names. */
      listObjects: ListEndpoint<"salesforce_list_objects">;
      /** Describe a kind of Salesforce record: its fields with types, choices, and which of them are required. */
      describeObject: Endpoint<"salesforce_describe_object">;
    };
    tasks: {
      /** Create a Salesforce task for a user, or log a call or an email that is done, on a contact or deal. */
      createTask: Endpoint<"salesforce_create_task">;
    };
    profile: {
      /** Get the connected Salesforce user: name, email address, organization. */
      getMe: Endpoint<"salesforce_get_me">;
    };
  };
  shopify: {
    shop: {
      /** Get the connected Shopify shop: name, domain, currency, time zone, plan, and what the app may do. */
      getShop: Endpoint<"shopify_get_shop">;
    };
    products: {
      /** List or search the products of a Shopify shop, the last changed first, with their variants. */
      listProducts: ListEndpoint<"shopify_list_products">;
      /** Get one Shopify product with description, options, image and variants. */
      getProduct: Endpoint<"shopify_get_product">;
      /** Create a product in Shopify, with one variant, whose price and SKU shopify_update_variants sets. */
      createProduct: Endpoint<"shopify_create_product">;
      /** Change a Shopify product: title, description, tags, or whether it is on sale. */
      updateProduct: Endpoint<"shopify_update_product">;
      /** List the variants of Shopify products, with SKU, price and quantity. */
      listVariants: ListEndpoint<"shopify_list_variants">;
      /** Change variants of a Shopify product: price, former price, SKU, barcode, or whether stock is counted. */
      updateVariants: Endpoint<"shopify_update_variants">;
      /** List the metafields of a Shopify product, the custom values that apps store with it. */
      listMetafields: ListEndpoint<"shopify_list_metafields">;
      /** Set metafields of a Shopify product, all of them or none; others stay as they are. */
      setMetafields: Endpoint<"shopify_set_metafields">;
    };
    inventory: {
      /** Get the stock of one Shopify variant at each location: available, on hand, committed and incoming. */
      getInventory: ListEndpoint<"shopify_get_inventory">;
      /** List the locations of a Shopify shop: its stores and warehouses that hold stock. */
      listLocations: ListEndpoint<"shopify_list_locations">;
      /** Set the stock quantity of Shopify variants at a location. */
      setInventory: Endpoint<"shopify_set_inventory">;
    };
    orders: {
      /** List or search the orders of a Shopify shop, the newest first; those of the last 60 days. */
      listOrders: ListEndpoint<"shopify_list_orders">;
      /** Get one Shopify order: what was bought, paid and shipped, with tracking numbers. */
      getOrder: Endpoint<"shopify_get_order">;
      /** Change the note, the tags or the contact of a Shopify order. */
      updateOrder: Endpoint<"shopify_update_order">;
      /** Cancel a Shopify order, and optionally refund it and restock its items. */
      cancelOrder: Endpoint<"shopify_cancel_order">;
    };
    fulfillments: {
      /** List what is still to ship of a Shopify order, by location: the ids that shopify_create_fulfillment needs. */
      listFulfillmentOrders: ListEndpoint<"shopify_list_fulfillment_orders">;
      /** Mark a Shopify order, or a part of it, as shipped, with its tracking number. */
      createFulfillment: Endpoint<"shopify_create_fulfillment">;
    };
    drafts: {
      /** List the draft orders of a Shopify shop, the last changed first. */
      listDraftOrders: ListEndpoint<"shopify_list_draft_orders">;
      /** Create a draft order in Shopify; its url is where the customer pays it. */
      createDraftOrder: Endpoint<"shopify_create_draft_order">;
    };
    customers: {
      /** List or search the customers of a Shopify shop, the last changed first. */
      listCustomers: ListEndpoint<"shopify_list_customers">;
      /** Get one Shopify customer: contact, address, what they spent and how many orders they made. */
      getCustomer: Endpoint<"shopify_get_customer">;
      /** Create a customer in a Shopify shop. */
      createCustomer: Endpoint<"shopify_create_customer">;
    };
  };
  slack: {
    channels: {
      /** List or find Slack channels: public ones, and private ones that the app is in. */
      listChannels: ListEndpoint<"slack_list_channels">;
      /** Get one Slack channel or conversation: name, topic, purpose and number of members. */
      getChannel: Endpoint<"slack_get_channel">;
      /** List the members of a Slack channel: the ids of the users who are in it. */
      listChannelMembers: ListEndpoint<"slack_list_channel_members">;
      /** Join a public Slack channel as the app, which lets it read the channel's messages. */
      joinChannel: Endpoint<"slack_join_channel">;
      /** Create a Slack channel, public or private. */
      createChannel: Endpoint<"slack_create_channel">;
      /** Invite (add) users to a Slack channel that the app is in. */
      inviteToChannel: Endpoint<"slack_invite_to_channel">;
      /** Set (change) the topic of a Slack channel that the app is in. */
      setChannelTopic: Endpoint<"slack_set_channel_topic">;
      /** Archive (close) a Slack channel: its messages stay readable, nothing new can be posted. */
      archiveChannel: Endpoint<"slack_archive_channel">;
    };
    privateChannels: {
      /** List the private Slack channels that the app has been invited to. */
      listPrivateChannels: ListEndpoint<"slack_list_private_channels">;
    };
    messages: {
      /** List the messages of a Slack channel or conversation, newest first. */
      listMessages: ListEndpoint<"slack_list_messages">;
      /** Send (post) a message to a Slack channel, a thread or a person. */
      sendMessage: Endpoint<"slack_send_message">;
      /** List a Slack thread: its first message and the replies to it, oldest first. */
      listReplies: ListEndpoint<"slack_list_replies">;
      /** Edit a Slack message that the app itself has sent. */
      updateMessage: Endpoint<"slack_update_message">;
      /** Delete a Slack message that the app itself has sent. */
      deleteMessage: Endpoint<"slack_delete_message">;
      /** Get the link (URL) of a Slack message, to open or to share it. */
      getPermalink: Endpoint<"slack_get_permalink">;
      /** Schedule a message that Slack sends to a channel later, at most 120 days ahead. */
      scheduleMessage: Endpoint<"slack_schedule_message">;
      /** List the Slack messages that the app has scheduled and that are still to be sent. */
      listScheduledMessages: ListEndpoint<"slack_list_scheduled_messages">;
      /** Cancel (delete) a scheduled Slack message before it is sent. */
      cancelScheduledMessage: Endpoint<"slack_cancel_scheduled_message">;
    };
    dms: {
      /** List the direct messages (DMs) of the Slack app: conversations with one person and with several. */
      listDms: ListEndpoint<"slack_list_dms">;
      /** Open a direct message (DM) with one Slack user, or a group DM with up to 8, and get its channel id. */
      openDm: Endpoint<"slack_open_dm">;
    };
    reactions: {
      /** Add an emoji reaction to a Slack message. */
      addReaction: Endpoint<"slack_add_reaction">;
      /** Remove the app's emoji reaction from a Slack message. */
      removeReaction: Endpoint<"slack_remove_reaction">;
      /** Get the emoji reactions on a Slack message and who gave them. */
      getReactions: Endpoint<"slack_get_reactions">;
    };
    pins: {
      /** List the pinned messages of a Slack channel. */
      listPins: ListEndpoint<"slack_list_pins">;
      /** Pin a message in its Slack channel. */
      pinMessage: Endpoint<"slack_pin_message">;
      /** Unpin a message in its Slack channel. */
      unpinMessage: Endpoint<"slack_unpin_message">;
    };
    files: {
      /** List the files shared in Slack that the app can see, by channel, person, kind or time; newest first. */
      listFiles: ListEndpoint<"slack_list_files">;
      /** Get the details of one file in Slack: name, type, size, who shared it and where. */
      getFile: Endpoint<"slack_get_file">;
      /** Download the content of a file in Slack. */
      downloadFile: Endpoint<"slack_download_file">;
      /** Upload a file to Slack and share it in a channel, a thread or a DM, optionally with a message. */
      uploadFile: Endpoint<"slack_upload_file">;
    };
    users: {
      /** List or find the users (members) of the Slack workspace. */
      listUsers: ListEndpoint<"slack_list_users">;
      /** Get one Slack user: names, title, time zone, status and role in the workspace. */
      getUser: Endpoint<"slack_get_user">;
      /** Get a Slack user's profile: status, title, phone and pronouns. */
      getUserProfile: Endpoint<"slack_get_user_profile">;
      /** Find a Slack user (a person) by email address. */
      findUserByEmail: Endpoint<"slack_find_user_by_email">;
      /** Get the account that calls to Slack are made as, the app or the connected user, and its workspace. */
      getMe: Endpoint<"slack_get_me">;
    };
    team: {
      /** Get the Slack workspace (team) itself: name, domain and icon. */
      getTeam: Endpoint<"slack_get_team">;
      /** List the workspaces (teams) that the Slack app can use: one, or those of an organization that it is installed in. */
      listTeams: ListEndpoint<"slack_list_teams">;
    };
    search: {
      /** Search the Slack messages of all channels and conversations that the connected user can see. */
      messages: ListEndpoint<"slack_search_messages">;
    };
  };
  stripe: {
    customers: {
      /** List the customers in Stripe, the newest first. */
      listCustomers: ListEndpoint<"stripe_list_customers">;
      /** Search Stripe customers by name, email address, phone number or metadata. */
      searchCustomers: ListEndpoint<"stripe_search_customers">;
      /** Get one Stripe customer with address, balance and metadata. */
      getCustomer: Endpoint<"stripe_get_customer">;
      /** Create a customer in Stripe. */
      createCustomer: Endpoint<"stripe_create_customer">;
      /** Change a Stripe customer's name, email address, postal address or metadata. */
      updateCustomer: Endpoint<"stripe_update_customer">;
    };
    products: {
      /** List the products in Stripe, the newest first. */
      listProducts: ListEndpoint<"stripe_list_products">;
      /** Create a product in Stripe, with a price for one-time payment or a subscription. */
      createProduct: Endpoint<"stripe_create_product">;
      /** List the prices in Stripe, of one product or of all, for one-time payments or subscriptions. */
      listPrices: ListEndpoint<"stripe_list_prices">;
    };
    invoices: {
      /** List the invoices in Stripe, the newest first: of a customer or a subscription, open, paid or others. */
      listInvoices: ListEndpoint<"stripe_list_invoices">;
      /** Get one Stripe invoice with its lines, what has been paid, and the links to its page and PDF. */
      getInvoice: Endpoint<"stripe_get_invoice">;
      /** Draft an empty invoice for a Stripe customer. */
      createInvoice: Endpoint<"stripe_create_invoice">;
      /** Add a line to a draft invoice in Stripe: an amount with a description, or a price with a quantity. */
      addInvoiceItem: Endpoint<"stripe_add_invoice_item">;
      /** Send a Stripe invoice to its customer by email; a draft becomes final and can no longer be changed. */
      sendInvoice: Endpoint<"stripe_send_invoice">;
      /** Void an open Stripe invoice, so that it can no longer be paid. */
      voidInvoice: Endpoint<"stripe_void_invoice">;
    };
    subscriptions: {
      /** List the subscriptions in Stripe, the newest first; by default all except the cancelled ones. */
      listSubscriptions: ListEndpoint<"stripe_list_subscriptions">;
      /** Get one Stripe subscription: what is paid for, its status, and when it is due or ends. */
      getSubscription: Endpoint<"stripe_get_subscription">;
      /** Cancel a Stripe subscription: at the end of the paid period, or at once, which cannot be undone. */
      cancelSubscription: Endpoint<"stripe_cancel_subscription">;
    };
    payments: {
      /** List the payments (payment intents) in Stripe, the newest first. */
      listPayments: ListEndpoint<"stripe_list_payments">;
      /** Search Stripe payments by status, amount, customer, currency or metadata. */
      searchPayments: ListEndpoint<"stripe_search_payments">;
      /** Get one Stripe payment: amount, status, customer, and why it failed. */
      getPayment: Endpoint<"stripe_get_payment">;
      /** List the charges in Stripe, each an attempt to take money: card, receipt, refunds and disputes. */
      listCharges: ListEndpoint<"stripe_list_charges">;
      /** List the refunds in Stripe, the newest first, of one payment or of all. */
      listRefunds: ListEndpoint<"stripe_list_refunds">;
      /** Refund a Stripe payment or charge to the customer, in full or in part. */
      refundPayment: Endpoint<"stripe_refund_payment">;
    };
    checkout: {
      /** List the checkout sessions in Stripe, the newest first: the visits to payment pages, and whether they were paid. */
      listCheckoutSessions: ListEndpoint<"stripe_list_checkout_sessions">;
      /** Get one Stripe checkout session: whether it was paid, and by whom. */
      getCheckoutSession: Endpoint<"stripe_get_checkout_session">;
      /** Create a Stripe checkout page for one customer, where they pay once or subscribe. */
      createCheckoutSession: Endpoint<"stripe_create_checkout_session">;
      /** List the payment links in Stripe, the newest first. */
      listPaymentLinks: ListEndpoint<"stripe_list_payment_links">;
      /** Create a Stripe payment link, which anyone can use to pay, any number of times. */
      createPaymentLink: Endpoint<"stripe_create_payment_link">;
    };
    events: {
      /** List what happened in the Stripe account in the last 30 days, the newest first. */
      listEvents: ListEndpoint<"stripe_list_events">;
    };
    account: {
      /** Get the connected Stripe account: its name, country, currency and whether it can take payments. */
      getAccount: Endpoint<"stripe_get_account">;
      /** Get the balance of the Stripe account, available and pending, for each currency. */
      getBalance: Endpoint<"stripe_get_balance">;
    };
  };
  twitter: {
    users: {
      /** Get the X profile (Twitter account) of the connected user, with its counts of followers and posts. */
      getMe: Endpoint<"twitter_get_me">;
      /** Get a person's X profile (Twitter account) by the username; returns the id that other tools need. */
      getUser: Endpoint<"twitter_get_user">;
    };
    posts: {
      /** Get one post of X (a tweet of Twitter) by its id, with its author, counts and media. */
      getPost: Endpoint<"twitter_get_post">;
      /** List the posts of one person on X (their tweets), newest first; by default those of the connected user. */
      listPosts: ListEndpoint<"twitter_list_posts">;
      /** List the posts on X (tweets) that mention the connected user, newest first. */
      listMentions: ListEndpoint<"twitter_list_mentions">;
      /** List the home timeline of X: posts (tweets) of the people that the connected user follows, newest first. */
      listTimeline: ListEndpoint<"twitter_list_timeline">;
      /** Search the posts of X (tweets) of the last seven days. */
      searchPosts: ListEndpoint<"twitter_search_posts">;
      /** Write a post on X (a tweet), a reply to one, or a poll, as the connected user. */
      createPost: Endpoint<"twitter_create_post">;
      /** Delete a post of the connected user from X (a tweet). */
      deletePost: Endpoint<"twitter_delete_post">;
      /** Repost a post on X (retweet a tweet) as the connected user. */
      repost: Endpoint<"twitter_repost">;
    };
    bookmarks: {
      /** List the posts of X (tweets) that the connected user has bookmarked, latest bookmark first. */
      listBookmarks: ListEndpoint<"twitter_list_bookmarks">;
      /** Bookmark a post on X (a tweet), so that the connected user can find it again. */
      bookmarkPost: Endpoint<"twitter_bookmark_post">;
      /** Remove a post on X (a tweet) from the connected user's bookmarks. */
      removeBookmark: Endpoint<"twitter_remove_bookmark">;
    };
    dms: {
      /** List the direct messages of the connected user on X (Twitter DMs) of the last 30 days, newest first. */
      listMessages: ListEndpoint<"twitter_list_messages">;
      /** Send a direct message on X (a Twitter DM) to one person. */
      sendMessage: Endpoint<"twitter_send_message">;
    };
  };
  zendesk: {
    tickets: {
      /** List the support tickets in Zendesk, the last changed first, or those of one requester or organization. */
      listTickets: ListEndpoint<"zendesk_list_tickets">;
      /** Get one Zendesk ticket: subject, first comment, status, priority, requester and assignee. */
      getTicket: Endpoint<"zendesk_get_ticket">;
      /** Create a support ticket in Zendesk, for the connected user, or for a customer by id or email address. */
      createTicket: Endpoint<"zendesk_create_ticket">;
      /** Change a Zendesk ticket: status (solve or reopen it), priority, assignee, group, subject, tags or custom fields. */
      updateTicket: Endpoint<"zendesk_update_ticket">;
      /** Delete a Zendesk ticket. */
      deleteTicket: Endpoint<"zendesk_delete_ticket">;
      /** Add tags to a Zendesk ticket; existing tags stay. */
      addTags: Endpoint<"zendesk_add_tags">;
      /** List the comments of a Zendesk ticket, public and internal ones, the newest first. */
      listComments: ListEndpoint<"zendesk_list_comments">;
      /** Answer a Zendesk ticket with a public reply, which is emailed to the requester, or add an internal note. */
      addComment: Endpoint<"zendesk_add_comment">;
      /** Download a file that is attached to a comment of a Zendesk ticket. */
      downloadAttachment: Endpoint<"zendesk_download_attachment">;
      /** Upload a file to Zendesk, to be attached to a ticket's comment afterwards. */
      uploadAttachment: Endpoint<"zendesk_upload_attachment">;
    };
    search: {
      /** Search Zendesk tickets by words, status, priority, requester, assignee, tag or time, archived ones too. */
      tickets: ListEndpoint<"zendesk_search_tickets">;
      /** Find people in Zendesk by name, email address, phone number or organization. */
      users: ListEndpoint<"zendesk_search_users">;
      /** Find organizations in Zendesk by name, domain, notes or tag. */
      organizations: ListEndpoint<"zendesk_search_organizations">;
    };
    users: {
      /** Get the connected Zendesk user: name, email address and role. */
      getMe: Endpoint<"zendesk_get_me">;
      /** List the people in Zendesk, customers and agents. */
      listUsers: ListEndpoint<"zendesk_list_users">;
      /** Get one person in Zendesk: contact details, role, organization and notes. */
      getUser: Endpoint<"zendesk_get_user">;
      /** Create a customer in Zendesk. */
      createUser: Endpoint<"zendesk_create_user">;
      /** Change a person in Zendesk: name, phone, organization, notes or tags. */
      updateUser: Endpoint<"zendesk_update_user">;
    };
    organizations: {
      /** List the organizations in Zendesk, the companies of its customers. */
      listOrganizations: ListEndpoint<"zendesk_list_organizations">;
      /** Get one Zendesk organization with its domains, notes and tags. */
      getOrganization: Endpoint<"zendesk_get_organization">;
      /** Create an organization in Zendesk. */
      createOrganization: Endpoint<"zendesk_create_organization">;
    };
    desk: {
      /** List the views of the Zendesk help desk: the queues that agents work through. */
      listViews: ListEndpoint<"zendesk_list_views">;
      /** List the tickets in a Zendesk view, in the view's order. */
      listViewTickets: ListEndpoint<"zendesk_list_view_tickets">;
      /** List the macros of the Zendesk help desk: prepared answers and changes to tickets. */
      listMacros: ListEndpoint<"zendesk_list_macros">;
      /** List the groups of agents in Zendesk, which tickets can be assigned to. */
      listGroups: ListEndpoint<"zendesk_list_groups">;
      /** List the fields of Zendesk tickets, custom ones too, with the options of drop-downs. */
      listTicketFields: ListEndpoint<"zendesk_list_ticket_fields">;
      /** List the satisfaction ratings of solved Zendesk tickets: good or bad, with the customers' comments. */
      listSatisfactionRatings: ListEndpoint<"zendesk_list_satisfaction_ratings">;
    };
    articles: {
      /** List the articles of the Zendesk help center, the last changed first. */
      listArticles: ListEndpoint<"zendesk_list_articles">;
      /** Search the articles of the Zendesk help center by words. */
      searchArticles: ListEndpoint<"zendesk_search_articles">;
      /** Get one article of the Zendesk help center with its text. */
      getArticle: Endpoint<"zendesk_get_article">;
    };
  };
  zoom: {
    profile: {
      /** Get the Zoom user that is connected: name, email address, plan, time zone and personal meeting id. */
      getMe: Endpoint<"zoom_get_me">;
    };
    users: {
      /** List the users of the Zoom account. */
      listUsers: ListEndpoint<"zoom_list_users">;
      /** Get one user of the Zoom account by id or email address. */
      getUser: Endpoint<"zoom_get_user">;
    };
    meetings: {
      /** List the Zoom meetings that the user hosts; by default those that are scheduled. */
      listMeetings: ListEndpoint<"zoom_list_meetings">;
      /** Get one Zoom meeting: time, join link, passcode, and the times of a recurring one. */
      getMeeting: Endpoint<"zoom_get_meeting">;
      /** Schedule a Zoom meeting; without start_time it begins at once. */
      createMeeting: Endpoint<"zoom_create_meeting">;
      /** Change a Zoom meeting: topic, time, length, invitees or settings. */
      updateMeeting: Endpoint<"zoom_update_meeting">;
      /** Cancel a Zoom meeting, or one occurrence of a recurring one. */
      deleteMeeting: Endpoint<"zoom_delete_meeting">;
      /** End a Zoom meeting in progress for everyone in it. */
      endMeeting: Endpoint<"zoom_end_meeting">;
    };
    schedule: {
      /** List upcoming Zoom meetings of the user, also those of others that the user is invited to. */
      listSchedule: ListEndpoint<"zoom_list_schedule">;
    };
    pastMeetings: {
      /** List the past occurrences of a Zoom meeting, each with its uuid. */
      listPastInstances: ListEndpoint<"zoom_list_past_instances">;
      /** Get a Zoom meeting that has ended: when it began and ended, and how many took part. */
      getPastMeeting: Endpoint<"zoom_get_past_meeting">;
    };
    participants: {
      /** List who took part in a Zoom meeting that has ended, one entry for each time that a person joined. */
      listParticipants: ListEndpoint<"zoom_list_participants">;
    };
    registrants: {
      /** List who registered for a Zoom meeting; by default the approved ones. */
      listRegistrants: ListEndpoint<"zoom_list_registrants">;
      /** Register a person for a Zoom meeting. */
      addRegistrant: Endpoint<"zoom_add_registrant">;
      /** Approve, deny or cancel a registration for a Zoom meeting. */
      setRegistrantStatus: Endpoint<"zoom_set_registrant_status">;
    };
    recordings: {
      /** List the user's Zoom cloud recordings of a month, with their files. */
      listRecordings: ListEndpoint<"zoom_list_recordings">;
      /** Get the cloud recording of one Zoom meeting: its files and the link to watch it. */
      getRecording: Endpoint<"zoom_get_recording">;
      /** Download a file of a Zoom recording: video, audio, chat or captions. */
      downloadRecording: Endpoint<"zoom_download_recording">;
    };
    transcripts: {
      /** Get the transcript of a Zoom meeting as WebVTT: what was said, by whom and when. */
      getTranscript: Endpoint<"zoom_get_transcript">;
    };
    summaries: {
      /** Get the summary that Zoom's AI Companion wrote of a meeting, with its next steps. */
      getSummary: Endpoint<"zoom_get_summary">;
    };
    webinars: {
      /** List the user's Zoom webinars; all scheduled ones, or only those still to come. */
      listWebinars: ListEndpoint<"zoom_list_webinars">;
      /** Get one Zoom webinar: time, join link and registration link. */
      getWebinar: Endpoint<"zoom_get_webinar">;
    };
  };
}

/** Method and path below /api/v1; with a body, also which arguments go to the query. */
export const REQUESTS: Record<string, Record<string, Record<string, string>>> = {
  airtable: {
    account: {
      getMe: "get /airtable/me",
    },
    bases: {
      listBases: "get /airtable/bases",
      listTables: "get /airtable/bases/{base}/tables",
      getTable: "get /airtable/bases/{base}/tables/{table}",
      createTable: "post /airtable/bases/{base}/tables body",
      updateTable: "patch /airtable/bases/{base}/tables/{table} body",
      createField: "post /airtable/bases/{base}/tables/{table}/fields body",
      updateField: "patch /airtable/bases/{base}/tables/{table}/fields/{field} body",
    },
    records: {
      listRecords: "get /airtable/bases/{base}/tables/{table}/records",
      searchRecords: "get /airtable/bases/{base}/tables/{table}/search",
      getRecord: "get /airtable/bases/{base}/tables/{table}/records/{record}",
      createRecords: "post /airtable/bases/{base}/tables/{table}/records body",
      updateRecord: "patch /airtable/bases/{base}/tables/{table}/records/{record} body",
      updateRecords: "patch /airtable/bases/{base}/tables/{table}/records body",
      upsertRecords: "put /airtable/bases/{base}/tables/{table}/records/upsert body",
      deleteRecord: "delete /airtable/bases/{base}/tables/{table}/records/{record}",
      deleteRecords: "post /airtable/bases/{base}/tables/{table}/records/delete body",
      uploadAttachment: "post /airtable/bases/{base}/tables/{table}/records/{record}/attachments body",
    },
    comments: {
      listComments: "get /airtable/bases/{base}/tables/{table}/records/{record}/comments",
      createComment: "post /airtable/bases/{base}/tables/{table}/records/{record}/comments body",
      updateComment: "patch /airtable/bases/{base}/tables/{table}/records/{record}/comments/{comment} body",
      deleteComment: "delete /airtable/bases/{base}/tables/{table}/records/{record}/comments/{comment}",
    },
  },
  asana: {
    tasks: {
      listTasks: "get /asana/tasks",
      searchTasks: "get /asana/search/tasks",
      getTask: "get /asana/tasks/{id}",
      listSubtasks: "get /asana/tasks/{id}/subtasks",
      createTask: "post /asana/tasks body",
      updateTask: "patch /asana/tasks/{id} body",
      moveTask: "post /asana/tasks/{id}/move body",
      tagTask: "post /asana/tasks/{id}/tags body",
      deleteTask: "delete /asana/tasks/{id}",
    },
    comments: {
      listComments: "get /asana/tasks/{id}/comments",
      createComment: "post /asana/tasks/{id}/comments body",
    },
    attachments: {
      listAttachments: "get /asana/tasks/{id}/attachments",
    },
    projects: {
      listProjects: "get /asana/projects",
      getProject: "get /asana/projects/{id}",
      createProject: "post /asana/projects body",
      updateProject: "patch /asana/projects/{id} body",
      listSections: "get /asana/projects/{id}/sections",
      createSection: "post /asana/projects/{id}/sections body",
      listProjectFields: "get /asana/projects/{id}/fields",
    },
    workspaces: {
      listWorkspaces: "get /asana/workspaces",
    },
    teams: {
      listTeams: "get /asana/workspaces/{id}/teams",
    },
    tags: {
      listTags: "get /asana/workspaces/{id}/tags",
    },
    users: {
      getMe: "get /asana/me",
      listUsers: "get /asana/users",
    },
  },
  calendly: {
    profile: {
      getMe: "get /calendly/me",
    },
    eventTypes: {
      listEventTypes: "get /calendly/event-types",
      getEventType: "get /calendly/event-types/{id}",
    },
    availability: {
      listAvailableTimes: "get /calendly/event-types/{id}/available-times",
      listBusyTimes: "get /calendly/busy-times",
      listAvailabilitySchedules: "get /calendly/availability-schedules",
    },
    events: {
      listEvents: "get /calendly/events",
      getEvent: "get /calendly/events/{id}",
      listInvitees: "get /calendly/events/{id}/invitees",
      cancelEvent: "post /calendly/events/{id}/cancel body",
      markNoShow: "post /calendly/events/{id}/invitees/{invitee_id}/no-show",
      unmarkNoShow: "delete /calendly/events/{id}/invitees/{invitee_id}/no-show",
      createBooking: "post /calendly/bookings body",
    },
    schedulingLinks: {
      createSchedulingLink: "post /calendly/scheduling-links body",
    },
  },
  discord: {
    guilds: {
      listGuilds: "get /discord/guilds",
      getGuild: "get /discord/guilds/{id}",
    },
    members: {
      listRoles: "get /discord/guilds/{id}/roles",
      findMembers: "get /discord/guilds/{id}/members",
    },
    channels: {
      listChannels: "get /discord/guilds/{id}/channels",
      listThreads: "get /discord/guilds/{id}/threads",
      getChannel: "get /discord/channels/{id}",
    },
    messages: {
      createThread: "post /discord/channels/{id}/threads body",
      listMessages: "get /discord/channels/{id}/messages",
      getMessage: "get /discord/channels/{id}/messages/{message_id}",
      sendMessage: "post /discord/channels/{id}/messages body",
      editMessage: "patch /discord/channels/{id}/messages/{message_id} body",
      deleteMessage: "delete /discord/channels/{id}/messages/{message_id}",
      addReaction: "post /discord/channels/{id}/messages/{message_id}/reactions body",
      listPins: "get /discord/channels/{id}/pins",
      searchMessages: "get /discord/guilds/{id}/messages",
    },
    events: {
      listEvents: "get /discord/guilds/{id}/events",
      getEvent: "get /discord/guilds/{id}/events/{event_id}",
      createEvent: "post /discord/guilds/{id}/events body",
      cancelEvent: "post /discord/guilds/{id}/events/{event_id}/cancel",
    },
    profile: {
      getMe: "get /discord/me",
    },
  },
  github: {
    repos: {
      listRepos: "get /github/repos",
      getRepo: "get /github/repos/{owner}/{repo}",
      listBranches: "get /github/repos/{owner}/{repo}/branches",
      createBranch: "post /github/repos/{owner}/{repo}/branches body",
      listCommits: "get /github/repos/{owner}/{repo}/commits",
      listFiles: "get /github/repos/{owner}/{repo}/files",
      getFile: "get /github/repos/{owner}/{repo}/contents",
      getReadme: "get /github/repos/{owner}/{repo}/readme",
      writeFile: "put /github/repos/{owner}/{repo}/contents body",
      listReleases: "get /github/repos/{owner}/{repo}/releases",
      getLatestRelease: "get /github/repos/{owner}/{repo}/releases/latest",
      createRelease: "post /github/repos/{owner}/{repo}/releases body",
    },
    collaborators: {
      listCollaborators: "get /github/repos/{owner}/{repo}/collaborators",
    },
    actions: {
      listWorkflows: "get /github/repos/{owner}/{repo}/actions/workflows",
      listWorkflowRuns: "get /github/repos/{owner}/{repo}/actions/runs",
      getWorkflowRun: "get /github/repos/{owner}/{repo}/actions/runs/{run_id}",
      listWorkflowJobs: "get /github/repos/{owner}/{repo}/actions/runs/{run_id}/jobs",
      getJobLog: "get /github/repos/{owner}/{repo}/actions/jobs/{job_id}/log",
      runWorkflow: "post /github/repos/{owner}/{repo}/actions/workflows/{workflow}/runs body",
      rerunWorkflow: "post /github/repos/{owner}/{repo}/actions/runs/{run_id}/rerun body",
      cancelWorkflowRun: "post /github/repos/{owner}/{repo}/actions/runs/{run_id}/cancel body",
    },
    issues: {
      listIssues: "get /github/repos/{owner}/{repo}/issues",
      createIssue: "post /github/repos/{owner}/{repo}/issues body",
      getIssue: "get /github/repos/{owner}/{repo}/issues/{number}",
      updateIssue: "patch /github/repos/{owner}/{repo}/issues/{number} body",
      listIssueComments: "get /github/repos/{owner}/{repo}/issues/{number}/comments",
      createIssueComment: "post /github/repos/{owner}/{repo}/issues/{number}/comments body",
      listLabels: "get /github/repos/{owner}/{repo}/labels",
    },
    pulls: {
      listPullRequests: "get /github/repos/{owner}/{repo}/pulls",
      createPullRequest: "post /github/repos/{owner}/{repo}/pulls body",
      getPullRequest: "get /github/repos/{owner}/{repo}/pulls/{number}",
      updatePullRequest: "patch /github/repos/{owner}/{repo}/pulls/{number} body",
      mergePullRequest: "put /github/repos/{owner}/{repo}/pulls/{number}/merge body",
      listPullRequestFiles: "get /github/repos/{owner}/{repo}/pulls/{number}/files",
      listPullRequestReviews: "get /github/repos/{owner}/{repo}/pulls/{number}/reviews",
      reviewPullRequest: "post /github/repos/{owner}/{repo}/pulls/{number}/reviews body",
    },
    search: {
      issues: "get /github/search/issues",
      repos: "get /github/search/repos",
      code: "get /github/search/code",
    },
    users: {
      getUser: "get /github/user",
    },
    orgs: {
      listOrgs: "get /github/orgs",
    },
    notifications: {
      listNotifications: "get /github/notifications",
    },
  },
  gitlab: {
    users: {
      getMe: "get /gitlab/me",
      findUsers: "get /gitlab/users",
    },
    projects: {
      listProjects: "get /gitlab/projects",
      getProject: "get /gitlab/projects/{project}",
      listMembers: "get /gitlab/projects/{project}/members",
      listLabels: "get /gitlab/projects/{project}/labels",
    },
    issues: {
      listIssues: "get /gitlab/projects/{project}/issues",
      listMyIssues: "get /gitlab/issues",
      getIssue: "get /gitlab/projects/{project}/issues/{number}",
      createIssue: "post /gitlab/projects/{project}/issues body",
      updateIssue: "patch /gitlab/projects/{project}/issues/{number} body",
      listIssueComments: "get /gitlab/projects/{project}/issues/{number}/comments",
      createIssueComment: "post /gitlab/projects/{project}/issues/{number}/comments body",
    },
    mergeRequests: {
      listMergeRequests: "get /gitlab/projects/{project}/merge-requests",
      listMyMergeRequests: "get /gitlab/merge-requests",
      getMergeRequest: "get /gitlab/projects/{project}/merge-requests/{number}",
      listMergeRequestDiffs: "get /gitlab/projects/{project}/merge-requests/{number}/diffs",
      createMergeRequest: "post /gitlab/projects/{project}/merge-requests body",
      updateMergeRequest: "patch /gitlab/projects/{project}/merge-requests/{number} body",
      approveMergeRequest: "post /gitlab/projects/{project}/merge-requests/{number}/approve body",
      mergeMergeRequest: "put /gitlab/projects/{project}/merge-requests/{number}/merge body",
      listMergeRequestComments: "get /gitlab/projects/{project}/merge-requests/{number}/comments",
      createMergeRequestComment: "post /gitlab/projects/{project}/merge-requests/{number}/comments body",
    },
    code: {
      listBranches: "get /gitlab/projects/{project}/branches",
      createBranch: "post /gitlab/projects/{project}/branches body",
      listCommits: "get /gitlab/projects/{project}/commits",
      getCommit: "get /gitlab/projects/{project}/commits/{commit}",
      commitFiles: "post /gitlab/projects/{project}/commits body",
      listSourceFiles: "get /gitlab/projects/{project}/tree",
      getSourceFile: "get /gitlab/projects/{project}/files",
      createSourceFile: "post /gitlab/projects/{project}/files body",
      updateSourceFile: "put /gitlab/projects/{project}/files body",
      deleteSourceFile: "delete /gitlab/projects/{project}/files",
    },
    ci: {
      listCiPipelines: "get /gitlab/projects/{project}/pipelines",
      getCiPipeline: "get /gitlab/projects/{project}/pipelines/{pipeline}",
      runCiPipeline: "post /gitlab/projects/{project}/pipelines body",
      retryCiPipeline: "post /gitlab/projects/{project}/pipelines/{pipeline}/retry",
      cancelCiPipeline: "post /gitlab/projects/{project}/pipelines/{pipeline}/cancel",
      listCiJobs: "get /gitlab/projects/{project}/jobs",
      getCiJobLog: "get /gitlab/projects/{project}/jobs/{job}/log",
      retryCiJob: "post /gitlab/projects/{project}/jobs/{job}/retry",
    },
    search: {
      issues: "get /gitlab/search/issues",
      mergeRequests: "get /gitlab/search/merge-requests",
      code: "get /gitlab/projects/{project}/search/code",
    },
    todos: {
      listTodos: "get /gitlab/todos",
      finishTodo: "post /gitlab/todos/{todo}/finish",
    },
  },
  google: {
    gmail: {
      listMessages: "get /google/gmail/messages",
      getMessage: "get /google/gmail/messages/{id}",
      getAttachment: "get /google/gmail/messages/{id}/attachments/{attachment_id}",
      modifyMessage: "post /google/gmail/messages/{id}/modify body",
      trashMessage: "post /google/gmail/messages/{id}/trash",
      listThreads: "get /google/gmail/threads",
      getThread: "get /google/gmail/threads/{id}",
      listLabels: "get /google/gmail/labels",
      getProfile: "get /google/gmail/profile",
      sendMessage: "post /google/gmail/send body",
      replyToMessage: "post /google/gmail/messages/{id}/reply body",
      listDrafts: "get /google/gmail/drafts",
      createDraft: "post /google/gmail/drafts body",
      getDraft: "get /google/gmail/drafts/{id}",
      sendDraft: "post /google/gmail/drafts/{id}/send",
      deleteDraft: "delete /google/gmail/drafts/{id}",
      forwardMessage: "post /google/gmail/messages/{id}/forward body",
    },
    calendar: {
      listEvents: "get /google/calendar/events",
      getEvent: "get /google/calendar/events/{id}",
      createEvent: "post /google/calendar/events body calendar_id send_updates",
      updateEvent: "put /google/calendar/events/{id} body calendar_id send_updates",
      respondToEvent: "post /google/calendar/events/{id}/respond body calendar_id send_updates",
      deleteEvent: "delete /google/calendar/events/{id}",
      listCalendars: "get /google/calendar/calendars",
      findBusyTimes: "post /google/calendar/freebusy body",
    },
    drive: {
      listFiles: "get /google/drive/files",
      getFile: "get /google/drive/files/{id}",
      downloadFile: "get /google/drive/files/{id}/content",
      exportFile: "get /google/drive/files/{id}/export",
      uploadFile: "post /google/drive/files body",
      copyFile: "post /google/drive/files/{id}/copy body resource_key",
      updateFile: "patch /google/drive/files/{id} body resource_key",
      listPermissions: "get /google/drive/files/{id}/permissions",
      shareFile: "post /google/drive/files/{id}/permissions body resource_key",
      unshareFile: "delete /google/drive/files/{id}/permissions/{permission_id}",
    },
    profile: {
      getMe: "get /google/me",
    },
  },
  hubspot: {
    contacts: {
      listContacts: "get /hubspot/contacts",
      getContact: "get /hubspot/contacts/{id}",
      createContact: "post /hubspot/contacts body",
      updateContact: "patch /hubspot/contacts/{id} body",
    },
    companies: {
      listCompanies: "get /hubspot/companies",
      getCompany: "get /hubspot/companies/{id}",
      createCompany: "post /hubspot/companies body",
      updateCompany: "patch /hubspot/companies/{id} body",
    },
    deals: {
      listDeals: "get /hubspot/deals",
      getDeal: "get /hubspot/deals/{id}",
      createDeal: "post /hubspot/deals body",
      updateDeal: "patch /hubspot/deals/{id} body",
      listDealPipelines: "get /hubspot/pipelines/deals",
    },
    tickets: {
      listTickets: "get /hubspot/tickets",
      createTicket: "post /hubspot/tickets body",
      listTicketPipelines: "get /hubspot/pipelines/tickets",
    },
    activities: {
      createNote: "post /hubspot/notes body",
      createTask: "post /hubspot/tasks body",
    },
    owners: {
      listOwners: "get /hubspot/owners",
    },
    account: {
      getMe: "get /hubspot/me",
    },
  },
  jira: {
    issues: {
      searchIssues: "get /jira/issues",
      getIssue: "get /jira/issues/{key}",
      createIssue: "post /jira/issues body",
      updateIssue: "patch /jira/issues/{key} body",
      deleteIssue: "delete /jira/issues/{key}",
      listTransitions: "get /jira/issues/{key}/transitions",
      transitionIssue: "post /jira/issues/{key}/transitions body",
    },
    comments: {
      listComments: "get /jira/issues/{key}/comments",
      createComment: "post /jira/issues/{key}/comments body",
      updateComment: "patch /jira/issues/{key}/comments/{comment_id} body",
    },
    projects: {
      listProjects: "get /jira/projects",
      listIssueFields: "get /jira/projects/{project}/issue-types/{type}/fields",
    },
    users: {
      getMe: "get /jira/me",
      findUsers: "get /jira/users",
    },
  },
  linear: {
    issues: {
      listIssues: "get /linear/issues",
      searchIssues: "get /linear/search/issues",
      getIssue: "get /linear/issues/{id}",
      createIssue: "post /linear/issues body",
      updateIssue: "patch /linear/issues/{id} body",
      archiveIssue: "delete /linear/issues/{id}",
    },
    comments: {
      listComments: "get /linear/issues/{id}/comments",
      createComment: "post /linear/issues/{id}/comments body",
    },
    teams: {
      listTeams: "get /linear/teams",
      listLabels: "get /linear/labels",
    },
    projects: {
      listProjects: "get /linear/projects",
    },
    users: {
      getMe: "get /linear/me",
      listUsers: "get /linear/users",
    },
  },
  linkedin: {
    profile: {
      getMe: "get /linkedin/me",
    },
    posts: {
      createPost: "post /linkedin/posts body",
      updatePost: "patch /linkedin/posts/{id} body",
      deletePost: "delete /linkedin/posts/{id}",
      getPost: "get /linkedin/posts/{id}",
      listPosts: "get /linkedin/posts",
      uploadImage: "post /linkedin/images body",
    },
    comments: {
      listComments: "get /linkedin/posts/{id}/comments",
      createComment: "post /linkedin/posts/{id}/comments body",
      addReaction: "post /linkedin/posts/{id}/reactions body",
    },
    organizations: {
      listOrganizations: "get /linkedin/organizations",
      getOrganizationStatistics: "get /linkedin/organizations/{id}/statistics",
    },
  },
  microsoft: {
    mail: {
      listEmails: "get /microsoft/mail/messages",
      getEmail: "get /microsoft/mail/messages/{id}",
      getAttachment: "get /microsoft/mail/messages/{id}/attachments/{attachment_id}",
      updateEmail: "patch /microsoft/mail/messages/{id} body",
      moveEmail: "post /microsoft/mail/messages/{id}/move body",
      deleteEmail: "delete /microsoft/mail/messages/{id}",
      listMailFolders: "get /microsoft/mail/folders",
      sendEmail: "post /microsoft/mail/send body",
      replyToEmail: "post /microsoft/mail/messages/{id}/reply body",
      forwardEmail: "post /microsoft/mail/messages/{id}/forward body",
      createDraft: "post /microsoft/mail/drafts body",
      sendDraft: "post /microsoft/mail/drafts/{id}/send",
    },
    calendar: {
      listEvents: "get /microsoft/calendar/events",
      getEvent: "get /microsoft/calendar/events/{id}",
      createEvent: "post /microsoft/calendar/events body calendar_id time_zone",
      updateEvent: "patch /microsoft/calendar/events/{id} body calendar_id time_zone",
      deleteEvent: "delete /microsoft/calendar/events/{id}",
      respondToEvent: "post /microsoft/calendar/events/{id}/respond body",
      listCalendars: "get /microsoft/calendar/calendars",
      findBusyTimes: "post /microsoft/calendar/freebusy body",
    },
    drive: {
      listFiles: "get /microsoft/drive/files",
      listFolderFiles: "get /microsoft/drive/folders/{id}/children",
      getFile: "get /microsoft/drive/files/{id}",
      downloadFile: "get /microsoft/drive/files/{id}/content",
      uploadFile: "post /microsoft/drive/files body",
      createFolder: "post /microsoft/drive/folders body",
      updateFile: "patch /microsoft/drive/files/{id} body",
      deleteFile: "delete /microsoft/drive/files/{id}",
      createSharingLink: "post /microsoft/drive/files/{id}/link body",
      copyFile: "post /microsoft/drive/files/{id}/copy body",
    },
    contacts: {
      listContacts: "get /microsoft/contacts",
    },
    profile: {
      getMe: "get /microsoft/me",
    },
  },
  notion: {
    pages: {
      getPage: "get /notion/pages/{id}",
      createPage: "post /notion/pages body",
      updatePage: "patch /notion/pages/{id} body",
      archivePage: "delete /notion/pages/{id}",
      movePage: "post /notion/pages/{id}/move body",
      getPageProperty: "get /notion/pages/{id}/properties/{property_id}",
      listBlocks: "get /notion/blocks/{id}/children",
      appendBlocks: "post /notion/blocks/{id}/children body",
      getBlock: "get /notion/blocks/{id}",
      updateBlock: "patch /notion/blocks/{id} body",
      deleteBlock: "delete /notion/blocks/{id}",
    },
    databases: {
      createDatabase: "post /notion/databases body",
      getDatabase: "get /notion/databases/{id}",
      getDataSource: "get /notion/data-sources/{id}",
      queryDatabase: "post /notion/databases/{id}/query body limit cursor raw",
    },
    search: {
      workspace: "post /notion/search body q limit cursor raw",
    },
    users: {
      getMe: "get /notion/me",
      listUsers: "get /notion/users",
      getUser: "get /notion/users/{id}",
    },
    comments: {
      listComments: "get /notion/comments",
      createComment: "post /notion/comments body",
    },
  },
  pipedrive: {
    deals: {
      listDeals: "get /pipedrive/deals",
      getDeal: "get /pipedrive/deals/{id}",
      createDeal: "post /pipedrive/deals body",
      updateDeal: "patch /pipedrive/deals/{id} body",
      listStages: "get /pipedrive/stages",
    },
    contacts: {
      listPersons: "get /pipedrive/persons",
      createPerson: "post /pipedrive/persons body",
      listOrganizations: "get /pipedrive/organizations",
      createOrganization: "post /pipedrive/organizations body",
    },
    activities: {
      listActivities: "get /pipedrive/activities",
      createActivity: "post /pipedrive/activities body",
      updateActivity: "patch /pipedrive/activities/{id} body",
    },
    notes: {
      listNotes: "get /pipedrive/notes",
      createNote: "post /pipedrive/notes body",
    },
    leads: {
      listLeads: "get /pipedrive/leads",
      createLead: "post /pipedrive/leads body",
    },
    search: {
      items: "get /pipedrive/search",
    },
    users: {
      getMe: "get /pipedrive/me",
      listUsers: "get /pipedrive/users",
    },
  },
  salesforce: {
    contacts: {
      listContacts: "get /salesforce/contacts",
    },
    leads: {
      listLeads: "get /salesforce/leads",
    },
    accounts: {
      listAccounts: "get /salesforce/accounts",
    },
    opportunities: {
      listOpportunities: "get /salesforce/opportunities",
    },
    records: {
      getRecord: "get /salesforce/records/{object}/{id}",
      createRecord: "post /salesforce/records/{object} body",
      updateRecord: "patch /salesforce/records/{object}/{id} body",
      deleteRecord: "delete /salesforce/records/{object}/{id}",
      runQuery: "get /salesforce/query",
      searchRecords: "get /salesforce/search",
      listObjects: "get /salesforce/objects",
      describeObject: "get /salesforce/objects/{object}",
    },
    tasks: {
      createTask: "post /salesforce/tasks body",
    },
    profile: {
      getMe: "get /salesforce/me",
    },
  },
  shopify: {
    shop: {
      getShop: "get /shopify/shop",
    },
    products: {
      listProducts: "get /shopify/products",
      getProduct: "get /shopify/products/{id}",
      createProduct: "post /shopify/products body",
      updateProduct: "patch /shopify/products/{id} body",
      listVariants: "get /shopify/variants",
      updateVariants: "patch /shopify/products/{id}/variants body limit cursor raw",
      listMetafields: "get /shopify/products/{id}/metafields",
      setMetafields: "put /shopify/products/{id}/metafields body limit cursor raw",
    },
    inventory: {
      getInventory: "get /shopify/inventory/{item}",
      listLocations: "get /shopify/locations",
      setInventory: "put /shopify/inventory body",
    },
    orders: {
      listOrders: "get /shopify/orders",
      getOrder: "get /shopify/orders/{id}",
      updateOrder: "patch /shopify/orders/{id} body",
      cancelOrder: "post /shopify/orders/{id}/cancel body",
    },
    fulfillments: {
      listFulfillmentOrders: "get /shopify/orders/{id}/fulfillment-orders",
      createFulfillment: "post /shopify/fulfillments body",
    },
    drafts: {
      listDraftOrders: "get /shopify/draft-orders",
      createDraftOrder: "post /shopify/draft-orders body",
    },
    customers: {
      listCustomers: "get /shopify/customers",
      getCustomer: "get /shopify/customers/{id}",
      createCustomer: "post /shopify/customers body",
    },
  },
  slack: {
    channels: {
      listChannels: "get /slack/channels",
      getChannel: "get /slack/channels/{id}",
      listChannelMembers: "get /slack/channels/{id}/members",
      joinChannel: "post /slack/channels/{id}/join",
      createChannel: "post /slack/channels body",
      inviteToChannel: "post /slack/channels/{id}/invite body",
      setChannelTopic: "put /slack/channels/{id}/topic body",
      archiveChannel: "post /slack/channels/{id}/archive",
    },
    privateChannels: {
      listPrivateChannels: "get /slack/private-channels",
    },
    messages: {
      listMessages: "get /slack/messages",
      sendMessage: "post /slack/messages body",
      listReplies: "get /slack/messages/{ts}/replies",
      updateMessage: "patch /slack/messages/{ts} body",
      deleteMessage: "delete /slack/messages/{ts}",
      getPermalink: "get /slack/messages/{ts}/permalink",
      scheduleMessage: "post /slack/scheduled-messages body",
      listScheduledMessages: "get /slack/scheduled-messages",
      cancelScheduledMessage: "delete /slack/scheduled-messages/{id}",
    },
    dms: {
      listDms: "get /slack/dm",
      openDm: "post /slack/dm body",
    },
    reactions: {
      addReaction: "post /slack/reactions body",
      removeReaction: "delete /slack/reactions",
      getReactions: "get /slack/reactions",
    },
    pins: {
      listPins: "get /slack/pins",
      pinMessage: "post /slack/pins body",
      unpinMessage: "delete /slack/pins",
    },
    files: {
      listFiles: "get /slack/files",
      getFile: "get /slack/files/{id}",
      downloadFile: "get /slack/files/{id}/content",
      uploadFile: "post /slack/files body",
    },
    users: {
      listUsers: "get /slack/users",
      getUser: "get /slack/users/{id}",
      getUserProfile: "get /slack/users/{id}/profile",
      findUserByEmail: "get /slack/user-by-email",
      getMe: "get /slack/me",
    },
    team: {
      getTeam: "get /slack/team",
      listTeams: "get /slack/teams",
    },
    search: {
      messages: "get /slack/search",
    },
  },
  stripe: {
    customers: {
      listCustomers: "get /stripe/customers",
      searchCustomers: "get /stripe/search/customers",
      getCustomer: "get /stripe/customers/{id}",
      createCustomer: "post /stripe/customers body",
      updateCustomer: "patch /stripe/customers/{id} body",
    },
    products: {
      listProducts: "get /stripe/products",
      createProduct: "post /stripe/products body",
      listPrices: "get /stripe/prices",
    },
    invoices: {
      listInvoices: "get /stripe/invoices",
      getInvoice: "get /stripe/invoices/{id}",
      createInvoice: "post /stripe/invoices body",
      addInvoiceItem: "post /stripe/invoices/{id}/items body",
      sendInvoice: "post /stripe/invoices/{id}/send",
      voidInvoice: "post /stripe/invoices/{id}/void",
    },
    subscriptions: {
      listSubscriptions: "get /stripe/subscriptions",
      getSubscription: "get /stripe/subscriptions/{id}",
      cancelSubscription: "post /stripe/subscriptions/{id}/cancel body",
    },
    payments: {
      listPayments: "get /stripe/payments",
      searchPayments: "get /stripe/search/payments",
      getPayment: "get /stripe/payments/{id}",
      listCharges: "get /stripe/charges",
      listRefunds: "get /stripe/refunds",
      refundPayment: "post /stripe/refunds body",
    },
    checkout: {
      listCheckoutSessions: "get /stripe/checkout-sessions",
      getCheckoutSession: "get /stripe/checkout-sessions/{id}",
      createCheckoutSession: "post /stripe/checkout-sessions body",
      listPaymentLinks: "get /stripe/payment-links",
      createPaymentLink: "post /stripe/payment-links body",
    },
    events: {
      listEvents: "get /stripe/events",
    },
    account: {
      getAccount: "get /stripe/account",
      getBalance: "get /stripe/balance",
    },
  },
  twitter: {
    users: {
      getMe: "get /twitter/me",
      getUser: "get /twitter/users/{username}",
    },
    posts: {
      getPost: "get /twitter/posts/{id}",
      listPosts: "get /twitter/posts",
      listMentions: "get /twitter/mentions",
      listTimeline: "get /twitter/timeline",
      searchPosts: "get /twitter/search",
      createPost: "post /twitter/posts body",
      deletePost: "delete /twitter/posts/{id}",
      repost: "post /twitter/posts/{id}/repost",
    },
    bookmarks: {
      listBookmarks: "get /twitter/bookmarks",
      bookmarkPost: "post /twitter/posts/{id}/bookmark",
      removeBookmark: "delete /twitter/posts/{id}/bookmark",
    },
    dms: {
      listMessages: "get /twitter/dms",
      sendMessage: "post /twitter/dms body",
    },
  },
  zendesk: {
    tickets: {
      listTickets: "get /zendesk/tickets",
      getTicket: "get /zendesk/tickets/{id}",
      createTicket: "post /zendesk/tickets body",
      updateTicket: "patch /zendesk/tickets/{id} body",
      deleteTicket: "delete /zendesk/tickets/{id}",
      addTags: "post /zendesk/tickets/{id}/tags body",
      listComments: "get /zendesk/tickets/{id}/comments",
      addComment: "post /zendesk/tickets/{id}/comments body",
      downloadAttachment: "get /zendesk/attachments/{id}",
      uploadAttachment: "post /zendesk/uploads body",
    },
    search: {
      tickets: "get /zendesk/search/tickets",
      users: "get /zendesk/search/users",
      organizations: "get /zendesk/search/organizations",
    },
    users: {
      getMe: "get /zendesk/me",
      listUsers: "get /zendesk/users",
      getUser: "get /zendesk/users/{id}",
      createUser: "post /zendesk/users body",
      updateUser: "patch /zendesk/users/{id} body",
    },
    organizations: {
      listOrganizations: "get /zendesk/organizations",
      getOrganization: "get /zendesk/organizations/{id}",
      createOrganization: "post /zendesk/organizations body",
    },
    desk: {
      listViews: "get /zendesk/views",
      listViewTickets: "get /zendesk/views/{id}/tickets",
      listMacros: "get /zendesk/macros",
      listGroups: "get /zendesk/groups",
      listTicketFields: "get /zendesk/ticket-fields",
      listSatisfactionRatings: "get /zendesk/satisfaction-ratings",
    },
    articles: {
      listArticles: "get /zendesk/articles",
      searchArticles: "get /zendesk/search/articles",
      getArticle: "get /zendesk/articles/{id}",
    },
  },
  zoom: {
    profile: {
      getMe: "get /zoom/me",
    },
    users: {
      listUsers: "get /zoom/users",
      getUser: "get /zoom/users/{id}",
    },
    meetings: {
      listMeetings: "get /zoom/meetings",
      getMeeting: "get /zoom/meetings/{id}",
      createMeeting: "post /zoom/meetings body",
      updateMeeting: "patch /zoom/meetings/{id} body occurrence_id",
      deleteMeeting: "delete /zoom/meetings/{id}",
      endMeeting: "post /zoom/meetings/{id}/end",
    },
    schedule: {
      listSchedule: "get /zoom/schedule",
    },
    pastMeetings: {
      listPastInstances: "get /zoom/meetings/{id}/instances",
      getPastMeeting: "get /zoom/past-meetings/{id}",
    },
    participants: {
      listParticipants: "get /zoom/past-meetings/{id}/participants",
    },
    registrants: {
      listRegistrants: "get /zoom/meetings/{id}/registrants",
      addRegistrant: "post /zoom/meetings/{id}/registrants body",
      setRegistrantStatus: "put /zoom/meetings/{id}/registrants/{registrant_id}/status body",
    },
    recordings: {
      listRecordings: "get /zoom/recordings",
      getRecording: "get /zoom/meetings/{id}/recordings",
      downloadRecording: "get /zoom/meetings/{id}/recordings/{file_id}/content",
    },
    transcripts: {
      getTranscript: "get /zoom/meetings/{id}/transcript",
    },
    summaries: {
      getSummary: "get /zoom/meetings/{id}/summary",
    },
    webinars: {
      listWebinars: "get /zoom/webinars",
      getWebinar: "get /zoom/webinars/{id}",
    },
  },
};
