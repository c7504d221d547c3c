// What `gateway plugin check` prints of a plugin that conforms.

/** Of one without translations, such as a new one. */
export function conforming(folder: string): string {
  const texts = "translations: none in de, fr, es, pt, ja; the connect page shows these readers the English texts.";
  return `${folder}: conforms\n  ${texts}\n`;
}
