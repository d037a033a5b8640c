import { expect } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { routes } from '#server/routes.ts';
import type { TestService } from '#tests/support/test-service.ts';

type Line = {
  readonly customer_id: number;
  readonly actor_id: number | null;
  readonly subject_id: number | null;
  readonly object_kind: string | null;
  readonly object_id: string | null;
  readonly detail: Record<string, unknown>;
};

/** Makes calls and reads the audit lines that they leave. */
export type LineReader = {
  /** The calls that were made. */
  readonly done: ReadonlySet<Endpoint>;
  /** Makes a call and returns its audit lines, of which there must be exactly `count`. The response must have `status`. */
  readonly linesOf: (
    endpoint: Endpoint,
    send: () => Promise<{ status: number; body: unknown }>,
    status?: number,
    count?: number,
  ) => Promise<Line[]>;
  /** Like `linesOf`, for a call with plain arguments and one line. */
  readonly lineOf: (endpoint: Endpoint, args: Record<string, unknown>, token: string, status?: number) => Promise<Line>;
};

export function createLineReader(service: TestService): LineReader {
  const done = new Set<Endpoint>();
  const { db } = service.services;
  const linesOf: LineReader['linesOf'] = async (endpoint, send, status = 200, count = 1) => {
    const name = routes.find((handler) => handler.endpoint === endpoint)?.audit ?? '';
    const last = await db
      .selectFrom('audit')
      .select((e) => e.fn.max('id').as('id'))
      .executeTakeFirst();
    const answer = await send();
    expect(answer, endpoint.route).toMatchObject({ status });
    done.add(endpoint);
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .execute();
    const lines = rows.filter(({ command }) => command === name);
    expect(lines.length, `${endpoint.route} leaves ${name}`).toBe(count);
    return lines;
  };
  return {
    done,
    linesOf,
    async lineOf(endpoint, args, token, status = 200) {
      const [line] = await linesOf(endpoint, () => service.send(endpoint, args, token), status);
      if (!line) throw new Error('no line');
      return line;
    },
  };
}

export const changed = ({ detail }: Line) => detail['changed'];
export const object = ({ object_kind, object_id }: Line) => [object_kind, object_id];
