// A milestone of an issue or a pull request.
import { field, record } from "gateway/plugin";

export const milestone = record({
  number: field.integer(),
  title: field.text(),
  state: field.text({ description: "open or closed." }),
  due_on: field.nullableTime(),
});
