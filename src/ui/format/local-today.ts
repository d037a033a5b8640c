/** The local date, `yyyy-MM-dd`, of the user, or in the given IANA zone. */
export const localToday = (timeZone?: string): string =>
  new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }) }).format(new Date());
