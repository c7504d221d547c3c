// More labelled queries of the same kinds, written after the search was tuned and before it had seen them: all held out.

/** `query = tool tool | tool`, by kind. */
export const HELD_OUT: Record<string, string> = {
  steps: `
get the attachment from the last mail and save it in my drive = google_gmail_get_attachment microsoft_get_attachment @list_mail | @upload
look up the customer in pipedrive, then book a call with them = pipedrive_search_items pipedrive_list_persons | pipedrive_create_activity @create_event
read the latest comments on the ticket and answer them = @issue_comments | @comment_issue
close the pull request and delete the message about it in slack = github_update_pull_request | slack_delete_message
check who is in the channel and invite the rest = slack_list_channel_members | slack_invite_to_channel
find free slots next week and send them to the client = @free | @send_mail
list all new contacts in hubspot and post the names to discord = hubspot_list_contacts | discord_send_message
create a jira bug, assign it to grace, and let the channel know = jira_create_issue | jira_update_issue | @chat
copy the meeting notes into notion and email everyone the link = notion_create_page notion_append_blocks | @send_mail
show my tweets from yesterday and delete the worst one = twitter_list_posts | twitter_delete_post`,
  cut: `
gi pr = @list_prs @new_pr @read_pr github_update_pull_request @merge_pr @review_pr gitlab_update_merge_request
de fi = @drop_file
list ev = @list_events discord_list_events stripe_list_events
sl us = slack_list_users slack_get_user
not se = notion_search_workspace
hub ti = hubspot_list_tickets hubspot_create_ticket
cal av = calendly_list_available_times calendly_list_availability_schedules
jir pro = jira_list_projects
dow att = google_gmail_get_attachment microsoft_get_attachment zendesk_download_attachment
twi men = twitter_list_mentions`,
  everyday: `
throw this receipt into the expenses folder on onedrive = microsoft_upload_file microsoft_update_file
can we do the retro on wednesday instead = @move_event
lose that event = @drop_event
clear the test message out of the channel = slack_delete_message discord_delete_message
I want to take back my tweet = twitter_delete_post
thank ada for her mail = @reply_mail
what should I say to his last email = @reply_mail
put my two cents on the jira ticket = jira_create_comment
tell the whole company on slack that we moved offices = slack_send_message
brag about the award on linkedin = linkedin_create_post
make some noise about the release on twitter = twitter_create_post
remind everybody in the channel about the party = @chat slack_schedule_message
pass this mail on to my colleague = @forward
stick a meeting in the diary for friday = @create_event
have I got any new emails = @list_mail
dig out the pitch deck = @list_files
who is coming to the workshop = google_calendar_get_event microsoft_get_event calendly_list_invitees @list_events zoom_list_registrants
make ada responsible for this ticket = @assign_issue
mark it as done in linear = linear_update_issue
give the client a link where they can pick a time = calendly_create_scheduling_link`,
  mine: `
my branches = @branches
my outlook contacts = microsoft_list_contacts
my company's page on linkedin = linkedin_list_organizations
ada's messages in slack = slack_search_messages slack_list_messages slack_list_dms
the meeting's guests = google_calendar_get_event microsoft_get_event calendly_list_invitees zoom_list_participants zoom_list_registrants
our deals in salesforce = salesforce_list_opportunities
the repo's commits = @commits
my upcoming meetings = @list_events
unread mails of mine = @list_mail
the linear team's projects = linear_list_projects`,
  german: `
meine offenen pull requests = @list_prs
nachricht aus dem kanal löschen = slack_delete_message discord_delete_message
trag den urlaub in den kalender ein = @create_event
wann ist ada nächste woche verfügbar = @free
schreib dem kunden eine mail = @send_mail
neues ticket in jira aufmachen = jira_create_issue
lade die rechnung in onedrive hoch = microsoft_upload_file
alle firmen in hubspot auflisten = hubspot_list_companies
den kommentar in notion beantworten = notion_create_comment
verschiebe die datei in einen anderen ordner = @move_file`,
  portuguese: `
meus eventos de hoje = @list_events
apaga a mensagem do canal = slack_delete_message discord_delete_message
coloca o jantar na agenda = @create_event
cria um bug no jira = jira_create_issue
sobe o arquivo para o drive = google_drive_upload_file
lista os contatos do hubspot = hubspot_list_contacts
quero ver os comentários da página no notion = notion_list_comments
escreve um post no linkedin = linkedin_create_post
quem reagiu à mensagem no slack = slack_get_reactions
move o negócio para outra etapa no pipedrive = pipedrive_update_deal`,
  hindi: `
मेरे टिकट दिखाओ = @list_issues hubspot_list_tickets
फ़ाइल को दूसरे फ़ोल्डर में ले जाओ = @move_file
slack में ग्रेस को जवाब दो = slack_send_message
मेरी ड्राइव की फ़ाइलें = google_drive_list_files @list_files
संदेश हटाओ = slack_delete_message discord_delete_message
नया संपर्क बनाओ = @new_contact
कल की मीटिंग कैलेंडर से हटाओ = @drop_event
notion पेज में टिप्पणी जोड़ो = notion_create_comment
github रिलीज़ दिखाओ = github_list_releases github_get_latest_release
jira टिकट खोजो = jira_search_issues`,
  none: `
remind me to water the plants =
where is the nearest pharmacy =
my electricity meter =
cancel my netflix =
how old is my dog =
make me a sandwich =
schreib mir ein gutenachtlied =
wo parkt mein auto =
me conta quem ganhou o jogo =
मुझे भूख लगी है =
send it by whatsapp =
add a card to trello =
book a taxi for six =
turn up the volume =
the queen's birthday =
plan a trip to greece =
what is the meaning of life =
list the best films of the year =
read a bedtime story to the kids =
share my location with mum =`,
};
