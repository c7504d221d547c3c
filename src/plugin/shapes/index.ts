// Shapes that several providers share, so that a caller reads one thing whatever the provider; a plugin may add fields.
export * from "./calendar.ts";
export * from "./chat.ts";
export * from "./file.ts";
export * from "./issue.ts";
export * from "./mail.ts";
export * from "./people.ts";
