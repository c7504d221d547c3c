// String formats that schemas may name; TypeBox refuses every value of a format it does not know.
import { FormatRegistry } from "@sinclair/typebox";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** RFC 3339 date-time with an offset. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

FormatRegistry.Set("uuid", (value) => UUID.test(value));
FormatRegistry.Set("date-time", (value) => DATE_TIME.test(value) && !Number.isNaN(Date.parse(value)));
FormatRegistry.Set("date", (value) => DATE.test(value) && !Number.isNaN(Date.parse(value)));
FormatRegistry.Set("uri", (value) => URL.canParse(value));
FormatRegistry.Set("email", (value) => /^[^\s@\u0000-\u001f]+@[^\s@\u0000-\u001f]+\.[^\s@\u0000-\u001f]+$/.test(value));
