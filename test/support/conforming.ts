// What `gateway plugin check` prints of a plugin that conforms.

/** Of one without translations, such as a new one. */
export function conforming(folder: string): string {
  const texts =
    "translations: none for de, fr, es, pt, ja; the connect page shows the English texts in these languages.";
  return `${folder}: conforms\n  ${texts}\n`;
}
