// Commands about inbound webhooks from providers.
import type { Command } from "commander";
import { type AdminCommand, command } from "./program.ts";

export function webhookCommands(program: Command, adminCommand: AdminCommand): void {
  const webhook = program.command("webhook").description("inbound webhooks from providers");
  command(webhook, "list", "list the addresses for providers, and the outcomes of their requests").action(
    adminCommand((api) => api.call("admin_show_webhooks")),
  );
  const secret = webhook.command("secret").description("secrets that providers send when an address is registered");
  command(secret, "show <provider>", "show the secret, to enter it at the provider").action(
    adminCommand((api, _, provider) => api.call("admin_show_webhook_secret", { params: { provider } })),
  );
  command(secret, "accept <provider>", "verify inbound webhooks with it, once the provider has accepted it").action(
    adminCommand((api, _, provider) => api.call("admin_accept_webhook_secret", { params: { provider } })),
  );
  command(secret, "delete <provider>", "delete it, so that the provider can send another").action(
    adminCommand((api, _, provider) => api.call("admin_delete_webhook_secret", { params: { provider } })),
  );
}
