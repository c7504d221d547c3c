// Labelled queries in everyday speech: several steps, cut words, possessives, and what people say instead of a tool's name.
import { ADDED_PROVIDERS } from "./added-provider-queries.ts";
import { HELD_OUT } from "./held-out-queries.ts";
import { LANGUAGES } from "./language-queries.ts";
import { LATER } from "./later-queries.ts";
import type { LabelledQuery } from "./queries.ts";
import { toolsOf } from "./same-tools.ts";
import { TUNING } from "./tuning-queries.ts";

export interface SpokenQuery extends LabelledQuery {
  /** The right tools of each step; one step for most queries. */
  steps: readonly (readonly string[])[];
  /** Half of each kind; the other half is held out, and nobody looks at its failures. */
  isForTuning: boolean;
  /** Written after the search was tuned. */
  isFresh?: boolean;
  /** For the providers that joined later. */
  isAdded?: boolean;
}

/** `query = tool tool | tool`, by kind: tools that fit, steps between bars, `@name` for the same tool at several providers. */
const LISTS: Record<string, string> = {
  steps: `
find my last email from the bank and forward it to the accountant = @list_mail | @forward @send_mail
look up the invoice in drive and mail it to the customer = @list_files | @send_mail
read the thread in #support, then open a jira ticket for it = slack_list_replies slack_list_messages | jira_create_issue
check when grace is free and book a call with her = @free | @create_event calendly_create_booking
create a branch, change the readme and open a pull request = @new_branch | @write_code | @new_pr
close the linear issue and tell the team on slack = linear_update_issue | slack_send_message
pull up the deal in hubspot and add a note about the call = hubspot_get_deal hubspot_list_deals | hubspot_create_note
get the newest release on github and announce it on discord = github_get_latest_release github_list_releases | discord_send_message
download the report from onedrive, then send it by outlook = microsoft_download_file | microsoft_send_email
merge the pull request and tweet that it is out = github_merge_pull_request | twitter_create_post
list overdue activities in pipedrive and drop me a slack message with them = pipedrive_list_activities | slack_send_message
cancel tomorrow's meeting and write everybody an apology = @drop_event | @send_mail
search notion for the onboarding guide and share the link in slack = notion_search_workspace | slack_send_message
upload the picture to linkedin and publish a post with it = linkedin_upload_image | linkedin_create_post
make a new folder in drive and put the contract in it = @new_folder | @upload
find the person in salesforce and change their phone number = salesforce_list_contacts salesforce_search_records | salesforce_update_record
take the row in our notion table and mark it as done = notion_query_database | notion_update_page notion_update_block
who booked me on calendly today? add them to hubspot as contacts = calendly_list_invitees calendly_list_events | hubspot_create_contact
answer the mail from the landlord, after that archive it = @reply_mail | @move_mail
show the commits since friday; write a summary into notion = github_list_commits | notion_create_page notion_append_blocks
create a slack channel for the launch and invite the design team = slack_create_channel | slack_invite_to_channel
approve the pull request and merge it = @review_pr | @merge_pr
list my open bugs in jira and move the first one to in progress = jira_search_issues | jira_transition_issue
draft a reply in gmail and put a reminder in my calendar = @draft_mail google_gmail_reply_to_message | google_calendar_create_event
new lead called: create the company in pipedrive and open a deal for it = pipedrive_create_organization | pipedrive_create_deal
find out who mentioned us on twitter and send them a dm = twitter_list_mentions | twitter_send_message
export the google doc as pdf and attach it to an email = google_drive_export_file | google_gmail_send_message
look for unanswered support tickets in hubspot, then ping the owner on slack = hubspot_list_tickets | slack_send_message
read my calendar for monday and block two hours for writing = @list_events | @create_event
delete the old post on linkedin and write a new one = linkedin_delete_post | linkedin_create_post
pin the message and react to it with a rocket = slack_pin_message | slack_add_reaction discord_add_reaction
search code for the old function name, then file an issue about it = @search_code | @new_issue
get all new salesforce leads and create a follow up task for each = salesforce_list_leads | salesforce_create_task
comment on the jira ticket, assign it to ada and set it to done = jira_create_comment | jira_update_issue | jira_transition_issue
move the file into the archive folder and rename it = @move_file
accept the outlook invitation and tell them I will be late = microsoft_respond_to_event | microsoft_send_email microsoft_reply_to_email
start a thread in discord and post the agenda there = discord_create_thread | discord_send_message
check the notifications on github and review what waits for me = github_list_notifications | github_review_pull_request github_list_pull_requests github_search_issues
update the notion page with today's notes and comment that it is ready = notion_append_blocks notion_update_page | notion_create_comment
send the scheduling link to the client and log it in hubspot = calendly_create_scheduling_link @send_mail | hubspot_create_note`,
  cut: `
sl msg = slack_send_message slack_list_messages slack_search_messages
gh iss = github_list_issues github_create_issue github_search_issues github_get_issue
cr iss = @new_issue
li rep = @repos
gm dra = google_gmail_list_drafts google_gmail_create_draft google_gmail_get_draft google_gmail_send_draft google_gmail_delete_draft
se em = @send_mail
up fi = @upload @move_file
do fi = @download
sea iss = @list_issues
ou cal = microsoft_list_events microsoft_list_calendars
go cal = google_calendar_list_events google_calendar_list_calendars
no pa = notion_get_page notion_create_page notion_update_page notion_move_page notion_archive_page
not dat = notion_query_database notion_get_database notion_get_data_source
mer pul = @merge_pr
pr li = @list_prs
ca ev = @list_events google_calendar_create_event google_calendar_get_event google_calendar_update_event google_calendar_delete_event calendly_cancel_event discord_cancel_event
de ev = @drop_event discord_cancel_event
rep em = @reply_mail
fo em = microsoft_forward_email
hu con = hubspot_list_contacts hubspot_create_contact hubspot_get_contact hubspot_update_contact
hs dea = hubspot_list_deals hubspot_create_deal hubspot_get_deal hubspot_update_deal
sf opp = salesforce_list_opportunities
sal lea = salesforce_list_leads
pd dea = pipedrive_list_deals pipedrive_create_deal pipedrive_get_deal pipedrive_update_deal
pip act = pipedrive_list_activities pipedrive_create_activity pipedrive_update_activity
tw po = twitter_create_post twitter_list_posts twitter_get_post twitter_search_posts twitter_delete_post
lin po = linkedin_create_post linkedin_list_posts linkedin_get_post linkedin_update_post linkedin_delete_post
lin iss = linear_list_issues linear_create_issue linear_search_issues linear_get_issue linear_update_issue linear_archive_issue
ji iss = jira_search_issues jira_create_issue jira_get_issue jira_update_issue jira_delete_issue
ji com = jira_list_comments jira_create_comment
dis cha = discord_list_channels discord_get_channel
di ser = discord_list_guilds discord_get_guild
sla ch = slack_list_channels slack_get_channel slack_create_channel slack_join_channel slack_archive_channel
inv cha = slack_invite_to_channel
pi me = slack_pin_message
add rea = @react linkedin_add_reaction slack_add_reaction
rem rea = slack_remove_reaction
cr br = @new_branch
li br = @branches
com his = @commits
re rel = github_list_releases github_get_latest_release github_create_release
sch mes = slack_schedule_message
bo me = calendly_create_booking @create_event
avail ti = calendly_list_available_times
od fi = microsoft_list_files microsoft_get_file microsoft_upload_file microsoft_download_file microsoft_update_file microsoft_delete_file microsoft_list_folder_files
mo em = microsoft_move_email
ad co = @comment_issue notion_create_comment linkedin_create_comment @new_contact airtable_create_comment
wr no = @crm_note
que dat = notion_query_database
ru que = salesforce_run_query`,
  everyday: `
shove this mail into the receipts folder = @move_mail
put the ticket back into the backlog = @move_issue
push our lunch to half past one = @move_event
drag the deal over to negotiation = @move_deal
bump my dentist appointment to next week = @move_event
stick this file in the shared folder = @move_file @upload
pull the card into the review column in linear = linear_update_issue
hand this bug over to ada = @assign_issue
file away that email = @move_mail
shift the standup an hour earlier = @move_event
put the wiki page under engineering = notion_move_page
kick the ticket over to qa = @move_issue @assign_issue
dump that draft = google_gmail_delete_draft
get this meeting off my calendar = @drop_event
ditch the old presentation in onedrive = microsoft_delete_file
kill the friday sync = @drop_event
scrap my last tweet = twitter_delete_post
chuck this email in the bin = @trash_mail
take that message down in slack = slack_delete_message
nuke the spam in the discord channel = discord_delete_message
wipe the paragraph about prices from the notion page = notion_delete_block
I don't need this file anymore = @drop_file
unsend what I just posted in slack = slack_delete_message
toss the test contact = salesforce_delete_record
write back to the recruiter = @reply_mail
get back to mum about sunday = @reply_mail @send_mail
let her know that I got her email = @reply_mail @send_mail
tell them yes on that meeting invite = @respond google_calendar_update_event
say no to the monday invitation = @respond google_calendar_update_event
chime in on the bug with my findings = @comment_issue
weigh in on the pull request = @review_pr @comment_pr
give the PR a thumbs up = @review_pr
answer the question in the slack thread = slack_send_message
hit reply all on this one = @reply_mail
drop a comment under their linkedin post = linkedin_create_comment
reply to the tweet = twitter_create_post
shout it from the rooftops on twitter = twitter_create_post
spread the word in the general channel = @chat
give everybody a heads up in slack = slack_send_message
let the whole discord know that we are live = discord_send_message
blast this out to our linkedin followers = linkedin_create_post
put up a notice in the team channel = @chat
break the news to the sales channel = @chat
ping bob about the outage = @chat slack_open_dm
drop a line to the supplier = @send_mail
shoot grace an email = @send_mail
fire off a message to the design channel = @chat
tell my followers about the new album = @post
post something for me at nine tomorrow in slack = slack_schedule_message
what's going on today = @list_events
what have I got on this afternoon = @list_events
am I free at three = @free @list_events
when can we all meet = @free
did anybody write to me = @list_mail
anything new in my mailbox = @list_mail
where did I save the lease = @list_files
grab the photo attached to that mail = google_gmail_get_attachment microsoft_get_attachment
what did I miss in slack = slack_list_messages slack_search_messages
who said something about the budget on slack = slack_search_messages
jot down what the client said = @crm_note
set me up a one on one with ada = @create_event calendly_create_booking
pencil in a dinner on saturday = @create_event
throw a new bug on the board = @new_issue
something is broken, log it for the developers = @new_issue
is the fix merged yet = @read_pr @list_prs github_search_issues gitlab_search_merge_requests
ship the new version = github_create_release
what is everybody working on this sprint = linear_list_issues jira_search_issues linear_list_teams asana_list_tasks
how much is this deal worth = hubspot_get_deal pipedrive_get_deal hubspot_list_deals pipedrive_list_deals salesforce_list_opportunities
who do we know at acme = @find_contact
get rid of the duplicate jira ticket = jira_delete_issue`,
  mine: `
my pull requests = @list_prs
my repos = @repos
my issues = @list_issues
my drafts = google_gmail_list_drafts
my meetings = @list_events
my files = @list_files
my deals = @list_deals
my contacts = @find_contact
my slack channels = slack_list_channels
my discord servers = discord_list_guilds
my linear issues = linear_list_issues linear_search_issues
my jira issues = jira_search_issues
my leads = salesforce_list_leads pipedrive_list_leads
my tweets = twitter_list_posts
my direct messages = slack_list_dms twitter_list_messages
my notifications = @notifications
my organizations on github = github_list_orgs
my calendars = google_calendar_list_calendars microsoft_list_calendars
my labels in gmail = google_gmail_list_labels
my folders in outlook = microsoft_list_mail_folders
my event types = calendly_list_event_types
my availability = calendly_list_availability_schedules calendly_list_available_times @free
my notion pages = notion_search_workspace
my scheduled slack messages = slack_list_scheduled_messages
my github account = github_get_user
my slack profile = slack_get_user_profile slack_get_user
my timeline = twitter_list_timeline
my activities = pipedrive_list_activities
ada's pull requests = @list_prs
grace's calendar = @list_events google_calendar_list_calendars microsoft_list_calendars @free
the customer's emails = @list_mail
my boss's last mail = @list_mail @read_mail
our company's linkedin posts = linkedin_list_posts
the team's channels in slack = slack_list_channels
the repo's branches = @branches
the channel's pinned messages = slack_list_pins discord_list_pins
this issue's comments = @issue_comments
the deal's notes = pipedrive_list_notes
the page's comments in notion = notion_list_comments
acme's contacts in hubspot = hubspot_list_contacts
a server's roles = discord_list_roles
the pull request's files = @pr_files
the pr's reviews = @pr_reviews
a user's tweets = twitter_list_posts
the channel's members = slack_list_channel_members
our page's statistics on linkedin = linkedin_get_organization_statistics
the database's rows = notion_query_database airtable_list_records
the file's content = @download @read_code
the customer's phone number = @find_contact @find_customer
today's meetings = @list_events
yesterday's mails = @list_mail
tomorrow's appointments = @list_events
this week's closed deals = @list_deals
last month's tickets = hubspot_list_tickets @list_issues
what is on my plate in linear = linear_list_issues linear_search_issues
what's assigned to me = @list_issues asana_list_tasks
tickets of mine in jira = jira_search_issues
emails of my lawyer = @list_mail
who is in my team on slack = slack_list_users
everything in my drive = @list_files`,
  ...LANGUAGES,
  none: `
turn the heating down =
my horoscope =
how tall is mount everest =
set an alarm for six =
my blood pressure =
what's for lunch =
book me a flight to rome =
order a pizza with extra cheese =
the neighbour's cat =
my piggy bank =
move to a bigger flat =
drop ten kilos before summer =
answer to the ultimate question =
lock the front door =
vacuum the living room =
tomorrow's weather =
my tax return =
print two copies =
roll the dice and flip a coin =
tell me a bedtime story and switch off the light =
add it to my trello board =
put the figma comments in order =
my dropbox folders =
move the basecamp card to done =
announce it on facebook =
answer the whatsapp from mum =
drop a message in telegram =
my xero invoices =
our freshdesk tickets =
play my spotify playlist and turn it up =
mach das licht in der küche aus =
wie wird das wetter morgen =
bestell mir eine pizza =
rezept für apfelkuchen =
qual é a previsão do tempo =
toque uma música =
receita de bolo de chocolate =
acende a luz da sala =
कल मौसम कैसा रहेगा =
गाना बजाओ =
चाय कैसे बनाते हैं =
basecamp aufgaben anzeigen =
enviar mensagem no whatsapp =
trello karte verschieben =
abrir um chamado no freshdesk =
व्हाट्सएप पर संदेश भेजो =
what is the capital of france =
find me a good dentist nearby =
my shopping list =
send flowers to my wife =
read me the news =
call mum on the phone =
book a table for two at eight =
the dog's birthday cake =
show me cat pictures =
open the garage =
close the curtains =
start the washing machine =
cancel my gym membership =
who won the election =
what time is it in tokyo =
move the car out of the driveway =
drop the kids at school =
answer the door =
announce dinner =
my car keys =
my passport number =
share a taxi with ada =
delete my browsing history on the laptop =
create a logo for my bakery =
write a song about rain =
search for cheap hotels in lisbon =
list all planets =
how do I tie a tie =
update my windows drivers =
download a film =
post a letter at the post office =
pay the electricity bill =
transfer fifty euros to bob =
remind the plants to grow =
our airtable base = airtable_list_bases airtable_list_tables
put it in evernote =
ship the parcel with fedex =
my instagram followers =
check my salary in workday =
the team's miro board =
reply to the facebook comment =
new basecamp project and todo =
schreib ein gedicht über den herbst =
wo ist mein schlüssel =
spiel ein lied =
wie alt ist die erde =
mein kontostand =
dropbox ordner teilen =
qual o meu saldo no banco =
conta uma piada =
onde fica o hotel mais perto =
minhas tarefas no trello =
मुझे एक कहानी सुनाओ =
मेरा पासवर्ड भूल गया =
टैक्सी बुलाओ =
webex मीटिंग की रिकॉर्डिंग =`,
};

function parseSpoken(kind: string, list: string): SpokenQuery[] {
  return list
    .trim()
    .split("\n")
    .map((line, position) => {
      const [text = "", right = ""] = line.split("=").map((part) => part.trim());
      const steps = right.split("|").map(toolsOf);
      return { kind, text, right: steps.flat(), steps, isForTuning: position % 2 === 0 };
    });
}

export const spokenQueries: readonly SpokenQuery[] = [
  ...Object.entries(LISTS).flatMap(([kind, list]) => parseSpoken(kind, list)),
  ...Object.entries(TUNING).flatMap(([kind, list]) =>
    parseSpoken(kind, list).map((query) => ({ ...query, isForTuning: true })),
  ),
  ...Object.entries(HELD_OUT).flatMap(([kind, list]) =>
    parseSpoken(kind, list).map((query) => ({ ...query, isForTuning: false, isFresh: true })),
  ),
  ...Object.entries(ADDED_PROVIDERS).flatMap(([kind, list]) =>
    parseSpoken(kind, list).map((query) => ({ ...query, isAdded: true })),
  ),
  ...Object.entries(LATER).flatMap(([kind, list]) =>
    parseSpoken(kind, list).map((query) => ({ ...query, isFresh: !query.isForTuning })),
  ),
];
