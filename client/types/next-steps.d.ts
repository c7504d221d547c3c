import type { ErrorReason } from "./errors.ts";
export declare const NEXT_STEPS: Readonly<Record<ErrorReason, string>>;
