// One line of `gateway doctor`: what was checked, how it is, and what to do.

export interface Check {
  check: string;
  ok: boolean;
  message: string;
  /** Valid, but probably not intended, or soon a failure. */
  warning?: true;
  /** What to do; the command sets it where something is. */
  next_step?: string;
}

export const passed = (check: string, message: string): Check => ({ check, ok: true, message });
export const failed = (check: string, message: string): Check => ({ check, ok: false, message });
export const warned = (check: string, message: string): Check => ({ check, ok: true, warning: true, message });
