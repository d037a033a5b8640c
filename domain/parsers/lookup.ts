import { tidy } from '../parsing/value-problem.ts';

const comparable = (text: string): string => tidy(text).toLowerCase();

/** What a list of lines such as `RN = Registered Nurse` makes of a text. Undefined if no line has it on the left. */
export function lookUp(text: string, lookup: string): string | undefined {
  const wanted = comparable(text);
  for (const line of lookup.split('\n')) {
    const at = line.indexOf('=');
    if (at !== -1 && comparable(line.slice(0, at)) === wanted) return line.slice(at + 1).trim();
  }
  return undefined;
}
