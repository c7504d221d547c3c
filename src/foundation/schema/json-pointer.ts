// Steps of a JSON pointer (RFC 6901, section 3).

export const escapedStep = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
export const unescapedStep = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");
