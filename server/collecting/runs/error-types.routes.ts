import { listErrorTypes } from '#contract/collecting/error-types.ts';
import { ok } from '#contract/kit/result.ts';
import { errorKinds } from '#contract/rows/error-kinds.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';

export const errorTypeRoutes: Handler[] = [
  handle(listErrorTypes, async () => ok(Object.values(errorKinds).map(({ code, name }) => ({ code, name })))),
];
