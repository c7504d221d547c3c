// What people read of a plugin on the connect page, in the languages that the page has beside English.
import type { PermissionOf, Services } from "./provider.ts";

export type Language = "de" | "fr" | "es" | "pt" | "ja";

/** A field's texts. Without `steps`, the English ones are shown: not every provider has its menus in every language. */
export interface FieldTranslation {
  label: string;
  help?: string;
  steps?: readonly string[];
}

/** All texts of one language. */
export interface Translation<S extends Services> {
  /** The names of services, as the provider's own pages call them. */
  services: { readonly [Service in keyof S & string]: string };
  /** Keyed by permission, such as `tasks.read`: what it allows, no more and no less than the English sentence. */
  permissions: { readonly [Permission in PermissionOf<S>]: string };
  /** Keyed by kind of sign-in and name, such as `api_key.token`, or `tenant.shop`. */
  fields?: Readonly<Record<string, FieldTranslation>>;
}
