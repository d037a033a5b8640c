/** A format of each zone that was asked for: making one takes a browser a millisecond or more, and screens ask whenever they render. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The date, `yyyy-MM-dd`, in an IANA zone: that of the user's preferences; without one, that of the device, which may change. */
export function localToday(timeZone: string | undefined): string {
  const format = (timeZone && formats.get(timeZone)) || new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }) });
  if (timeZone) formats.set(timeZone, format);
  return format.format(new Date());
}
