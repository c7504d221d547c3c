/** @jsxImportSource #pages */
// A few words as tags, and how many more there are.
import { Tag } from "../web/pages/components.tsx";
import type { Markup } from "../web/pages/jsx-runtime.ts";
import { rich } from "../web/pages/messages.ts";

/** More than a row of a table has room for. */
const MAX_WORDS = 3;

/** `first` are always visible. */
export const Words = ({ first = [], words }: { first?: readonly string[]; words: readonly string[] }): Markup => (
  <ul class="words">
    {[...first, ...words.slice(0, MAX_WORDS)].map((word) => (
      <li>
        <Tag tone="neutral">{word}</Tag>
      </li>
    ))}
    {words.length > MAX_WORDS ? (
      <li class="muted small" title={words.slice(MAX_WORDS).join(", ")}>
        {rich("{count} more", { count: words.length - MAX_WORDS })}
      </li>
    ) : null}
  </ul>
);
