// What an owner sends to choose a source.
import { Type as t } from "@sinclair/typebox";

export const ChooseSourceBody = t.Object({
  name: t.String({ minLength: 1, maxLength: 64, description: "A source of the provider that watches chosen things." }),
  resource: t.String({ minLength: 1, maxLength: 500, description: "The thing to watch, such as a repository." }),
});
