// A page's reader: language by Accept-Language, time zone by the cookie that our script sets; anything else is a default.
import { expect, test } from "bun:test";
import { directionOf, readerOf } from "../../../src/web/pages/reader.ts";

const reader = (headers: Record<string, string>) => readerOf(new Request("http://localhost/", { headers }));

test.each([
  ["de-CH, fr;q=0.5", "de-CH"],
  ["fr;q=0.5, pt-BR", "pt-BR"],
  ["", "en"],
  ["*", "en"],
  ["no_such_tag", "en"],
  ["de-AAAAAAAA-AAAAAAAA-AAAAAAAA-AAAAAAAA", "en"],
])("Accept-Language %p is read in %p", (header, language) => {
  expect(reader({ "accept-language": header }).language).toBe(language);
});

test.each([
  ["zone=Europe/Zurich", "Europe/Zurich"],
  ["session=a; zone=Europe%2FZurich; other=b", "Europe/Zurich"],
  ["timezone=Asia/Tokyo", null],
  ["zone=Nowhere/Land", null],
  ["zone=%E0%A4%A", null],
  ["", null],
])("the cookie %p gives the zone %p", (cookie, zone) => {
  expect(reader({ cookie }).zone).toBe(zone);
});

test.each([
  ["en", "ltr"],
  ["de-CH", "ltr"],
  ["ja", "ltr"],
  ["ar", "rtl"],
  ["he-IL", "rtl"],
  ["fa", "rtl"],
  ["ur", "rtl"],
  ["az", "ltr"],
  ["az-Arab", "rtl"],
  ["ks-Deva", "ltr"],
])("a page in %p runs %p", (language, direction) => {
  expect(directionOf(language)).toBe(direction as "ltr" | "rtl");
});
