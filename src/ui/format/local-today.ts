/** The date, `yyyy-MM-dd`, in an IANA zone: that of the user's preferences; without one, that of the device. */
export const localToday = (timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }) }).format(new Date());
