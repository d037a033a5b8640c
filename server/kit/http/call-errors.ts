import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maxUploadBytes } from '#contract/collecting/uploads.ts';
import type { Refusal } from '#contract/kit/errors.ts';
import { isTransient } from '../db/sessions/transient.ts';
import { isUnfitValue, unfitWords } from '../lib/unfit-values.ts';
import { requestIdOf } from '../work/work-id.ts';
import { invalid, sendProblem } from './answer.ts';

const tooLarge: Refusal = { kind: 'too_large', limit: 'Send less at once' };
const fileTooLarge: Refusal = { kind: 'too_large', limit: `A file may have ${maxUploadBytes / 1_000_000} MB. Split it.` };
const unfitValue = invalid('request', unfitWords);

/** Answers an error of a call, or of the framework before it, as the contract says: with a typed body. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError & { kind?: string; retryAfterSeconds?: number }, request, reply) => {
    if (error.kind === 'busy') return sendProblem(reply, { kind: 'busy', retryAfterSeconds: error.retryAfterSeconds ?? 1 });
    if (error.code === 'FST_REQ_FILE_TOO_LARGE') return sendProblem(reply, fileTooLarge);
    if (error.statusCode === 413) return sendProblem(reply, tooLarge);
    if (error.statusCode === 415) return sendProblem(reply, invalid('content-type', 'Send application/json'), 415);
    // Errors of the framework itself: unreadable JSON, too many headers.
    if (error.statusCode !== undefined && error.statusCode < 500)
      return sendProblem(reply, invalid('body', 'This could not be read'));
    if (isTransient(error)) {
      request.log.warn({ err: error, url: request.routeOptions.url }, 'a call met a busy database');
      return sendProblem(reply, { kind: 'busy', retryAfterSeconds: 2 }, 503);
    }
    if (isUnfitValue(error)) {
      request.log.warn({ code: error.code, url: request.routeOptions.url }, 'a call sent a value that the database refused');
      return sendProblem(reply, unfitValue);
    }
    request.log.error({ err: error, url: request.routeOptions.url }, 'a call failed');
    return reply.code(500).send({ kind: 'server', ref: request.id });
  });
}

/** Answers an address that cannot be decoded, which reaches no route. */
export function answerBadAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', request.id);
  void sendProblem(reply, invalid('address', 'The address has a % without two digits after it. Write it as %25.'));
}

/** What Node.js refuses before a request exists: its error codes with the status and the sentence of the answer. */
const unreadable: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too long. Send fewer or shorter ones.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive. Send it again.'],
};
const notHttp = [400, 'This is no HTTP request. Check the address and whether it begins with https.'] as const;

/** Answers bytes that are no request, with a typed body like every other error, and closes the connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, sentence] = unreadable[error.code ?? ''] ?? notHttp;
  const body = JSON.stringify(invalid('request', sentence));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `x-request-id: ${requestIdOf(undefined)}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
