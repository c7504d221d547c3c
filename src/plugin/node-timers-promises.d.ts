// Types of what mail.ts uses of node:timers/promises, since plugins/tsconfig.json leaves Node's types out.
export function setImmediate(): Promise<void>;
