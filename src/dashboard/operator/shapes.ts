// What the admin API returns, as far as operators' pages read it.
import type { AdminRole } from "../../web/http/route.ts";

export type Limits = Record<string, number | string> | null;

export interface UserShape {
  id: string;
  email: string;
  tier: string;
  payment_state: "ok" | "past_due";
  overrides: Limits;
  created_at: string;
}

export interface PartnerShape {
  user_id: string;
  email: string;
  name: string | null;
  tier: string;
  status: "active" | "suspended";
  payment_state: "ok" | "past_due";
  overrides: Limits;
  created_at: string;
}

export interface KeyShape {
  id: string;
  name: string | null;
  prefix: string;
  last_four: string;
  permissions: string[] | null;
  partner_only: boolean;
  confirm_destructive: boolean;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

export interface McpClientShape {
  id: string;
  client_name: string;
  /** Who let it in. */
  person: string;
  external_id: string | null;
  /** Null: all. */
  providers: string[] | null;
  read_only: boolean;
  confirm_destructive: boolean;
  expires_at: string;
  last_used_at: string | null;
}

export interface PersonShape {
  id: string;
  email: string;
  name: string;
  role: AdminRole | null;
  disabled_at: string | null;
  created_at: string;
  has_password: boolean;
  has_second_factor: boolean;
  passkeys: number;
  identities: string[];
  sessions: number;
  last_seen_at: string | null;
  users: { id: string; email: string }[];
}

export interface LinkShape {
  setup_link: string;
  expires_at: string;
}

export interface TierShape {
  surface: "user" | "partner";
  name: string;
  minute: number | string;
  day: number | string | null;
  month: number | string | null;
  overage_usd: number | string | null;
  source: "contract" | "changed" | "added";
}

export interface ProviderShape {
  id: string;
  name: string;
  client: { client_id: string; source: "configuration" | "entered" } | null;
  entered_client: { client_id: string; updated_at: string } | null;
  callback_url: string;
  sign_in_callback_url: string | null;
}
