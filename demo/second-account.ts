// Two Google accounts of one user: calls name one, and nothing is guessed.
import { type Caller, type CallResult, printCall, title } from "./call.ts";
import { connect } from "./connect.ts";

const INTEGRATIONS = "/api/v1/integrations";
const MESSAGES = { method: "GET", path: "/api/v1/google/gmail/messages?limit=1" };
const named = (connection: string) => ({ "x-connection": connection });

export async function connectSecondAccount(caller: Caller, results: CallResult[]): Promise<void> {
  title("A second Google account of the same user: connect it by a name, consent as grace@example.com, callback");
  const person = "grace@example.com";
  await connect(
    caller,
    { path: `${INTEGRATIONS}/connect`, provider: "google", person, connection: "private" },
    results,
  );
  title("Calls name one of the two; without a name nothing is guessed, unless one is chosen as the default");
  const choose = (is_default: boolean) =>
    printCall(
      {
        ...{ ...caller, method: "PUT", path: `${INTEGRATIONS}/google` },
        ...{ headers: named("default"), body: { is_default } },
      },
      results,
    );
  await printCall({ ...caller, ...MESSAGES, headers: named("private") }, results);
  // A database of an earlier run has the choice already.
  await choose(false);
  const isRefused = (status: number, text: string) => status === 400 && text.includes("CONNECTION_AMBIGUOUS");
  await printCall({ ...caller, ...MESSAGES, isExpected: isRefused }, results);
  await choose(true);
  await printCall({ ...caller, ...MESSAGES }, results);
}
