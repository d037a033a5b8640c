import { AsyncLocalStorage } from 'node:async_hooks';
import type { LoggerOptions } from 'pino';

/** What runs: a request of a caller, or a job of a queue, by its ID; a post or a submission, by its reference. */
type Work = { readonly reqId: string } | { readonly jobId: string } | { readonly post: string };

const underWay = new AsyncLocalStorage<Work>();

/** Runs `run`, all of whose log lines name `work`, also those after it waited for something. */
export const during = <T>(work: Work, run: () => T): T => underWay.run(work, run);

/** Runs `run`, which outlives the request or job that begins it, so that its log lines do not name that. */
export const apart = <T>(run: () => T): T => underWay.exit(run);

/** Adds the ID of the request or job to each line. Loggers of the framework have it already. */
export const nameWork: NonNullable<LoggerOptions['mixin']> = (_line, _level, logger) =>
  'reqId' in logger.bindings() ? {} : { ...underWay.getStore() };

/**
 * The ID of a request: what the caller or a proxy sent as `x-request-id` if it is 8 to 100 letters, digits, dots, dashes or underscores,
 * otherwise a new one.
 */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && /^[\w.-]{8,100}$/.test(sent) ? sent : crypto.randomUUID();
}
