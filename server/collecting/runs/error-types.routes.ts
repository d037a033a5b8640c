import { listErrorTypes } from '#contract/collecting/error-types.ts';
import { ok } from '#contract/kit/result.ts';
import { collectErrors } from '#contract/rows/collect-errors.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';

export const errorTypeRoutes: Handler[] = [
  handle(listErrorTypes, async () => ok(Object.values(collectErrors).map(({ code, name }) => ({ code, name })))),
];
