/** @jsxImportSource #pages */
// Carries a form out once: a second press, a reload or a second tab leads where the first submission led. A page with a secret
// is viewed once, at an address of its own, so that a reload makes no second secret.
import { createHash } from "node:crypto";
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../foundation/errors.ts";
import {
  claimSubmission,
  completeSubmission,
  releaseSubmission,
  type Submission,
  takePage,
} from "../identity/sign-in/submissions.ts";
import type { Deps } from "../server/deps.ts";
import type { PublicRoute } from "../web/http/route.ts";
import { LinkButton, Notice } from "../web/pages/components.tsx";
import { Fragment, Raw } from "../web/pages/jsx-runtime.ts";
import { tr } from "../web/pages/messages.ts";
import type { Dashboard, FormResult, View } from "./pages.tsx";
import { HOME_PATH } from "./paths.ts";
import type { PageRequest } from "./visit.ts";

const SECRET_PATH = "/shown-once";
/** How long the second press waits for the first. */
const WAIT_MS = 10_000;
const POLL_MS = 100;

type Submitting = Pick<Deps, "database" | "vault" | "clock">;

/** What `run` gives, or for a form that came before where that led; `page` is the page that has the form. */
export async function submitOnce(
  deps: Submitting,
  visit: PageRequest,
  { form, page }: { form: URLSearchParams; page: string },
  run: () => Promise<FormResult>,
): Promise<FormResult> {
  const submission = { sessionId: visit.session.id, nonce: nonceOf(visit, form) };
  const claim = await claimSubmission(deps, submission);
  if (claim !== "claimed") return { to: claim.location ?? (await locationOf(deps, submission)), notice: null };
  let made: FormResult;
  try {
    made = await run();
  } catch (error) {
    await releaseSubmission(deps, submission);
    throw error;
  }
  if ("error" in made && made.error) await releaseSubmission(deps, submission);
  else if ("isSecret" in made && made.isSecret) return { to: await secretAt(deps, submission, made), notice: null };
  else await completeSubmission(deps, submission, { location: locationIn(made) ?? page });
  return made;
}

/** A form that was changed before it was sent again is another one; without a nonce each is. */
function nonceOf({ url }: PageRequest, form: URLSearchParams): string {
  if (!form.has("form_nonce")) return crypto.randomUUID();
  const digest = createHash("sha256").update(`${url.pathname}?${form}`).digest("hex");
  return digest.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

const locationIn = (made: FormResult) =>
  made instanceof Response ? made.headers.get("location") : "to" in made ? made.to : null;

/** The redirect of a submission in progress. */
async function locationOf(deps: Submitting, submission: Submission): Promise<string> {
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const claim = await claimSubmission(deps, submission);
    if (claim === "claimed") {
      // The first one was refused, and its page says why; this press is not carried out either.
      await releaseSubmission(deps, submission);
      break;
    }
    if (claim.location !== null) return claim.location;
  }
  throw new AppError(
    "CONFLICT",
    "The form was already sent, and is still running or was refused. Check the page before you send it again.",
  );
}

interface StoredView {
  title: string;
  lead: string;
  body: string;
}

async function secretAt(deps: Submitting, submission: Submission, { title, lead, body }: View): Promise<string> {
  const location = `${SECRET_PATH}/${submission.nonce}`;
  const html = (child: View["body"]) => Fragment({ children: child }).html;
  const stored: StoredView = { title, lead: html(lead), body: html(body) };
  await completeSubmission(deps, submission, { location, page: JSON.stringify(stored) });
  return location;
}

/** Pages that show a secret once. */
export function secretPages({ deps, page }: Dashboard): PublicRoute[] {
  const params = t.Object({ nonce: t.String({ format: "uuid", description: "The id of the form that created it." }) });
  // A program that looks ahead by HEAD takes the secret from nobody.
  const secret = page({
    id: "secret",
    path: `${SECRET_PATH}/{nonce}`,
    access: "person",
    params,
    head: false,
    async show(visit) {
      const stored = await takePage(deps, { sessionId: visit.session.id, nonce: visit.params.nonce as string });
      if (stored === null) return secretGoneView();
      // Markup of ours: the seal lets nobody else's pass.
      const { title, lead, body } = JSON.parse(stored) as StoredView;
      return { title, ...(lead !== "" && { lead: <Raw html={lead} /> }), body: <Raw html={body} /> };
    },
  });
  return [secret];
}

const secretGoneView = (): View => ({
  title: tr("This was shown once"),
  body: (
    <div class="fields">
      <Notice tone="neutral">
        {tr(
          "What you created here was already shown, or its ten minutes are over. It exists, and reloading did not create a second one. If you did not save it, revoke or replace it, and create another.",
        )}
      </Notice>
      <div class="form-foot">
        <LinkButton kind="primary" href={HOME_PATH}>
          {tr("Start page")}
        </LinkButton>
      </div>
    </div>
  ),
});
