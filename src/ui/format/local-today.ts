/** Local date, `yyyy-MM-dd`, of the viewer, or of a zone of the tz database. */
export const localToday = (timeZone?: string): string =>
  new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }) }).format(new Date());
