import { readFileSync } from 'node:fs';

/** Milliseconds of the processor that this process took, and those of its child processes that have ended (0 without `/proc`). */
export type ProcessorTime = { readonly own: number; readonly children: number };

/** Linux counts the time of ended children in ticks of 10 ms. */
const tickMs = 10;

/** The time of the processor until now. Unlike time by the clock it says something on a machine that others use too. */
export function processorTime(): ProcessorTime {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1000, children: childTicks() * tickMs };
}

function childTicks(): number {
  try {
    // The name of the program, in parentheses, may have spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[13]) + Number(fields[14]);
  } catch {
    return 0;
  }
}
