import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { maxUploadBytes } from '#contract/collecting/uploads.ts';

/**
 * Reads a multipart body as one object: its fields, its first file as bytes under `name`, and the file name under `nameName`. The
 * file name is untrusted: never use it as a path or as proof of the content. Throws an error of the multipart plugin, such as for
 * a file that is too large.
 */
export async function readUpload(request: FastifyRequest, name: string): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  if (!request.isMultipart()) return fields;
  const announced = Number(request.headers['content-length'] ?? 0);
  // At a file that is larger than allowed, the plugin ends its stream early and throws in the next turn of this loop.
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else if (fields[name] === undefined) {
      fields[name] = await bytesOf(part.file, announced);
      fields[`${name}Name`] = part.filename;
    } else part.file.resume();
  }
  return fields;
}

/**
 * The bytes of a stream. Each chunk is copied when it arrives, into memory of the announced size, because joining 20 MB in one step
 * takes long enough to hold up other requests.
 */
async function bytesOf(stream: Readable, announced: number): Promise<Uint8Array> {
  let bytes = Buffer.allocUnsafeSlow(Math.min(announced, maxUploadBytes));
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (length + chunk.length > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, length + chunk.length));
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return new Uint8Array(bytes.buffer, bytes.byteOffset, length);
}
