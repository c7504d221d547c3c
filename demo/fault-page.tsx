/** @jsxImportSource #pages */
// The page of the demo's faults: what is on, buttons that switch, and what a caller sees of each.
import type { Child } from "../src/web/pages/jsx-runtime.ts";
import { Raw } from "../src/web/pages/jsx-runtime.ts";
import { EMULATED_FAULTS, type FaultControl, type FaultView, MAX_CALLS } from "./faults.ts";

const STYLE = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; --line: #8886; --bad: light-dark(#b3261e, #ffb4ab); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
form.switch { display: flex; flex-wrap: wrap; gap: 1rem; align-items: end; }
label { display: grid; gap: .25rem; }
input, select, button { font: inherit; padding: .4rem .6rem; min-height: 2.5rem; box-sizing: border-box; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: start; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.scroll { overflow-x: auto; } .error { color: var(--bad); font-weight: 600; }
ul { padding: 0; list-style: none; } li { display: flex; gap: 1rem; align-items: center; justify-content: space-between; border-bottom: 1px solid var(--line); padding: .4rem 0; }
`;

export const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
};

export function faultPage(control: FaultControl, dashboardUrl: string, error?: string): string {
  const html = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Faults of the demo's providers</title>
        <Raw html={`<style>${STYLE}</style>`} />
      </head>
      <body>
        <main>
          <h1>Faults of the demo's providers</h1>
          <p>
            Switch one on, call the <a href={`${dashboardUrl}/`}>gateway</a>, and see how your app deals with it.
          </p>
          {error !== undefined && (
            <p class="error" role="alert">
              {error}
            </p>
          )}
          <SwitchForm providers={control.providers} />
          <h2>What is on</h2>
          <ActiveFaults faults={control.list()} />
          <h2>What your app sees</h2>
          <FaultTable />
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${html.html}`;
}

const SwitchForm = ({ providers }: { providers: readonly string[]; children?: Child }) => (
  <form method="post" action="/" class="switch">
    <label>
      Provider
      <select name="provider">
        {providers.map((name) => (
          <option value={name}>{name}</option>
        ))}
      </select>
    </label>
    <label>
      Fault
      <select name="fault">
        {EMULATED_FAULTS.map(({ fault }) => (
          <option value={fault}>{fault}</option>
        ))}
      </select>
    </label>
    <label>
      Account (empty: everybody)
      <input name="account" placeholder="customer-1" autocomplete="off" maxlength={200} />
    </label>
    <label>
      Requests (empty: until switched off)
      <input name="calls" inputmode="numeric" pattern="[0-9]{1,4}" title={`1 to ${MAX_CALLS}`} autocomplete="off" />
    </label>
    <button type="submit">Switch on</button>
  </form>
);

function ActiveFaults({ faults }: { faults: readonly FaultView[]; children?: Child }) {
  if (faults.length === 0) return <p>Nothing: every provider works.</p>;
  return (
    <>
      <ul>
        {faults.map(({ provider, fault, account, calls }) => (
          <li>
            <span>
              <strong>
                {provider}: {fault}
              </strong>{" "}
              for {account ?? "everybody"}
              {calls === null ? "" : `, ${calls} more requests`}
            </span>
            <form method="post" action="/">
              <button type="submit" name="off" value={provider}>
                Switch {provider} off
              </button>
            </form>
          </li>
        ))}
      </ul>
      <form method="post" action="/">
        <button type="submit" name="off" value="">
          Switch everything off
        </button>
      </form>
    </>
  );
}

const FaultTable = () => (
  <section class="scroll" aria-label="Faults" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Fault</th>
          <th scope="col">What the provider does</th>
          <th scope="col">Code</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {EMULATED_FAULTS.map(({ fault, does, code, reason, reconnect }) => (
          <tr>
            <th scope="row">{fault}</th>
            <td>
              {does}
              {reconnect && " The integration has ended: connect again, also after switching it off."}
            </td>
            <td>{code}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
