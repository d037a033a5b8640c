import { constants } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';
import type { Endpoint } from '#contract/kit/endpoint.ts';

const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** How replies are compressed. */
export const compression: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  brotliOptions: { params: brotliQuality },
  customTypes: /^(text\/(?!event-stream)|application\/(javascript|json|manifest\+json|x-ndjson|xml)|image\/svg\+xml)/,
  // Refuses compressed request bodies: a small one may unpack to gigabytes.
  globalDecompression: false,
};

/** Flushes a stream after each line: by default Brotli buffers eight megabytes. */
const lineByLine: FastifyCompressOptions = {
  ...compression,
  brotliOptions: { params: brotliQuality, flush: constants.BROTLI_OPERATION_FLUSH },
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
};

/** The compression of each kind of reply. Events are not compressed, because compression would delay them. */
export function compressionOf(raw: Endpoint['raw']): { compress?: false | FastifyCompressOptions } {
  if (raw === 'sse') return { compress: false };
  return raw === 'ndjson' ? { compress: lineByLine } : {};
}
