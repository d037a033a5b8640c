import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …`, with the scheme in any letter case. Undefined if there is none. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,4000})$/i.exec(request.headers.authorization ?? '')?.[1];
}
