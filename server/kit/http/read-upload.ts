import type { FastifyRequest } from 'fastify';

/**
 * Reads a multipart body as one object: its fields, its first file as bytes under `name`, and the file name under `nameName`. The
 * file name is untrusted: never use it as a path or as proof of the content.
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
