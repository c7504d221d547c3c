// Recorded responses without people: no mail address and no text of theirs is left, equal values stay equal, ids and words stay.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { createScrubber } from "../../../src/plugin-kit/try/scrub.ts";

test("what is about people is made up, the rest stays", () => {
  const { scrub } = createScrubber();
  expect(
    scrub({
      id: "T-1",
      type: "task",
      created_at: "2026-01-01T00:00:00Z",
      title: "Call Grace",
      owner: {
        id: 7,
        displayName: "Grace Hopper",
        email: "grace@navy.example",
        url: "https://x.example/a?token=abc&page=2",
      },
      watchers: ["grace@navy.example", "ada@example.org"],
      note: "Ask Grace",
      again: { title: "Call Grace" },
    }),
  ).toEqual({
    id: "T-1",
    type: "task",
    created_at: "2026-01-01T00:00:00Z",
    title: "Made-up text 1",
    owner: {
      id: 7,
      displayName: "Made-up text 2",
      email: "person1@example.com",
      url: "https://x.example/a?token=made-up&page=2",
    },
    watchers: ["person1@example.com", "person2@example.com"],
    note: "Made-up text 3",
    again: { title: "Made-up text 1" },
  });
});

test("no mail address of any value is left, and equal values stay equal", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(fc.emailAddress(), fc.string(), fc.integer(), fc.array(tie("any"), { maxLength: 3 }), tie("object")),
    object: fc.dictionary(fc.constantFrom("id", "name", "email", "text", "url", "kind"), tie("any"), { maxKeys: 4 }),
  })).any;
  fc.assert(
    fc.property(value, (one) => {
      const [first, second] = createScrubber().scrub([one, one]) as [unknown, unknown];
      expect(first).toEqual(second);
      const mails = JSON.stringify(first).match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? [];
      expect(mails.every((mail) => /^person\d+@example\.com$/.test(mail))).toBe(true);
    }),
  );
});
