// The last day on which something works, as every form has it: it always ends with that day in UTC.

/** A key works through its last day; what is no day stays, and the check of the request says what is wrong. */
export const endOfDay = (day: string): string => (/^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T23:59:59Z` : day);
