// What a key may do: patterns such as `gmail.read`, `gmail.*`, `microsoft:calendar.read` and `slack:*`.

const PATTERN = /^(?:([a-z][a-z0-9]*):)?(?:(\*)|([a-z][a-z0-9_]*)\.(\*|[a-z][a-z0-9_]*))$/;

/** Whether a text is a permission pattern. */
export function isPermissionPattern(text: string): boolean {
  return text !== "*" && PATTERN.test(text);
}

/** Whether a key with these patterns (null: every permission) may use `<service>.<action>` of a provider. */
export function allows(patterns: readonly string[] | null, provider: string, permission: string): boolean {
  if (patterns === null) return true;
  const [service, action] = permission.split(".");
  return patterns.some((pattern) => {
    const [, onlyProvider, all, ofService, ofAction] = pattern.match(PATTERN) ?? [];
    if (onlyProvider && onlyProvider !== provider) return false;
    if (all) return onlyProvider === provider;
    return ofService === service && (ofAction === "*" || ofAction === action);
  });
}
