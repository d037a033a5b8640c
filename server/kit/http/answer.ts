import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { type Refusal, refusalStatus } from '#contract/kit/errors.ts';
import type { RawReply } from './handle.ts';

/**
 * What a person must do first is 428 (precondition required) and not 403: a device takes a 403 of its sync as lost access and
 * removes its rows.
 */
const statusOf: Record<string, number> = {
  ...refusalStatus,
  signed_out: 401,
  client_too_old: 426,
  password_expired: 428,
  add_second_factor: 428,
  busy: 429,
};

/** Sends a refusal or fault with its status. The body is the value itself. */
export function sendProblem(reply: FastifyReply, problem: { kind: string; retryAfterSeconds?: number }, status?: number) {
  if (problem.retryAfterSeconds !== undefined) void reply.header('retry-after', String(problem.retryAfterSeconds));
  return reply.code(status ?? statusOf[problem.kind] ?? 500).send(problem);
}

/** A refusal with a sentence, for a request that matches no call. */
export const invalid = (field: string, sentence: string): Extract<Refusal, { kind: 'invalid' }> => ({
  kind: 'invalid',
  fields: { [field]: sentence },
});

const contentTypes = {
  sse: 'text/event-stream; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  file: 'application/octet-stream',
};

/** Sends a reply that is not one JSON value. A stream ends when the caller disconnects. */
export function sendRaw(reply: FastifyReply, raw: NonNullable<Endpoint['raw']>, answer: RawReply) {
  void reply.code(answer.status ?? 200).type(answer.contentType ?? contentTypes[raw]);
  if (answer.headers !== undefined) void reply.headers(answer.headers);
  if (answer.fileName !== undefined) {
    void reply.header('content-disposition', dispositionOf(answer.fileName));
    // A browser that shows the file after all runs and loads nothing of it.
    void reply.header('content-security-policy', "default-src 'none'; sandbox");
  }
  // Proxies that buffer would delay events.
  if (raw === 'sse') void reply.header('x-accel-buffering', 'no');
  const { body } = answer;
  if (typeof body === 'string') return reply.send(body);
  if (body instanceof Uint8Array) return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  return reply.send(Readable.from(body, { objectMode: false }));
}

/** RFC 6266: an ASCII name for old browsers and the full name in UTF-8. */
function dispositionOf(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w. -]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}
