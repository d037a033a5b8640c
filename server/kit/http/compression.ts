import { constants } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';
import type { Endpoint } from '#contract/kit/endpoint.ts';

const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** How answers are compressed. */
export const compression: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  brotliOptions: { params: brotliQuality },
  customTypes: /^(text\/(?!event-stream)|application\/(javascript|json|manifest\+json|x-ndjson|xml)|image\/svg\+xml)/,
  // A small body that unpacks to gigabytes is not let in.
  globalDecompression: false,
};

/** What a stream of lines sends must leave at once: left alone, Brotli holds eight megabytes back. */
const lineByLine: FastifyCompressOptions = {
  ...compression,
  brotliOptions: { params: brotliQuality, flush: constants.BROTLI_OPERATION_FLUSH },
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
};

/** What a kind of answer needs beside that: events are not compressed at all, or they would wait for one another. */
export function compressionOf(raw: Endpoint['raw']): { compress?: false | FastifyCompressOptions } {
  if (raw === 'sse') return { compress: false };
  return raw === 'ndjson' ? { compress: lineByLine } : {};
}
