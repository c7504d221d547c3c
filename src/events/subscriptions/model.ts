// What an owner sends to choose a source.
import { Type as t } from "@sinclair/typebox";

export const ChooseSourceBody = t.Object({
  name: t.String({
    minLength: 1,
    maxLength: 64,
    description: "The name of one of the provider's sources that watch chosen items.",
  }),
  resource: t.String({ minLength: 1, maxLength: 500, description: "The item to watch, such as a repository." }),
});
