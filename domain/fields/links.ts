/** Fields whose value is shown as a link. */
export const linkFields: ReadonlySet<string> = new Set(['jobUrl']);

/** Whether a text is a web address that a link may open. Other schemes, such as `javascript:`, could run code. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s"'<>]+$/i.test(text);
