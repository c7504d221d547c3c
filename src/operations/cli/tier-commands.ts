// Commands about limits: tiers, and what differs from them for one user or partner.
import { Argument, type Command } from "commander";
import { type AdminCommand, command } from "./program.ts";

const CALLS = "a number of calls, or unlimited";
const PRICE = "the price in US dollars of a call over the monthly quota, or none to refuse such calls";

export function tierCommands(
  program: Command,
  { user, partner }: { user: Command; partner: Command },
  adminCommand: AdminCommand,
): void {
  const tier = program.command("tier").description("tiers, which say how many calls users and partners may make");
  const surface = new Argument("<surface>", "user or partner").choices(["user", "partner"]);
  command(tier, "list", "list the tiers of users and partners").action(
    adminCommand((api) => api.call("admin_list_tiers")),
  );
  const set = command(tier, "set", "change a tier, or add one with --new; it applies on every replica within a second")
    .addArgument(surface)
    .argument("<name>")
    .option("--new", "add the tier if there is none of this name");
  withLimits(set, ["--day", "--month", "--overage-usd"], CALLS).action(
    adminCommand((api, options, of, name) =>
      api.call(of === "partner" ? "admin_set_partner_tier" : "admin_set_user_tier", {
        params: { name },
        body: { ...limitsOf(options), ...(options.new === true && { create: true }) },
      }),
    ),
  );
  command(tier, "delete", "delete an added tier that nobody has; the contract's get their own limits back")
    .alias("reset")
    .addArgument(surface)
    .argument("<name>")
    .action(
      adminCommand((api, _, of, name) =>
        api.call(of === "partner" ? "admin_delete_partner_tier" : "admin_delete_user_tier", { params: { name } }),
      ),
    );

  const own = `${CALLS}; tier: the tier's value`;
  withLimits(
    command(user, "set <email>", "set limits for one user that differ from the tier's"),
    ["--day"],
    own,
  ).action(
    adminCommand((api, options, email) =>
      api.call("admin_change_user", { params: { user: email }, body: { overrides: limitsOf(options) } }),
    ),
  );
  const ofPartner = command(partner, "set <email>", "set limits for one partner that differ from the tier's");
  withLimits(ofPartner, ["--month", "--overage-usd"], own).action(
    adminCommand((api, options, email) =>
      api.call("admin_change_partner", { params: { user: email }, body: { overrides: limitsOf(options) } }),
    ),
  );
}

/** Every one has minutes. */
function withLimits(of: Command, names: readonly ("--day" | "--month" | "--overage-usd")[], calls: string): Command {
  of.option("--minute <calls>", `per minute: ${calls}`);
  if (names.includes("--day")) of.option("--day <calls>", `per UTC day, for users: ${calls}`);
  if (names.includes("--month")) of.option("--month <calls>", `per UTC month, for partners: ${calls}`);
  if (names.includes("--overage-usd")) of.option("--overage-usd <price>", `for partners: ${PRICE}`);
  return of;
}

/** Leaves anything but numbers to the gateway, which says what would be right. */
function limitsOf({ minute, day, month, overageUsd }: Record<string, unknown>): Record<string, unknown> {
  const fields = { minute, day, month, overage_usd: overageUsd };
  const value = (text: unknown) =>
    text === "tier" ? null : /^-?\d+(\.\d+)?$/.test(String(text)) ? Number(text) : text;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, value(text)]])),
  );
}
