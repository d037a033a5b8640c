/** The part `file` of a multipart body: its name and its bytes. Undefined without one. */
export function fileOf(contentType: string, body: Buffer): { readonly name: string; readonly content: Buffer } | undefined {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  const start = body.indexOf('\r\n\r\n');
  const head = body.subarray(0, start).toString('utf8');
  const name = /name="file"; filename="([^"]*)"/.exec(head)?.[1];
  const end = body.lastIndexOf(`\r\n--${boundary}--`);
  return name === undefined || start < 0 || end < start ? undefined : { name, content: body.subarray(start + 4, end) };
}
