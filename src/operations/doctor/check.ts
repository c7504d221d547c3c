// One line of `gateway doctor`: what was checked, how it is, and what to do.

export interface Check {
  check: string;
  ok: boolean;
  message: string;
  /** Valid, but probably not intended, or soon a failure. */
  warning?: true;
  /** What to do, where the line's name does not say it alone; the command sets it for the others. */
  next_step?: string;
}

export const passed = (check: string, message: string): Check => ({ check, ok: true, message });
export const failed = (check: string, message: string, next?: string): Check => ({
  ...{ check, ok: false, message },
  ...(next !== undefined && { next_step: next }),
});
export const warned = (check: string, message: string, next?: string): Check => ({
  ...{ check, ok: true, warning: true, message },
  ...(next !== undefined && { next_step: next }),
});
