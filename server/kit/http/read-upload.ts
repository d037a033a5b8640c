import type { FastifyRequest } from 'fastify';

/**
 * Fields of a multipart body as one object, and its first file as bytes under `name` with its file name under `nameName`.
 * The file name is what the sender wrote: never a path, never a proof of its content.
 */
export async function readUpload(request: FastifyRequest, name: string): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  if (!request.isMultipart()) return fields;
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else if (fields[name] === undefined) {
      fields[name] = new Uint8Array(await part.toBuffer());
      fields[`${name}Name`] = part.filename;
    } else part.file.resume();
  }
  return fields;
}
