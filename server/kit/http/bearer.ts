import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …`, any letter case of the scheme; undefined where there is none. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,4000})$/i.exec(request.headers.authorization ?? '')?.[1];
}
