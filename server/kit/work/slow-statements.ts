import type { Logger } from 'pino';

/** Called with the text and the duration of each statement that took longer than `milliseconds`. */
export type SlowStatements = {
  readonly milliseconds: number;
  readonly report: (text: string, milliseconds: number) => void;
};

const longestText = 2000;

/**
 * Logs statements that took longer than `milliseconds`; undefined for 0, which logs none. The text never has the parameters, as these
 * are sent apart from it. Texts that the code wrote into it as literals are left out unless they are names, such as those of columns.
 */
export function logSlowStatements(log: Logger, milliseconds: number): SlowStatements | undefined {
  if (milliseconds === 0) return undefined;
  const report = (text: string, took: number) => {
    const ms = Math.round(took);
    log.warn({ ms, statement: shownText(text) }, `a statement took ${ms.toLocaleString('en-US')} ms`);
  };
  return { milliseconds, report };
}

/** A statement in one line, without its marks and its literals. */
export function shownText(text: string): string {
  return text
    .replace(/^\/\* prepared[^*]*\*\//, '')
    .replaceAll(/'(?:[^']|'')*'/g, (literal) => (/^'\w{1,40}'$/.test(literal) ? literal : "'…'"))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestText);
}
