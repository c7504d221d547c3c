// The word table of the tool search: what everyday words, products and other languages mean in the words of tool names.
import { LANGUAGES } from "./languages.ts";
import { wordsOf } from "./text.ts";

/** Tool words that a word may stand for, with how well it fits, 0 to 1. */
export type Senses = ReadonlyMap<string, number>;

/**
 * Everyday words = words of tools; a sense without a figure counts 0.9. A `+` marks a verb that the word brings along:
 * it tells tools of the same thing apart, and is no match by itself.
 */
const THINGS = `
email, mail, e mail, correspondence, mailing, newsletter = email mail gmail outlook message*0.6
inbox, mailbox = inbox mailbox email mail gmail outlook list*0.5 message*0.5
message, msg, text = message chat*0.8 post*0.8
chat, conversation, discussion = chat conversation message thread*0.8 channel*0.5
post, announcement, announce = post message +send +create*0.6
dm, direct message, private message, private chat, im = dm im direct message*0.6 +open +send
tell, notify, inform, remind, ping, let know = message*0.9 post*0.8 +send
say = message*0.9 comment post*0.8 +send
talk, discuss, talk about, wrote, written = message conversation*0.8 thread*0.6 comment*0.6
miss, catch up = message notification*0.7
thread = thread reply conversation*0.8
reply, respond, answer, comment on = reply respond comment*0.8 +create +add +send*0.7
forward = forward +send*0.8
channel, room, chatroom = channel room
group chat = dm channel*0.8
server, guild = guild server
workspace, team, organization, organisation, org, company = workspace team organization org company
reaction, emoji, emoticon, smiley = reaction react emoji
like = like reaction
react, react to, thumb, thumb up, heart = reaction react emoji +add
event, meeting, appointment, calendar entry = event meeting calendar*0.7
booking, reservation = booking event meeting*0.8
google meet, video call, video meeting, team link, meeting link, meet link, team meeting link, team meeting = meet event meeting*0.8 +create*0.8
call, lunch, dinner, interview, date, birthday = event*0.6 meeting*0.6 calendar*0.4
calendar, timetable = calendar agenda event*0.8
agenda, diary, my calendar, my agenda, on the calendar = event calendar*0.8 agenda
gmail, outlook, hotmail = email mail message*0.7 inbox
gcal, google calendar, outlook calendar = calendar event*0.9
gdrive, google drive, onedrive, sharepoint, google doc, google sheet = drive file*0.9
schedule, book, arrange = schedule event*0.7 calendar*0.7 +create
reschedule, postpone = reschedule event*0.8 calendar*0.7 +update +move
my day, my week = event*0.8 calendar*0.8
plan = schedule*0.8 event*0.8 calendar*0.8
free, free time, free slot, open slot, slot, available, availability, busy = free busy freebusy availability available
attendee, guest, participant, invitee = attendee guest participant event*0.6
rsvp, accept, decline = respond rsvp accept decline event*0.6
as pdf, to pdf, into pdf, as excel, as word, as csv, convert = export convert pdf*0.6 csv*0.6 +export
file, attachment, pdf, photo, picture, image, video = file document drive*0.7 attachment*0.6
spreadsheet, sheet, slide, presentation, report, excel, word document = file document sheet*0.9 drive*0.7
document, doc = document doc file*0.8 drive*0.8 page*0.4
folder, directory, subfolder = folder directory
drive, storage, cloud = drive storage file*0.7
content = content text*0.6 body*0.5 download*0.5
repo, repository, project, codebase, source repository = repo repository project
issue, ticket, bug, defect, problem, incident = issue ticket bug
bug report, feature request = issue ticket bug +create*0.7
task, todo, to do, to dos, chore = task todo issue*0.9
pr, merge request, mr, pull, patch = pull pr
request = pull*0.7
code review = review pull*0.8 pr*0.8
review, approve, approval = review approve pull*0.7
request change = review +review
branch = branch
commit, history, what changed, changed = commit history*0.9 change*0.9
release, version, version tag, changelog = release version tag*0.7
workflow, ci, build, pipeline, job, github action, deployment, deploy = workflow run*0.8 action*0.8 build pipeline job
code, source, source code, function, snippet = code source content*0.5 repo*0.3
comment, remark, feedback, annotation = comment note*0.6 reply*0.6
page, wiki, article, wiki page = page wiki note*0.6 document*0.5
note = note page*0.9 comment*0.5
database, db, table, data source = database row table record query*0.5
row, record = row record database*0.7 table page*0.7 query*0.5
block, paragraph, section, text block = block paragraph content*0.6 append*0.6
user, person, people, member, colleague, coworker, co worker, teammate, folk, staff = user member people person
employee, everybody = user member people person
who, who is = user*0.8 member*0.9 people person
team member = member user people
profile, me, account, whoami, myself = profile user*0.7 me account
who am i, sign in, log in = me*1 profile*0.7 user*0.6
status, away message = status presence*0.7
presence, online = presence status*0.7
label, category = label category tag*0.8
tag = tag label*0.8 release*0.5
star, bookmark, favourite, favorite = star bookmark favorite
pin = pin
draft = draft
topic, purpose = topic purpose channel*0.4
trash, bin, dustbin = trash bin delete
archive = archive delete*0.4
contact, address book = contact person*0.6 people*0.6
deal, opportunity, sale = deal opportunity
stage, funnel, sale process, sale pipeline = stage pipeline
lead, prospect = lead contact*0.5
customer, client = company*0.8 contact*0.8 customer account*0.7
x post = post tweet*0.8
x dm = dm message*0.9
x account, x profile = user me profile
x timeline = timeline
tweet = tweet post*0.8 +create*0.6
feed, home feed, newsfeed = feed timeline post*0.6
follower, follow = follower follow
sprint, cycle, iteration = sprint cycle
notification, alert = notification event*0.3
download, export = download export content*0.8 +download +get*0.6
upload, save = upload save +upload +create*0.5 +write*0.8
share = share permission access +create*0.6
give access, grant access, access, permission = share permission access
invite, invitation = invite invitation add*0.6 +invite
join, enter = join
leave, quit = leave
member of, participant of = member
merge = merge
close, resolve, reopen = close transition*1 update*0.9 edit*0.9 +update +archive*0.6 +transition
assign, reassign = assign assignee update*0.7 +update
fork, clone = fork clone
move = move update
copy, duplicate = copy duplicate
rename = rename update
mark, mark as read, unread = mark read*0.6 update*0.6 label*0.4`;

const VERBS = `
list, show, display, browse, view, see, what, which, overview, all, every = list get*0.7 read*0.7 search*0.5 query*0.6
check = list get*0.7 read*0.7 search*0.5 query*0.6
get, fetch, retrieve, read, load, pull up, detail, info, look at, give me = get read list*0.8 query*0.7
search, find, look for, look up, lookup, locate, seek, where, query = search find lookup query*0.9 list*0.7 get*0.4
create, make, new, generate, set up, start, build up, establish, raise, file a = create add*0.8 open*0.7
report = create*0.7 add*0.6 open*0.6
file an = create add*0.8 open*0.7
open = open create*0.8 get*0.4 list*0.4
add, insert, put, include = add create*0.9 append insert upload*0.5
append, at the end, to the end, at the bottom, to the bottom = append add*0.8
write, compose = create*0.9 send*0.9 write compose append*0.6 draft*0.7
update, edit, change, modify, alter, adjust, correct, shift, set = update edit set*0.8 modify
delete, remove, erase, drop, discard, get rid of, throw away, throw out, throw, clear = delete remove trash
cancel, call off = cancel delete remove
send, deliver, shoot, dispatch = send post*0.8 create*0.5
publish = publish post*0.9 create send*0.5
run, execute, trigger = run trigger dispatch
reach, see all = list`;

/** Product names = the provider whose tools reach them. */
const PRODUCTS = `
google, gmail, g mail, gcal, gdrive, gsuite, google workspace, google meet = google
google calendar, google drive, google doc, google sheet = google
microsoft, outlook, hotmail, onedrive, one drive, outlook calendar, office 365, o365, microsoft 365 = microsoft
sharepoint, msft, team link, team meeting, team meeting link = microsoft
github, gh, git, git hub = github
slack = slack
discord = discord
notion = notion
twitter, x com, on x, x post, x dm, x account, x profile, x timeline = twitter
salesforce, sfdc, sales force = salesforce
jira, atlassian = jira
hubspot, hub spot = hubspot
linkedin, linked in = linkedin
calendly = calendly
linear = linear
pipedrive, pipe drive = pipedrive`;

/** Well-known services that no plugin of ours may reach: a query about one of them deserves an honest "none". */
const OTHERS = `
1password airtable adyen algolia asana auth0 aws azure bamboohr basecamp bitbucket bitly box braintree brevo canva
chargebee chatgpt clickup cloudflare coda confluence contentful databricks datadog docusign dropbox ebay elevenlabs
etsy eventbrite evernote expensify facebook figma freshdesk freshsales freshworks gitlab grafana greenhouse gusto
heroku instagram intercom klaviyo lever mailchimp mailgun marketo mattermost miro mixpanel mongodb mysql netflix
netlify netsuite okta onepassword openai pagerduty paypal pinterest plaid postgres postmark quickbooks quickbook
reddit ringcentral sendgrid sentry servicenow shopify signal skype smartsheet snapchat snowflake spotify stripe
supabase surveymonkey teamviewer telegram tiktok todoist trello tumblr twilio twitch typeform uber vercel vimeo webex
webflow wechat whatsapp woocommerce wordpress workday wrike xero yahoo youtube zapier zendesk zoho zoom zoominfo`;

const STOP_WORDS = `
a an the my me i you your our we us it its is are am was were be been being to of on in at for from with by and or
that this these those there here please can could would will should shall may might want need needs like do does did
have has had got some any about into onto as so if then today tomorrow yesterday tonight next last latest newest
recent current week month year day now later soon morning afternoon evening noon monday tuesday wednesday thursday
friday saturday sunday hey hi hello just also only more most how when why let him her them they he she his their time
times someone something everyone anyone thing things stuff news main own first whole big small good old ready real up out
off not no yes over via using through between across under per one two but because while after before since until than
too very much many again each both other know whether`;

/** Small words of other languages; two words alone are taken for the beginnings of others first. */
const FOREIGN_STOP_WORDS = `
de la el los las un una en por para con mi mis le les des du une dans sur pour mon ma mes avec est et der die das den
dem ein eine einen meine mein auf mit fur und zu il lo gli di da su per che o os um uma meu minha em no na het een
mijn op naar van voor do z w na i na moj bir ve bu benim в на с и мой мои по 를 을 에 の を に へ を で को की का में`;

/** After these comes what the query is about (people, titles, texts), not what it asks for. */
export const MARKERS: ReadonlySet<string> = words(
  "about to for with from at by saying that called named titled regarding because since until into in on of",
);
/** After these comes where the thing is. */
export const PLACE_MARKERS: ReadonlySet<string> = words("to into in on of");
/** After these comes a detail more often than the thing itself. */
export const DETAIL_MARKERS: ReadonlySet<string> = words(
  "for from because since until about saying that called named titled regarding",
);
/** After these comes whom it is for, which finds tools for people only where nothing else is named. */
export const RECIPIENT_MARKERS: ReadonlySet<string> = words("to with for");
/** After these nothing names the tool any more. */
export const QUOTE_MARKERS: ReadonlySet<string> = words("about saying called named titled regarding because");

export const STOPS: ReadonlySet<string> = words(STOP_WORDS);
export const FOREIGN_STOPS: ReadonlySet<string> = words(FOREIGN_STOP_WORDS);
export const OTHER_SERVICES: ReadonlySet<string> = words(OTHERS);
/** Word or phrase → the tool words that it may mean. */
export const LEXICON: ReadonlyMap<string, Senses> = lexicon();
/** Words that say what is to be done, whatever with. */
export const VERB_WORDS: ReadonlySet<string> = verbWords();
/** Words of other languages only. */
export const LOAN_WORDS: ReadonlySet<string> = loanWords();
/** Product name → provider id. */
export const PRODUCT_OF: ReadonlyMap<string, string> = products();

function words(text: string): Set<string> {
  return new Set(wordsOf(text));
}

function* entries(table: string): Generator<[left: string[], right: string[]]> {
  for (const line of table.trim().split("\n")) {
    const [left = "", right = ""] = line.split(" =");
    yield [left.split(",").map((entry) => wordsOf(entry).join(" ")), right.split(" ").filter(Boolean)];
  }
}

function lexicon(): Map<string, Senses> {
  const all = new Map<string, Map<string, number>>();
  const add = (key: string, term: string, weight: number) => {
    const senses = all.get(key) ?? new Map<string, number>();
    all.set(key, senses.set(term, Math.max(weight, senses.get(term) ?? 0)));
  };
  for (const [left, right] of [...entries(THINGS), ...entries(VERBS)]) {
    for (const key of left) {
      for (const sense of right) add(key, sense.split("*")[0] as string, Number(sense.split("*")[1] ?? 0.9));
    }
  }
  for (const [left, right] of entries(LANGUAGES)) {
    const english = right.join(" ");
    for (const key of left) {
      for (const [term, weight] of all.get(english) ?? []) add(key, term, weight);
      add(key, english, 1);
    }
  }
  return all;
}

function verbWords(): Set<string> {
  const english = new Set([...entries(VERBS)].flatMap(([left]) => left));
  const foreign = [...entries(LANGUAGES)].filter(([, right]) => english.has(right.join(" ")));
  const nouns = new Set([...entries(THINGS)].flatMap(([left]) => left));
  return new Set([...english, ...foreign.flatMap(([left]) => left)].filter((word) => !nouns.has(word)));
}

function loanWords(): Set<string> {
  const english = new Set([...entries(THINGS), ...entries(VERBS)].flatMap(([left]) => left));
  return new Set([...entries(LANGUAGES)].flatMap(([left]) => left).filter((word) => !english.has(word)));
}

function products(): Map<string, string> {
  return new Map([...entries(PRODUCTS)].flatMap(([names, [provider = ""]]) => names.map((name) => [name, provider])));
}
