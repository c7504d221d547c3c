// Texts as people read them, on pages, in questions and at the command line: without characters that nobody sees and that change how the rest reads.

/**
 * Controls of writing direction (Unicode's Bidi_Control), which let a name read backwards or reach into the text behind it; other
 * controls but white space; what has no width. Joiners stay, which Persian, Indic scripts and emoji need, but not beside Latin; so
 * do selectors of a Han character's form.
 */
const INVISIBLE =
  /[\p{Bidi_Control}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u180e\u200b\u2028\u2029\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]|\u034f|(?<=[\p{Script=Latin}\p{Nd}])[\u200c\u200d]+|[\u200c\u200d](?=[\p{Script=Latin}\p{Nd}])/gu;
/** Most texts have none of it. */
const PLAIN = /^[\t\n\r\u0020-\u007e]*$/;

export const visibleText = (text: string): string => (PLAIN.test(text) ? text : text.replace(INVISIBLE, ""));

const BREAKS = /[\n\v\f\r\u0085\u2028\u2029]/g;

/** The same in one line, so that nothing in it passes for a line of its own. */
export const visibleLine = (text: string): string => visibleText(text.replace(BREAKS, " ")).replace(/\s+/g, " ").trim();
