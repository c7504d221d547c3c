import type { components } from "./schema.ts";
interface Remedies {
    /** Show a button that connects `provider`. */
    connect: true;
    /** Show a button that connects `provider` again. */
    reconnect: true;
    /** Ask the person to connect again and allow more, or somebody who may do this. */
    permit: true;
    /** The same request fails again: correct it, or show the sentence to the person who entered it. */
    change: true;
    /** Try again later, after `Retry-After` where it is known. */
    later: true;
    /** A developer of the app must mend its key or settings. */
    developer: true;
    /** The gateway's operator must mend something. */
    operator: true;
}
export type Remedy = keyof Remedies;
export declare const REMEDY_OF: Readonly<Record<components["schemas"]["ErrorReason"], Remedy>>;
export {};
