/** Mean width of a character of chart text, in pixels. A little more than it is, so that nothing is cut off. */
const charWidth = 6.8;

/** Pixels that a text needs at most, about. */
export const textWidth = (text: string): number => text.length * charWidth;

/** A text in lines that fit a width, broken between words; a longer word is cut with an ellipsis. At least one line. */
export function wrapped(text: string, width: number): string[] {
  const most = Math.max(4, Math.floor(width / charWidth));
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= most) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = clipped(word, width);
  }
  return [...lines, line];
}

/** A text that fits a width, cut with an ellipsis if it is longer. */
export function clipped(text: string, width: number): string {
  const most = Math.max(4, Math.floor(width / charWidth));
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/** Squares of a line for a width: how many, and pixels from one to the next. */
export function squaresIn(width: number): { readonly perLine: number; readonly pitch: number } {
  const perLine = [50, 25, 17, 10].find((count) => width / count >= 16) ?? 10;
  return { perLine, pitch: Math.min(24, Math.floor(width / perLine)) };
}

/** Weekday of a day number, 0 for Sunday: 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The calendar of consecutive days for a width: weeks are columns, which go on in a further band where they do not fit. */
export function calendarIn(firstDay: number, count: number, width: number) {
  const before = weekdayOf(firstDay);
  const weeks = Math.ceil((before + count) / 7);
  const cell = weeks * 44 <= width ? 44 : weeks * 30 <= width ? 30 : 22;
  const perBand = Math.max(1, Math.floor(width / cell));
  return {
    cell,
    /** The same width in every band, so that weeks are below weeks. */
    perBand: Math.min(perBand, weeks),
    bands: Math.ceil(weeks / perBand),
    /** Where a day is: its band, its column in it, and its weekday. */
    at: (i: number) => {
      const week = Math.floor((before + i) / 7);
      return { band: Math.floor(week / perBand), column: week % perBand, weekday: (before + i) % 7 };
    },
  };
}
