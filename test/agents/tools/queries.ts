// Labelled queries for the stand-in catalogue: what people type, and the right tools.

export interface LabelledQuery {
  kind: string;
  text: string;
  /** Each is right as the first hit; empty when no tool fits. */
  right: readonly string[];
}

/** `query = tool tool`, by kind. */
const LISTS: Record<string, string> = {
  names: `
slack_send_message = slack_send_message
github_list_issues = github_list_issues
send message = slack_send_message discord_send_message google_send_message
list events = google_list_events microsoft_list_events
list channels slack = slack_list_channels
list repos = github_list_repos
create issue = github_create_issue
create page = notion_create_page
query database = notion_query_database
merge pull = github_merge_pull
add reaction = slack_add_reaction
discord list guilds = discord_list_guilds
upload file = google_upload_file
list workflow runs = github_list_workflow_runs
find user by email = slack_find_user_by_email
create draft = google_create_draft
list_labels = google_list_labels
pin message = slack_pin_message
LIST BRANCHES = github_list_branches
microsoft send email = microsoft_send_email
search code = github_search_code
append blocks = notion_append_blocks`,
  order: `
message send slack = slack_send_message
issues list github = github_list_issues
event create google = google_create_event
file download = google_download_file microsoft_download_file
database query = notion_query_database
channel join = slack_join_channel
pull merge = github_merge_pull
notion page create = notion_create_page
replies list = slack_list_replies
email by user find = slack_find_user_by_email
members channel list = slack_list_channel_members
draft gmail create = google_create_draft`,
  prefixes: `
cal ev = google_list_events microsoft_list_events
sla mes = slack_send_message slack_list_messages slack_search_messages
crea iss = github_create_issue
lis bran = github_list_branches
downl fi = google_download_file microsoft_download_file
sched mess = slack_schedule_message
git comm = github_list_commits
disc serv = discord_list_guilds
upl fil = google_upload_file
quer datab = notion_query_database
react = slack_add_reaction
work run = github_list_workflow_runs
emo = slack_add_reaction slack_set_status
lab = google_list_labels
rele = github_list_releases
noti pag = notion_get_page notion_create_page`,
  typos: `
gmial = google_list_messages google_send_message google_get_message
send mesage = slack_send_message discord_send_message google_send_message
slakc channels = slack_list_channels
gihtub issues = github_list_issues
crate pull reqest = github_create_pull
calender events = google_list_events microsoft_list_events
lsit repositorys = github_list_repos
downlaod file = google_download_file microsoft_download_file
serach code = github_search_code
notoin page = notion_get_page notion_create_page
dicsord servers = discord_list_guilds
emial = google_list_messages microsoft_list_emails microsoft_send_email google_send_message
shedule slack mesage = slack_schedule_message
delet event = google_delete_event
add raection = slack_add_reaction
mircosoft emails = microsoft_list_emails
list brnaches = github_list_branches
uplaod fiel = google_upload_file
mereg pull request = github_merge_pull
list comits = github_list_commits
databse query = notion_query_database
chanel members = slack_list_channel_members`,
  synonyms: `
appointments = google_list_events microsoft_list_events
book a meeting = google_create_event microsoft_create_event
my agenda = google_list_events microsoft_list_events
compose mail = google_send_message microsoft_send_email google_create_draft
inbox = google_list_messages microsoft_list_emails
open a ticket = github_create_issue
report a bug = github_create_issue
merge request = github_list_pulls github_create_pull github_merge_pull
open a PR = github_create_pull
source repositories = github_list_repos
find documents = google_list_files microsoft_list_files
emoji = slack_add_reaction slack_set_status
thumbs up = slack_add_reaction
cancel meeting = google_delete_event
reschedule meeting = google_update_event
team members slack = slack_list_users
coworkers in slack = slack_list_users
direct message = slack_open_dm
DM someone on slack = slack_open_dm slack_send_message
look up a colleague by mail address = slack_find_user_by_email
new directory = google_create_folder
rooms in slack = slack_list_channels
bin an email = google_trash_message
ci builds = github_list_workflow_runs
availability = google_find_free_time
bookmark a repository = github_star_repo
respond to an issue = github_comment_on_issue
wiki pages = notion_get_page notion_search notion_create_page
table rows = notion_query_database
who is in the channel = slack_list_channel_members
outlook inbox = microsoft_list_emails
onedrive documents = microsoft_list_files
get rid of a calendar entry = google_delete_event
version tags = github_list_releases
give access to a document = google_share_file
arrange an appointment = google_create_event microsoft_create_event
remove a meeting = google_delete_event
folks in the workspace = slack_list_users
attachments in my drive = google_list_files
code review = github_list_pulls github_get_pull
react with a smiley = slack_add_reaction
make a subfolder = google_create_folder
save a document to drive = google_upload_file
fetch a doc = google_download_file microsoft_download_file google_get_file
read correspondence outlook = microsoft_list_emails microsoft_get_email
private chat slack = slack_open_dm
postpone an event = google_update_event
create project on github = github_create_repo
raise an issue = github_create_issue
write to a colleague by mail = google_send_message microsoft_send_email
throw away a file = google_delete_file
ping someone on discord = discord_send_message
pipeline status = github_list_workflow_runs
open slots in my schedule = google_find_free_time
reply on a ticket = github_comment_on_issue
commit history = github_list_commits
workspace people slack = slack_list_users`,
  sentences: `
send an email to my boss about the budget = google_send_message microsoft_send_email
what is on my calendar tomorrow = google_list_events microsoft_list_events
post a message in the slack channel saying that lunch is ready = slack_send_message
show me all open issues in my github repository = github_list_issues
create a new event on friday at 3pm with ada@example.com = google_create_event microsoft_create_event
download the report from google drive = google_download_file
which pull requests are waiting for review = github_list_pulls
find the messages about the launch in slack = slack_search_messages
add a thumbs up to the last slack message = slack_add_reaction
write a notion page with the notes of the meeting = notion_create_page
please delete the meeting with bob next week = google_delete_event
I want to read the latest emails in outlook = microsoft_list_emails
when am I free tomorrow afternoon = google_find_free_time
invite ada to the design channel = slack_invite_to_channel
file a bug report for the login page on github = github_create_issue
let my team know on slack that I am late = slack_send_message
upload this picture to my drive = google_upload_file
share the budget spreadsheet with my accountant = google_share_file
close the issue about the broken build = github_update_issue
what did people say in the discord channel today = discord_list_messages
move the meeting to next monday = google_update_event
get all rows of the tasks database where status is done = notion_query_database
tell everyone on discord that the game starts = discord_send_message
did the last build pass = github_list_workflow_runs
send this slack message tomorrow morning at nine = slack_schedule_message slack_send_message
search my notion workspace for the travel policy = notion_search
can you email ada the minutes of the meeting = google_send_message microsoft_send_email
I need to see which files are in my onedrive = microsoft_list_files
put lunch with carol on my calendar for thursday = google_create_event microsoft_create_event
what changed in the repository since monday = github_list_commits
merge my pull request when the tests are green = github_merge_pull
remind the sales channel on slack about the deadline = slack_send_message slack_schedule_message
who has access to the slack workspace = slack_list_users
save the photo in google drive = google_upload_file
show the conversation in the general channel = slack_list_messages discord_list_messages
comment on issue 42 that it is fixed = github_comment_on_issue
look for the function parse in the source code = github_search_code
is everybody available on tuesday at noon = google_find_free_time
add a paragraph to my notion page = notion_append_blocks
which servers am I in on discord = discord_list_guilds
throw the newsletter in the trash = google_trash_message
star the bun repository = github_star_repo`,
  languages: `
enviar un correo = google_send_message microsoft_send_email
envoyer un message sur slack = slack_send_message
termin erstellen = google_create_event microsoft_create_event
dateien auflisten = google_list_files microsoft_list_files
criar um evento = google_create_event microsoft_create_event
cerca file su drive = google_list_files microsoft_list_files
bestand downloaden = google_download_file microsoft_download_file
отправить письмо = google_send_message microsoft_send_email
メールを送信 = google_send_message microsoft_send_email
发送邮件 = google_send_message microsoft_send_email
이메일 보내기 = google_send_message microsoft_send_email
ईमेल भेजें = google_send_message microsoft_send_email
wyślij wiadomość slack = slack_send_message
mostrar mis mensajes de slack = slack_list_messages slack_search_messages
créer un événement = google_create_event microsoft_create_event
kalender anzeigen = google_list_events google_list_calendars microsoft_list_events
nachricht senden slack = slack_send_message
invia una email = google_send_message microsoft_send_email
supprimer un fichier = google_delete_file
создать задачу github = github_create_issue
ファイル ダウンロード = google_download_file microsoft_download_file
搜索文件 = google_list_files microsoft_list_files
etkinlik oluştur = google_create_event microsoft_create_event
lista de canais slack = slack_list_channels
bericht sturen slack = slack_send_message`,
  far: `
zzqx blorf =
recipe for apple pie =
weather in paris =
play some jazz music =
asdfghjkl =
order a pizza =
translate to spanish =
turn off the kitchen lights =
stock price of acme =
qqqqqqqq =
book a flight to rome =
calculate the square root of two =`,
  near: `
create a jira ticket =
salesforce leads =
send an invoice with stripe =
trello cards =
zoom meeting recording =
dropbox files =
shopify orders =
send a whatsapp message =
hubspot contacts =
gitlab merge requests =
asana tasks =
tweet something on twitter =`,
};

/** Lines of `query = tool tool`. */
export function parseQueries(kind: string, list: string): LabelledQuery[] {
  return list
    .trim()
    .split("\n")
    .map((line) => {
      const [text = "", right = ""] = line.split("=").map((part) => part.trim());
      return { kind, text, right: right.split(" ").filter(Boolean) };
    });
}

export const queries: readonly LabelledQuery[] = Object.entries(LISTS).flatMap(([kind, list]) =>
  parseQueries(kind, list),
);
